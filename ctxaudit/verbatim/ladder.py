"""Which of many words begins another? In sorted order those that a word begins stand right behind it."""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence


class Ladder:
    """Words, known by their places in the list that was given. A word begins itself and its equals."""

    def __init__(self, words: Sequence[str]) -> None:
        order = sorted(range(len(words)), key=words.__getitem__)
        self._places = array("I", order)
        self._words = [words[place] for place in order]
        self._below = array("i")  # of each word the nearest before it that begins it, or -1
        for at, word in enumerate(self._words):
            self._below.append(self._beginning(word, at - 1))

    def pairs(self) -> Iterator[tuple[int, int]]:
        """The places of all pairs of which the first begins the second, each pair once."""
        for at, place in enumerate(self._places):
            for shorter in self._down(self._below[at]):
                yield shorter, place

    def along(self, word: str) -> Iterator[int]:
        """The places of the words that the word begins, and of those that begin it."""
        start = bisect_left(self._words, word)
        for at in range(start, len(self._words)):
            if not self._words[at].startswith(word):
                break
            yield self._places[at]
        yield from self._down(self._beginning(word, start - 1))

    def _beginning(self, word: str, at: int) -> int:
        """The nearest that begins a word which comes right behind this one. It is this one, or begins this one too."""
        while at >= 0 and not word.startswith(self._words[at]):
            at = self._below[at]
        return at

    def _down(self, at: int) -> Iterator[int]:
        while at >= 0:
            yield self._places[at]
            at = self._below[at]
