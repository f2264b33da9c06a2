"""Stretches are laid together as the moments in them are, one by one."""

from __future__ import annotations

from math import inf
from random import Random

import pytest

from ctxaudit.timeline.moments import Moments, common, covers, ended, merged, stays_of
from tests.build import Build
from tests.timeline.asking import timeline_of


@pytest.mark.parametrize("seed", range(40))
def test_laid_together_they_cover_the_moments_that_they_cover_one_by_one(seed: int) -> None:
    dice = Random(seed)
    one, two = ([(start := dice.randrange(20), start + dice.randrange(5)) for _ in range(6)] for _ in range(2))
    for moment in range(30):
        in_one, in_two = (any(start <= moment < end for start, end in some) for some in (one, two))
        assert covers(merged(one), moment) == (moment in Moments.of(one)) == in_one
        assert covers(common(merged(one), merged(two)), moment) == (in_one and in_two)


def test_the_stays_of_many_lives_are_open_to_the_end_with_infinity() -> None:
    lives = timeline_of(Build().add("a").add("b").evict("a")).lives
    assert stays_of(lives) == [(1, 3), (2, inf)]
    assert ended([]) == []


def test_touching_and_overlapping_stretches_become_one() -> None:
    assert merged([(5, 7), (1, 3), (3, 4), (6, 9)]) == [(1, 4), (5, 9)]


def test_an_empty_stretch_is_dropped() -> None:
    assert merged([(2, 2), (4, 5)]) == [(4, 5)]


def test_moments_are_half_open_and_merged() -> None:
    moments = Moments.of([(4, 6), (1, 3), (3, 4)])
    assert list(moments.stretches) == [(1, 6)]
    assert [moment in moments for moment in (0, 1, 5, 6)] == [False, True, True, False]


def test_first_from_is_the_moment_itself_or_the_next_start() -> None:
    moments = Moments.of([(2, 4), (7, inf)])
    assert [moments.first_from(moment) for moment in (0, 3, 4, 9)] == [2, 3, 7, 9]


def test_there_is_no_first_after_the_last() -> None:
    assert Moments.of([(2, 4)]).first_from(4) is None


def test_an_open_stretch_has_no_end() -> None:
    moments = Moments.of([(2, 4), (6, 8), (9, inf)])
    assert list(moments.ends_after(4)) == [8]
    assert moments.last_end(7) == 4
    assert moments.last_end(3) is None
