"""Numbers of tokens."""

from __future__ import annotations

import random
from array import array

import pytest

from ctxaudit.sourcing.catalogue import Catalogue, Rows
from ctxaudit.verbatim import Occurrences, Reading, Token, extract, occurrences

TEXTS = ["GUL-4410 and TRN-9001", "nothing", "TRN-9001, GUL-4410 and AUK-1010"]
READINGS = [Reading(text, prose=True) for text in TEXTS]


def catalogue() -> Catalogue:
    return Catalogue(occurrences(READINGS), len(READINGS))


def test_each_distinct_token_has_one_number() -> None:
    assert [token.text for token in catalogue().tokens] == ["GUL-4410", "TRN-9001", "AUK-1010"]


def test_numbers_of_a_text_are_in_order_of_first_place() -> None:
    assert list(map(list, catalogue().of_text)) == [[0, 1], [], [1, 0, 2]]


def test_texts_of_a_token_ascend() -> None:
    assert list(map(list, catalogue().texts)) == [[0, 2], [0, 2], [2]]


def test_the_tokens_of_a_text_are_those_that_were_extracted() -> None:
    assert [catalogue().tokens_of(at) for at in range(3)] == extract(READINGS)


def test_the_place_of_a_number_in_a_text_is_told() -> None:
    assert [catalogue().place(2, number) for number in (1, 0, 2)] == [0, 1, 2]


def test_a_token_in_another_spelling_has_no_number() -> None:
    assert catalogue().number(Token("code", "AUK-1", "AUK-1")) is None
    assert catalogue().number(Token("code", "AUK-1010", "AUK-1010")) == 2


@pytest.mark.parametrize("seed", range(5))
def test_rows_are_those_of_the_plain_lists(seed: int) -> None:
    rng = random.Random(seed)
    texts = [rng.sample(range(40), rng.choice([0, 0, 1, 7])) for _ in range(50)]
    found = Occurrences.of([[Token("code", f"AUK-{one}", f"AUK-{one}") for one in row] for row in texts])
    made = Catalogue(found, len(texts))
    tokens = [[int(made.tokens[number].text.removeprefix("AUK-")) for number in row] for row in made.of_text]
    assert tokens == texts
    for number, row in enumerate(made.texts):
        assert made.spread(number) == len(row)
        assert list(row) == [text for text, numbers in enumerate(made.of_text) if number in numbers]


def test_no_texts_have_no_tokens() -> None:
    made = Catalogue(Occurrences.of([]), 0)
    assert (len(made.of_text), len(made.texts), made.tokens) == (0, 0, [])


def test_a_row_can_be_asked_for_alone_and_with_others() -> None:
    rows = Rows([0, 2, 2, 3], array("I", [5, 6, 7]))
    assert [list(rows[at]) for at in range(3)] == [[5, 6], [], [7]]
    assert list(map(list, rows[1:])) == [[], [7]]
    with pytest.raises(IndexError):
        rows[3]
    with pytest.raises(IndexError):
        rows[-1]
