"""Which text holds which token, as flat columns of numbers."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import repeat
from typing import NamedTuple

from ctxaudit.verbatim.tokens import Token


class Occurrences(NamedTuple):
    """The distinct tokens of many texts in order of first occurrence, and which of them stand in which text.

    A pair of `texts` and `numbers` says that this text holds this token: in order of the texts and, within one, of
    first place, each pair once.
    """

    tokens: list[Token]
    texts: array[int]
    numbers: array[int]

    @classmethod
    def of(cls, found: Iterable[Sequence[Token]]) -> Occurrences:
        """Those of texts whose tokens are known, text by text."""
        number_of: dict[Token, int] = {}
        texts, numbers = array("I"), array("I")
        for text, tokens in enumerate(found):
            texts.extend(repeat(text, len(tokens)))
            numbers.extend([number_of.setdefault(token, len(number_of)) for token in tokens])
        return cls(list(number_of), texts, numbers)

    def by_text(self, count: int) -> Iterator[tuple[Token, ...]]:
        """The tokens of each of the first `count` texts."""
        start = 0
        for text in range(count):
            end = start
            while end < len(self.texts) and self.texts[end] == text:
                end += 1
            yield tuple([self.tokens[number] for number in self.numbers[start:end]])
            start = end
