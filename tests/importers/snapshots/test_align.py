"""Two lists are paired item by item: what begins and ends alike first, of equal items the later ones."""

from __future__ import annotations

import random

import pytest

from ctxaudit.importers._snapshots.align import align


@pytest.mark.parametrize(
    ("old", "new", "paired"),
    [
        ("abc", "abc", [0, 1, 2]),
        ("abc", "abcd", [0, 1, 2, None]),
        ("abcd", "cd", [2, 3]),
        ("abcd", "sd", [None, 3]),
        ("abcd", "ad", [0, 3]),
        ("abc", "acb", [0, 2, 1]),
        ("", "ab", [None, None]),
        ("ab", "", []),
        ("xkyk", "zk", [None, 3]),
        ("kxky", "zkw", [None, 2, None]),
    ],
)
def test_items_are_paired(old: str, new: str, paired: list[int | None]) -> None:
    assert align(old, new) == paired


@pytest.mark.parametrize("seed", range(50))
def test_each_place_is_given_once_and_only_to_an_equal_item(seed: int) -> None:
    dice = random.Random(seed)
    old, new = (dice.choices("abcde", k=dice.randint(0, 30)) for _ in range(2))
    paired = align(old, new)
    places = [place for place in paired if place is not None]
    assert len(paired) == len(new)
    assert len(set(places)) == len(places)
    assert all(old[place] == new[number] for number, place in enumerate(paired) if place is not None)


@pytest.mark.parametrize("seed", range(20))
def test_as_many_are_paired_as_there_are_equal_items(seed: int) -> None:
    dice = random.Random(seed)
    old, new = (dice.choices("abc", k=12) for _ in range(2))
    common = sum(min(old.count(letter), new.count(letter)) for letter in "abc")
    assert sum(place is not None for place in align(old, new)) == common


def test_a_hundred_thousand_equal_items_end() -> None:
    assert align(["a"] * 100_000, ["b"] + ["a"] * 100_000)[0] is None
