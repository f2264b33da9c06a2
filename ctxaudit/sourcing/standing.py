"""Which tokens stand in the window, moment after moment, by a token of a span or by their letters alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ctxaudit.sourcing.book import Book
from ctxaudit.sourcing.tide import Tide
from ctxaudit.timeline import Timeline


class Standing:
    """Answers for some tokens of a book's catalogue, by number. Moments are asked in ascending order."""

    def __init__(self, timeline: Timeline, book: Book, numbers: Iterable[int]) -> None:
        asked = list(dict.fromkeys(numbers))
        book.learn(asked)
        book.prepare(map(book.catalogue.tokens.__getitem__, asked))
        self._lives = timeline.lives
        self._tide = Tide(book, timeline.lives)
        letters = ((number, book.letters(book.catalogue.tokens[number])) for number in asked)
        self._letters = {number: serials for number, serials in letters if serials}

    def holds(self, number: int, moment: int) -> bool:
        """The token of this number stands in some span of the window."""
        if self._tide.holds(number, moment):
            return True
        serials = self._letters.get(number)
        return serials is not None and any(self._lives[serial].live_at(moment) for serial in serials)

    @property
    def letters_in(self) -> Mapping[int, Sequence[int]]:
        """By the serial of a life the tokens of which it has but the letters."""
        found: dict[int, list[int]] = {}
        for number, serials in self._letters.items():
            for serial in serials:
                found.setdefault(serial, []).append(number)
        return found
