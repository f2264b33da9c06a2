"""When some span of the window holds a token, and which spans did: worked out once a token, asked at any moment."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from math import inf

from ctxaudit.sourcing.book import Book
from ctxaudit.sourcing.pins import merged
from ctxaudit.timeline import Life, Timeline
from ctxaudit.verbatim import Token


class Presence:
    """One token's holders, and the stretches of moments at which at least one of them is live."""

    __slots__ = ("_calls", "_serials", "_stretches")

    def __init__(self, holders: Sequence[Life]) -> None:
        self._serials = [life.serial for life in holders]
        stays = ((start, inf if end is None else end) for life in holders for start, end in life.stays)
        self._stretches = merged(stays)
        self._calls = [life.entered for life in holders if life.span.kind == "tool-call"]

    def at(self, moment: int) -> bool:
        """A span that holds the token is live at the moment."""
        place = bisect_right(self._stretches, (moment, inf)) - 1
        return place >= 0 and moment < self._stretches[place][1]

    def between(self, first: int, last: int) -> list[int]:
        """The serials of its holders from one serial to another, both included."""
        return self._serials[bisect_left(self._serials, first) : bisect_right(self._serials, last)]

    def calls_after(self, index: int) -> int:
        """How many tool calls that hold it came in after the step of that index."""
        return len(self._calls) - bisect_right(self._calls, index)


class Presences:
    """The presence of every token that somebody asked for."""

    def __init__(self, timeline: Timeline, book: Book) -> None:
        self._lives = timeline.lives
        self._book = book
        self._known: dict[Token, Presence] = {}

    def of(self, token: Token) -> Presence:
        known = self._known.get(token)
        if known is None:
            holders = [self._lives[serial] for serial in sorted(self._book.places(token))]
            known = self._known[token] = Presence(holders)
        return known
