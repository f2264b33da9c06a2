"""Do live spans hold a token? Answered moment after moment, by counting what comes in and what leaves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ctxaudit.sourcing.book import Book
from ctxaudit.timeline import Life


class Tide:
    """How many of some lives are live and have each token of the catalogue. Moments are asked in ascending order."""

    def __init__(self, book: Book, lives: Iterable[Life]) -> None:
        self._of_text = book.catalogue.of_text
        self._inside = book.kin.inside
        self._live = [0] * len(book.catalogue.tokens)
        self._turns = sorted(turn for life in lives for turn in _turns(life))
        self._next = 0

    def holds(self, number: int, moment: int) -> bool:
        """One that is live at the moment has the token of this number, or one in which it stands."""
        if self._next < len(self._turns) and self._turns[self._next][0] <= moment:
            self._go_on(moment)
        live = self._live
        if live[number] > 0:
            return True
        inside = self._inside(number)
        return bool(inside) and any(live[other] for other in inside)

    def _go_on(self, moment: int) -> None:
        live = self._live
        while self._next < len(self._turns) and self._turns[self._next][0] <= moment:
            _, change, serial = self._turns[self._next]
            for number in self._of_text[serial]:
                live[number] += change
            self._next += 1


def _turns(life: Life) -> Iterator[tuple[int, int, int]]:
    """The moments from which it is live (1) and at which it is no longer (-1), with its serial."""
    for start, end in life.stays:
        yield start, 1, life.serial
        if end is not None:
            yield end, -1, life.serial
