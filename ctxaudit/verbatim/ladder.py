"""Which of many words begins another? In sorted order those that a word begins stand right behind it."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence


class Ladder:
    """Words, known by their places in the list that was given. A word begins itself and its equals."""

    def __init__(self, words: Sequence[str]) -> None:
        order = sorted(range(len(words)), key=words.__getitem__)
        self._places = array("I", order)
        self._words = [words[place] for place in order]

    def pairs(self) -> Iterator[tuple[int, int]]:
        """The places of all pairs of which the first begins the second, each pair once."""
        begun: list[tuple[str, int]] = []
        for word, place in zip(self._words, self._places, strict=True):
            while begun and not word.startswith(begun[-1][0]):
                begun.pop()
            for _, shorter in begun:
                yield shorter, place
            begun.append((word, place))

    def along(self, word: str) -> Iterator[int]:
        """The places of the words that the word begins, and of those that begin it."""
        start = bisect_left(self._words, word)
        for at in range(start, len(self._words)):
            if not self._words[at].startswith(word):
                break
            yield self._places[at]
        yield from self._beginning(word, start)

    def _beginning(self, word: str, end: int) -> Iterator[int]:
        while end:
            end -= 1
            before = self._words[end]
            if word.startswith(before):
                yield self._places[end]
            else:  # what begins the word and stands still further up begins both
                end = bisect_right(self._words, _common(word, before), hi=end)


def _common(one: str, other: str) -> str:
    """The letters with which both begin."""
    pairs = zip(one, other, strict=False)
    length = next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
    return one[:length]
