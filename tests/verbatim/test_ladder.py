"""Words that begin others."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from ctxaudit.verbatim.ladder import Ladder


def words(seed: int, count: int = 120) -> list[str]:
    """Short ones of few letters: many begin others, some come more than once, one is empty."""
    rng = random.Random(seed)
    return ["", *("".join(rng.choices("ab\ud800é", k=rng.randint(1, 6))) for _ in range(count))]


@pytest.mark.parametrize("seed", range(5))
def test_pairs_are_those_of_the_double_loop(seed: int) -> None:
    held = words(seed)
    found = Counter(frozenset(pair) for pair in Ladder(held).pairs())
    begun = [
        frozenset((one, other))
        for other in range(len(held))
        for one in range(other)
        if held[other].startswith(held[one]) or held[one].startswith(held[other])
    ]
    assert found == Counter(begun)
    assert len(begun) > 300


def test_what_begins_comes_first() -> None:
    held = words(7)
    assert all(held[high].startswith(held[low]) for low, high in Ladder(held).pairs())


@pytest.mark.parametrize("seed", range(5))
def test_those_along_a_word_are_those_of_the_loop(seed: int) -> None:
    held = words(seed)
    ladder = Ladder(held)
    for word in {*held, *words(seed + 20)}:
        expected = [place for place, one in enumerate(held) if one.startswith(word) or word.startswith(one)]
        assert sorted(ladder.along(word)) == expected, word


def test_an_empty_ladder_has_nothing() -> None:
    assert list(Ladder([]).pairs()) == []
    assert list(Ladder([]).along("a")) == []
