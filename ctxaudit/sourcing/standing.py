"""Which tokens stand in the window at a moment: all of them at once, from what is live then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from ctxaudit.sourcing.book import Book
from ctxaudit.timeline import Life, Timeline


class Standing:
    """Answers for some tokens of a book's catalogue, by number; `letters_in` is by serial of a life."""

    def __init__(self, timeline: Timeline, book: Book, numbers: Iterable[int]) -> None:
        self._timeline = timeline
        self._of_text = book.catalogue.of_text
        self._stand_in: dict[int, list[int]] = {}  # by a token those that stand in it
        self.letters_in: Mapping[int, Sequence[int]]  # by a life those of which it has but the letters
        asked = list(dict.fromkeys(numbers))
        book.learn(asked)
        book.prepare(map(book.catalogue.tokens.__getitem__, asked))
        letters: dict[int, list[int]] = {}
        for number in asked:
            for other in book.kin.inside(number):
                self._stand_in.setdefault(other, []).append(number)
            for serial in book.letters(book.catalogue.tokens[number]):
                letters.setdefault(serial, []).append(number)
        self.letters_in = letters

    def at(self, moment: int) -> set[int]:
        """Those that stand in some span of the window, and some tokens more, of which nobody asked."""
        return self.in_any(self._timeline.live_at(moment))

    def in_any(self, lives: Sequence[Life]) -> set[int]:
        """The same of spans that are named."""
        standing = set(chain.from_iterable(self._of_text[life.serial] for life in lives))
        for other in self._stand_in.keys() & standing:
            standing.update(self._stand_in[other])
        for life in lives:
            standing.update(self.letters_in.get(life.serial, ()))
        return standing
