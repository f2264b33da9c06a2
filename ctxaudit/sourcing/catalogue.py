"""The distinct tokens of some texts: each has a number, by which it is known faster than by its letters."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from typing import overload

from ctxaudit.verbatim import Occurrences, Token


class Rows(Sequence[Sequence[int]]):
    """Many short rows of numbers, kept in one array."""

    def __init__(self, starts: Sequence[int], numbers: array[int]) -> None:
        """`starts` tells where each row begins, and at last where all end."""
        self._starts = array("I", starts)
        self._numbers = numbers

    def size(self, row: int) -> int:
        """How many numbers a row has."""
        return self._starts[row + 1] - self._starts[row]

    def __len__(self) -> int:
        return len(self._starts) - 1

    @overload
    def __getitem__(self, row: int) -> array[int]: ...

    @overload
    def __getitem__(self, row: slice) -> list[array[int]]: ...

    def __getitem__(self, row: int | slice) -> array[int] | list[array[int]]:
        if isinstance(row, slice):
            return [self[at] for at in range(*row.indices(len(self)))]
        if row < 0:
            raise IndexError(row)
        return self._numbers[self._starts[row] : self._starts[row + 1]]


class Catalogue:
    """Numbers of tokens by text, in order of first place, and of texts by token, ascending."""

    def __init__(self, found: Occurrences, texts: int) -> None:
        self.tokens = found.tokens
        self.of_text = Rows(_starts(found.texts, texts), found.numbers)
        self.texts = _turned(found)  # by the number of a token those that have it
        self._number_of = {token: number for number, token in enumerate(found.tokens)}

    def number(self, token: Token) -> int | None:
        """The number of a token; None when no text has it in this spelling."""
        return self._number_of.get(token)

    def spread(self, number: int) -> int:
        """In how many texts the token of this number is."""
        return self.texts.size(number)

    def place(self, text: int, number: int) -> int:
        """Which of the text's tokens it is that has this number."""
        return self.of_text[text].index(number)

    def tokens_of(self, text: int) -> tuple[Token, ...]:
        return tuple([self.tokens[number] for number in self.of_text[text]])


def _starts(rows: array[int], count: int) -> list[int]:
    """Where each row begins when what belongs to it is put row after row, and at last where all end."""
    sizes = Counter(rows)
    return list(accumulate((sizes[row] for row in range(count)), initial=0))


def _turned(found: Occurrences) -> Rows:
    """The texts of each token, ascending."""
    starts = _starts(found.numbers, len(found.tokens))
    texts, ends = array("I", found.texts), starts.copy()
    for text, number in zip(found.texts, found.numbers, strict=True):
        texts[ends[number]] = text
        ends[number] += 1
    return Rows(starts, texts)
