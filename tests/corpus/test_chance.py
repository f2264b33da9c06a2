"""Intervals and tests against values worked out by hand, or by enumerating every split."""

from __future__ import annotations

from itertools import combinations
from math import comb

import pytest

from ctxaudit.corpus.chance import fisher, holm, newcombe, wilson


@pytest.mark.parametrize(
    ("hits", "runs", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_score_interval_has_its_published_values(hits: int, runs: int, low: float, high: float) -> None:
    assert wilson(hits, runs) == pytest.approx((low, high), abs=5e-5)


def test_of_no_runs_nothing_is_known() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize("hits", [0, 3, 10])
def test_the_score_interval_holds_the_share(hits: int) -> None:
    low, high = wilson(hits, 10)
    assert 0.0 <= low <= hits / 10 <= high <= 1.0


@pytest.mark.parametrize(
    ("first", "second", "low", "high"),
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((10, 10), (0, 10), 0.6075, 1.0),
    ],
)
def test_the_interval_of_a_difference_has_its_published_values(
    first: tuple[int, int], second: tuple[int, int], low: float, high: float
) -> None:
    assert newcombe(first, second) == pytest.approx((low, high), abs=5e-5)


def test_sides_that_change_places_change_the_sign() -> None:
    low, high = newcombe((7, 30), (2, 40))
    assert newcombe((2, 40), (7, 30)) == pytest.approx((-high, -low))


def enumerated(first: tuple[int, int], second: tuple[int, int]) -> float:
    """The same test in whole numbers: splits that are no likelier than the one seen, over all splits."""
    (hits_1, runs_1), (hits_2, runs_2) = first, second
    hits = hits_1 + hits_2
    ways = {
        one: comb(runs_1, one) * comb(runs_2, hits - one) for one in range(max(0, hits - runs_2), min(hits, runs_1) + 1)
    }
    return sum(way for way in ways.values() if way <= ways[hits_1]) / comb(runs_1 + runs_2, hits)


@pytest.mark.parametrize("first", [(0, 5), (2, 5), (5, 5), (31, 400), (9, 400)])
@pytest.mark.parametrize("second", [(0, 7), (3, 7), (2, 400), (0, 400)])
def test_the_exact_test_agrees_with_whole_numbers(first: tuple[int, int], second: tuple[int, int]) -> None:
    assert fisher(first, second) == pytest.approx(enumerated(first, second), rel=1e-6)


def test_the_tea_tasting_has_its_known_value() -> None:
    assert fisher((3, 4), (1, 4)) == pytest.approx(34 / 70)


@pytest.mark.parametrize("runs", [0, 1, 1000])
def test_the_same_rate_on_both_sides_is_noise(runs: int) -> None:
    assert fisher((runs // 2, runs), (runs // 2, runs)) == pytest.approx(1.0)


def test_a_side_without_runs_tells_nothing() -> None:
    assert fisher((0, 0), (5, 9)) == pytest.approx(1.0)


def test_holm_raises_the_smallest_most_and_keeps_the_order_of_the_values() -> None:
    assert holm([0.04, 0.01, 0.03]) == pytest.approx([0.06, 0.03, 0.06])


def test_holm_leaves_a_single_value_alone() -> None:
    assert holm([0.04]) == [0.04]


def test_holm_never_goes_beyond_one_and_never_turns_two_values_round() -> None:
    chances = [0.9, 0.5, 0.2, 0.001, 0.7]
    adjusted = holm(chances)
    assert max(adjusted) <= 1.0
    for a, b in combinations(range(len(chances)), 2):
        assert (chances[a] <= chances[b]) <= (adjusted[a] <= adjusted[b])


def test_holm_of_nothing_is_nothing() -> None:
    assert holm([]) == []
