"""Words in a column of texts."""

from __future__ import annotations

import random

import polars as pl
import pytest

from ctxaudit.verbatim import word_hits
from ctxaudit.verbatim.literal import first_place


def hits(words: list[str], *texts: str) -> set[tuple[int, str]]:
    found = word_hits(pl.Series(texts, dtype=pl.String), words).rows()
    assert all(texts[row].encode()[at:].startswith(word.encode()) for row, word, at in found)
    return {(row, word) for row, word, _ in found}


@pytest.mark.parametrize("seed", range(10))
def test_every_whole_word_is_met_and_nothing_that_is_not_there(seed: int) -> None:
    rng = random.Random(seed)
    texts = ["".join(rng.choices("ab/.é _7", k=rng.randint(0, 12))) for _ in range(60)]
    words = list({"".join(rng.choices("ab/.é_7", k=rng.randint(1, 4))) for _ in range(60)})
    found = hits(words, *texts)
    assert found >= {(row, word) for row, text in enumerate(texts) for word in words if first_place(word, text) >= 0}
    assert all(word in texts[row] for row, word in found)


def test_a_part_of_a_longer_word_is_left_out() -> None:
    assert hits(["a.py:1", "cat"], "in a.py:118", "in a.py:1.", "category", "x_cat") == {(1, "a.py:1")}


def test_one_whole_word_beside_longer_ones_is_enough() -> None:
    assert hits(["cat"], "category cat") == {(0, "cat")}


def test_words_that_overlap_are_all_met() -> None:
    assert hits(["b/c", "a/b/c", "c"], "a/b/c") == {(0, "b/c"), (0, "a/b/c"), (0, "c")}


def test_places_are_counted_in_bytes() -> None:
    assert hits(["cat"], "é cat", "écat", "é7cat") == {(0, "cat"), (1, "cat")}


def test_a_word_at_either_end_of_the_text_is_met() -> None:
    assert hits(["cat", "dog"], "cat and dog") == {(0, "cat"), (0, "dog")}


def test_no_texts_have_no_hits() -> None:
    assert hits(["cat"]) == set()
