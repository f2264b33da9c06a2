"""Places and orders worked out over columns are those of the plain walk."""

from __future__ import annotations

import random

import polars as pl
import pytest

from ctxaudit.verbatim.held import Held, Marks, in_order, walked
from ctxaudit.verbatim.places import walk


def numbers(*values: int) -> pl.Series:
    return pl.Series(values, dtype=pl.UInt32)


def test_rows_of_owners_are_given_in_the_order_in_which_they_are_asked() -> None:
    held = Held(numbers(0, 2, 2, 3), numbers(0, 5, 7), numbers(10, 11, 12))
    asked, rows = held.by(numbers(2, 0, 1, 0))
    assert asked.to_list() == [0, 1, 1, 3, 3]
    assert rows.to_list() == [2, 0, 1, 0, 1]


def test_nobody_has_no_rows() -> None:
    held = Held(numbers(0), numbers(), numbers())
    assert [len(series) for series in held.by(numbers())] == [0, 0]


def test_of_two_at_one_place_the_longer_is_first_and_a_spelling_counts_once() -> None:
    marks = Marks(pl.Series(["abc", "abcdefgh", "bcdef", "abc"]), numbers(3, 8, 5, 3), numbers(0, 1, 2, 0))
    found = pl.DataFrame(
        {"owner": numbers(1, 1, 1, 1, 2), "place": numbers(4, 4, 0, 2, 9), "token": numbers(0, 1, 2, 3, 0)}
    )
    held = in_order(found, 4, marks)
    assert held.tokens.to_list() == [2, 3, 1, 0]
    assert held.places.to_list() == [0, 2, 4, 9]
    assert held.starts.to_list() == [0, 0, 3, 4, 4]


@pytest.mark.parametrize("seed", range(6))
def test_places_are_those_of_the_walk_counted_in_bytes(seed: int) -> None:
    rng = random.Random(seed)
    texts = ["".join(rng.choices(["a", "ab", "é", " ", "→b", "bb"], k=rng.randrange(1, 14))) for _ in range(60)]
    needles = ["a", "ab", "bb", "é", "b", "aa", "zz"]
    finds = [
        (owner, stage, rng.randrange(len(needles)))
        for owner in sorted(rng.sample(range(60), 50))
        for stage in sorted(rng.sample(range(4), rng.randrange(1, 4)))
        for _ in range(rng.choice([1, 1, 2, 4]))
    ]
    schema = {"owner": pl.UInt32, "stage": pl.UInt8, "needle": pl.UInt32}
    found = walked(pl.DataFrame(finds, schema=schema, orient="row"), pl.Series(texts), pl.Series(needles))
    expected = []
    for group in dict.fromkeys((owner, stage) for owner, stage, _ in finds):
        text = texts[group[0]]
        asked = [needle for owner, stage, needle in finds if (owner, stage) == group]
        places = walk(text, [needles[needle] for needle in asked])
        expected += [(*group, needle, len(text[:place].encode())) for needle, place in zip(asked, places, strict=True)]
    assert found.rows() == expected
