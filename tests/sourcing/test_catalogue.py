"""Numbers of tokens."""

from ctxaudit.sourcing.catalogue import Catalogue
from ctxaudit.verbatim import Reading, Token, extract, occurrences

TEXTS = ["GUL-4410 and TRN-9001", "nothing", "TRN-9001, GUL-4410 and AUK-1010"]
READINGS = [Reading(text, prose=True) for text in TEXTS]


def catalogue() -> Catalogue:
    return Catalogue(occurrences(READINGS), len(READINGS))


def test_each_distinct_token_has_one_number() -> None:
    assert [token.text for token in catalogue().tokens] == ["GUL-4410", "TRN-9001", "AUK-1010"]


def test_numbers_of_a_text_are_in_order_of_first_place() -> None:
    assert list(map(list, catalogue().of_text)) == [[0, 1], [], [1, 0, 2]]


def test_texts_of_a_token_ascend() -> None:
    assert catalogue().texts == [[0, 2], [0, 2], [2]]


def test_the_tokens_of_a_text_are_those_that_were_extracted() -> None:
    assert [catalogue().tokens_of(at) for at in range(3)] == extract(READINGS)


def test_the_place_of_a_number_in_a_text_is_told() -> None:
    assert [catalogue().place(2, number) for number in (1, 0, 2)] == [0, 1, 2]


def test_a_token_in_another_spelling_has_no_number() -> None:
    assert catalogue().number(Token("code", "AUK-1", "AUK-1")) is None
    assert catalogue().number(Token("code", "AUK-1010", "AUK-1010")) == 2
