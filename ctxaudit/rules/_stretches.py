"""When at least one of many lives is in the window, asked at any moment."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from ctxaudit.timeline import Life


class Stretches:
    """The moments at which one of the lives at least is live, overlaps made one."""

    def __init__(self, lives: Iterable[Life]) -> None:
        self._merged: list[tuple[int, float]] = []
        stays = ((start, float("inf") if end is None else end) for life in lives for start, end in life.stays)
        for start, end in sorted(stays):
            if self._merged and start <= self._merged[-1][1]:
                self._merged[-1] = (self._merged[-1][0], max(end, self._merged[-1][1]))
            else:
                self._merged.append((start, end))

    def cover(self, moment: int) -> bool:
        place = bisect_right(self._merged, moment, key=lambda stretch: stretch[0])
        return place > 0 and moment < self._merged[place - 1][1]
