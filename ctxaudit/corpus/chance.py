"""How much of a rate, or of a difference between two, may be chance. Counts in, numbers out; it knows no runs."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, lgamma, sqrt

Z = 1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations
_SAME = 1 + 1e-7  # probabilities that differ by less are equal but for rounding


def wilson(hits: int, runs: int) -> tuple[float, float]:
    """The score interval of a share, 95 %. Nothing is known of no runs: from 0 to 1."""
    if runs == 0:
        return 0.0, 1.0
    share = hits / runs
    spread = Z * sqrt(share * (1 - share) / runs + Z * Z / (4 * runs * runs))
    middle = share + Z * Z / (2 * runs)
    scale = 1 + Z * Z / runs
    low = 0.0 if hits == 0 else (middle - spread) / scale
    high = 1.0 if hits == runs else (middle + spread) / scale
    return low, high


def newcombe(first: tuple[int, int], second: tuple[int, int]) -> tuple[float, float]:
    """The interval of a difference of shares, 95 %, from the score intervals of both. Pairs are hits and runs."""
    (low_1, high_1), (low_2, high_2) = wilson(*first), wilson(*second)
    share_1, share_2 = (hits / runs if runs else 0.5 for hits, runs in (first, second))
    difference = share_1 - share_2
    low = difference - sqrt((share_1 - low_1) ** 2 + (high_2 - share_2) ** 2)
    high = difference + sqrt((high_1 - share_1) ** 2 + (share_2 - low_2) ** 2)
    return max(-1.0, low), min(1.0, high)


def fisher(first: tuple[int, int], second: tuple[int, int]) -> float:
    """Fisher's exact test, two-sided: how often chance alone gives a split that is as unlikely as this, or more."""
    (hits_1, runs_1), (hits_2, runs_2) = first, second
    hits = hits_1 + hits_2
    least, most = max(0, hits - runs_2), min(hits, runs_1)
    whole = _log_choices(runs_1 + runs_2, hits)
    chances = [
        exp(_log_choices(runs_1, one) + _log_choices(runs_2, hits - one) - whole) for one in range(least, most + 1)
    ]
    seen = chances[hits_1 - least]
    return min(1.0, sum(chance for chance in chances if chance <= seen * _SAME))


def holm(chances: Sequence[float]) -> list[float]:
    """The same, each raised so that all of them together are wrong as seldom as one; in the order given."""
    adjusted = [1.0] * len(chances)
    highest = 0.0
    for rank, at in enumerate(sorted(range(len(chances)), key=lambda place: chances[place])):
        highest = max(highest, min(1.0, chances[at] * (len(chances) - rank)))
        adjusted[at] = highest
    return adjusted


def _log_choices(things: int, taken: int) -> float:
    return lgamma(things + 1) - lgamma(taken + 1) - lgamma(things - taken + 1)
