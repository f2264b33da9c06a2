"""In which texts a token stands."""

from ctxaudit.sourcing.shelf import Shelf
from ctxaudit.verbatim import Reading, Token


def shelf(*texts: str) -> Shelf:
    return Shelf([Reading(text, prose=True) for text in texts])


def code(text: str) -> Token:
    return Token("code", text, text)


def test_a_token_stands_where_its_letters_do() -> None:
    assert shelf("gull GUL-4410", "tern TRN-4410").places(code("GUL-4410")) == {0}


def test_a_token_stands_where_the_same_one_is_spelled_otherwise() -> None:
    assert shelf("commit 7be01c94aa52", "nothing").places(Token("hex-id", "7be01c94", "7be01c94")) == {0}


def test_white_space_between_the_words_does_not_matter() -> None:
    assert shelf("open\n  the hatch").places(Token("literal", "open the hatch", "open the hatch")) == {0}


def test_an_arrow_gutter_is_no_letter_of_the_text() -> None:
    assert shelf("   12→open\n   13→the hatch").places(Token("literal", "open the hatch", "open the hatch")) == {0}


def test_a_padded_gutter_with_a_tab_is_no_letter_of_the_text() -> None:
    assert shelf("    12\topen\n    13\tthe hatch").folded(0) == "open the hatch"


def test_the_first_column_of_a_table_is_no_gutter() -> None:
    assert shelf("4410\tgull\n4411\ttern").folded(0) == "4410 gull 4411 tern"


def test_owners_do_not_ask_for_letters() -> None:
    texts = shelf('he said "pull the rope" twice', "pull the rope")
    rope = Token("literal", "pull the rope", "pull the rope")
    assert texts.places(rope) == {0, 1}
    assert 1 not in texts.owners(rope)


def test_same_places_leave_out_what_merely_contains_the_token() -> None:
    texts = shelf("see charts/north_bay.svg:12", "see charts/north_bay.svg")
    path = Token("path", "charts/north_bay.svg", "charts/north_bay.svg")
    assert texts.owners(path) == {0, 1}
    assert texts.same_places(path) == {1}


def test_an_answer_is_the_same_whether_it_was_prepared_or_not() -> None:
    prepared, fresh = shelf("gull GUL-4410", "TRN-4410"), shelf("gull GUL-4410", "TRN-4410")
    tokens = [code("GUL-4410"), code("TRN-4410"), code("AUK-4410")]
    prepared.prepare(tokens)
    assert [prepared.places(token) for token in tokens] == [fresh.places(token) for token in tokens]


def test_an_empty_shelf_holds_nothing() -> None:
    assert shelf().places(code("GUL-4410")) == frozenset()
