"""Does live evidence hold a token? Answered moment after moment, by counting what comes in and what leaves."""

from __future__ import annotations

from collections.abc import Iterator

from ctxaudit.sourcing.book import Book
from ctxaudit.timeline import Timeline


class Tide:
    """How many live spans of evidence have each token of a book's catalogue. Moments are asked in ascending order."""

    def __init__(self, timeline: Timeline, book: Book) -> None:
        self._of_text = book.catalogue.of_text
        self._inside = book.kin.inside
        self._live = [0] * len(book.catalogue.tokens)
        self._turns = sorted(_turns(timeline))
        self._next = 0

    def holds(self, number: int, moment: int) -> bool:
        """Evidence that is live at the moment has the token of this number, or one in which it stands."""
        if self._next < len(self._turns) and self._turns[self._next][0] <= moment:
            self._go_on(moment)
        live = self._live
        return live[number] > 0 or any(live[other] for other in self._inside(number))

    def _go_on(self, moment: int) -> None:
        live = self._live
        while self._next < len(self._turns) and self._turns[self._next][0] <= moment:
            _, change, serial = self._turns[self._next]
            for number in self._of_text[serial]:
                live[number] += change
            self._next += 1


def _turns(timeline: Timeline) -> Iterator[tuple[int, int, int]]:
    """The moments at which evidence is live from (1) and to (-1), with the serial of its life."""
    for life in timeline.lives:
        if life.evidence:
            for start, end in life.stays:
                yield start, 1, life.serial
                if end is not None:
                    yield end, -1, life.serial
