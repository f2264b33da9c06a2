"""In which texts a token stands."""

import random

import pytest

from ctxaudit.sourcing.letters import folded
from ctxaudit.sourcing.shelf import Shelf
from ctxaudit.verbatim import Reading, Token, literal_in, stands_in
from tests.verbatim import generator


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


def test_owners_do_not_ask_for_letters() -> None:
    texts = shelf('he said "pull the rope" twice', "pull the rope")
    rope = Token("literal", "pull the rope", "pull the rope")
    assert texts.places(rope) == {0, 1}
    assert 1 not in texts.owners(rope)


def test_letters_are_looked_for_in_the_texts_that_are_named() -> None:
    texts = shelf('he said "pull the rope" twice', "pull the rope", "pull\nthe rope", "rope")
    rope = Token("literal", "pull the  rope", "pull the rope")
    assert texts.spelled([rope, code("AUK-4410")], [1, 2, 3]) == {rope: [1, 2]}
    assert texts.spelled([rope], [3]) == texts.spelled([], [1]) == {}


def test_an_answer_is_the_same_whether_it_was_prepared_or_not() -> None:
    prepared, fresh = shelf("gull GUL-4410", "TRN-4410"), shelf("gull GUL-4410", "TRN-4410")
    tokens = [code("GUL-4410"), code("TRN-4410"), code("AUK-4410")]
    prepared.prepare(tokens)
    assert [prepared.places(token) for token in tokens] == [fresh.places(token) for token in tokens]


@pytest.mark.parametrize("seed", range(4))
def test_places_are_those_of_the_loop(seed: int) -> None:
    rng = random.Random(seed)
    texts = [generator.text(rng, rng.randrange(1, 25)) for _ in range(40)]
    held = shelf(*texts)
    tokens = list(dict.fromkeys(token for at in range(len(texts)) for token in held.tokens(at)))
    held.prepare(tokens)
    for token in tokens:
        expected = {
            at
            for at in range(len(texts))
            if literal_in(token.text, folded(held.text(at))) or any(stands_in(token, one) for one in held.tokens(at))
        }
        assert held.places(token) == expected, token


def test_the_catalogue_numbers_each_distinct_token_once() -> None:
    catalogue = shelf("GUL-4410 and TRN-9001", "TRN-9001", "nothing").catalogue
    assert [token.text for token in catalogue.tokens] == ["GUL-4410", "TRN-9001"]
    assert [list(numbers) for numbers in catalogue.of_text] == [[0, 1], [1], []]
    assert [list(texts) for texts in catalogue.texts] == [[0], [0, 1]]
    assert [catalogue.number(token) for token in (code("TRN-9001"), code("AUK-1"))] == [1, None]


def test_an_empty_shelf_holds_nothing() -> None:
    assert shelf().places(code("GUL-4410")) == frozenset()
