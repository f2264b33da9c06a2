"""Stretches of moments, to be laid together and asked whether a moment is in one of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf

from ctxaudit.timeline.life import Life, Stretch

During = tuple[float, float]  # moments [from, to); infinity: to the end


def ended(stretches: Iterable[Stretch]) -> list[During]:
    """The same, open to the end with infinity."""
    return [(start, inf if end is None else end) for start, end in stretches]


def stays_of(lives: Iterable[Life]) -> list[During]:
    """When one of the lives or another is in the window."""
    return ended(stay for life in lives for stay in life.stays)


def merged(stretches: Iterable[During]) -> list[During]:
    """Sorted, apart from each other, none empty."""
    apart: list[During] = []
    for start, end in sorted(stretches):
        if apart and start <= apart[-1][1]:
            apart[-1] = (apart[-1][0], max(end, apart[-1][1]))
        elif start < end:
            apart.append((start, end))
    return apart


def common(these: Sequence[During], those: Sequence[During]) -> list[During]:
    """The moments that both sorted lists cover."""
    both: list[During] = []
    i = j = 0
    while i < len(these) and j < len(those):
        start, end = max(these[i][0], those[j][0]), min(these[i][1], those[j][1])
        if start < end:
            both.append((start, end))
        if these[i][1] <= those[j][1]:
            i += 1
        else:
            j += 1
    return both


def pinned_stays(life: Life) -> list[During]:
    """The stretches of moments at which a span is both live and pinned."""
    return common(merged(ended(life.pins)), ended(life.stays)) if life.pins else []


def covers(stretches: Sequence[During], moment: float) -> bool:
    """One of them, which are in order and apart, has the moment."""
    place = bisect_right(stretches, (moment, inf)) - 1
    return place >= 0 and moment < stretches[place][1]


@dataclass(frozen=True, slots=True)
class Moments:
    """Moments of a timeline, as half-open stretches: sorted, apart from each other, open to the end with infinity."""

    stretches: tuple[During, ...]

    @classmethod
    def of(cls, stretches: Iterable[During]) -> Moments:
        return cls(tuple(merged(stretches)))

    def __contains__(self, moment: int) -> bool:
        return covers(self.stretches, moment)

    def first_from(self, moment: int) -> int | None:
        """The first of them that is not before a moment."""
        if moment in self:
            return moment
        return next((int(start) for start, _ in self.stretches if start > moment), None)

    def ends_after(self, moment: int) -> Iterator[int]:
        """The moments, later than a given one, that are the first without."""
        return (int(end) for _, end in self.stretches if moment < end < inf)

    def last_end(self, moment: int) -> int | None:
        """The latest moment, up to a given one, that is the first without."""
        return max((int(end) for _, end in self.stretches if end <= moment), default=None)
