"""The lives that hold a token, sorted so that its standing at a moment is found without walking all of them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import inf
from operator import attrgetter
from typing import overload

from ctxaudit.timeline import Life
from ctxaudit.timeline.moments import covers, merged


class Holders:
    """Of one token those that can matter to a claim: evidence, derivatives, and spans that were ever pinned.

    Lives come by serial, ascending; others among them are passed over.
    """

    def __init__(self, lives: Iterable[Life]) -> None:
        self._lives: list[Life] = []
        self._derivatives: list[Life] = []
        self._pinned = False
        self._by_serial: dict[int, Life] = {}  # of evidence
        live: list[tuple[float, float]] = []
        self._left: list[tuple[int, int]] = []
        for life in lives:
            if life.surrogate and not life.lossless:
                self._derivatives.append(life)
            elif life.span.by != "model":  # evidence
                self._by_serial[life.serial] = life
                for start, end in life.stays:
                    if end is None:
                        live.append((start, inf))
                    else:
                        live.append((start, end))
                        self._left.append((end, life.serial))
            elif not life.pins:
                continue
            self._lives.append(life)
            if life.pins:
                self._pinned = True
        self._left.sort()
        self._live = merged(live)

    def source(self, moment: int, besides: Life | None) -> Life | None:
        """The latest live span at the moment, among those that came in before it, that is evidence or pinned."""
        if not (self._pinned or self._evidence_live(moment)):
            return None
        came = reversed(self._lives[: bisect_left(self._lives, moment, key=_entered)])
        return next((life for life in came if life is not besides and _sources(life, moment)), None)

    def derivatives(self, moment: int, besides: Life | None) -> list[Life]:
        """The live derivatives at the moment, among those that came in before it; the latest first."""
        came = (life for life in reversed(self._derivatives) if life.entered < moment and life is not besides)
        return [life for life in came if life.live_at(moment)]

    def gone(self, moment: int, besides: Life | None) -> Gone:
        return Gone(self, moment, besides)

    def had_left(self, life: Life, moment: int) -> bool:
        """It is one of those that `left_before` gives."""
        end = life.stays[0][1]
        known = self._by_serial.get(life.serial) is life
        return known and end is not None and end <= moment and not life.live_at(moment)

    def left_before(self, moment: int) -> Iterator[Life]:
        """The evidence that left before the moment and is not live at it, the last to leave first."""
        seen: set[int] = set()
        for place in range(bisect_right(self._left, (moment, inf)) - 1, -1, -1):
            serial = self._left[place][1]
            if serial not in seen and not self._by_serial[serial].live_at(moment):
                seen.add(serial)
                yield self._by_serial[serial]

    def _evidence_live(self, moment: int) -> bool:
        return covers(self._live, moment)


@dataclass(frozen=True, slots=True)
class Gone(Sequence[Life]):
    """The evidence that had left by a moment, the last to leave first. Most who ask want the first of it."""

    holders: Holders
    moment: int
    besides: Life | None

    def __iter__(self) -> Iterator[Life]:
        return (life for life in self.holders.left_before(self.moment) if life is not self.besides)

    def __contains__(self, life: object) -> bool:
        return isinstance(life, Life) and life is not self.besides and self.holders.had_left(life, self.moment)

    def __bool__(self) -> bool:
        return next(iter(self), None) is not None

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @overload
    def __getitem__(self, place: int) -> Life: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Life]: ...
    def __getitem__(self, place: int | slice) -> Life | Sequence[Life]:
        end = place.stop if isinstance(place, slice) else place + 1
        near = end is not None and end > 0  # then the rest need not be found
        return list(islice(self, end) if near else self)[place]


_entered = attrgetter("entered")


def _sources(life: Life, moment: int) -> bool:
    return life.live_at(moment) and (life.evidence or life.pinned_at(moment))
