"""The tokens that hits turn out to be, each with a number."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ctxaudit.verbatim.held import Marks
from ctxaudit.verbatim.numbered import column
from ctxaudit.verbatim.tokens import Token

if TYPE_CHECKING:
    import polars as pl

_MOST_KNOWN = 200_000  # hits of a stage that are remembered over batches
_UNKNOWN = -1
Judge = Callable[[str, str], Token | None]


class Numbering:
    """Tokens in the order in which they are met, over any number of batches of hits."""

    def __init__(self) -> None:
        self.tokens: list[Token] = []
        self._number_of: dict[Token, int] = {}
        self._known: dict[str, dict[str, int | None]] = {}  # by the kind of a stage and the hit
        self._spellings: list[int] = []  # of the tokens that are not yet marked
        self._marks = Marks(column(()), *[column(()).str.len_chars()] * 2)
        self._numerals: dict[str, int] = {}

    def numbers(self, kind: str, hits: pl.Series, judge: Judge) -> pl.Series:
        """The number of the token that each hit is; null for one that is none."""
        import polars as pl

        known = self._known.setdefault(kind, {})
        if len(known) > _MOST_KNOWN:
            known.clear()
        found = []
        for hit in hits.to_list():
            number = known.get(hit, _UNKNOWN)
            if number == _UNKNOWN:
                token = judge(kind, hit)
                number = known[hit] = None if token is None else self._number(token)
            found.append(number)
        return pl.Series(found, dtype=pl.UInt32)

    def marks(self) -> Marks:
        """Those of all tokens, by number."""
        import polars as pl

        letters = column(token.text for token in self.tokens[len(self._marks.letters) :])
        if not letters.is_empty():
            new = Marks(letters, letters.str.len_chars(), pl.Series(self._spellings, dtype=pl.UInt32))
            self._marks = Marks(*[pl.concat(both, rechunk=True) for both in zip(self._marks, new, strict=True)])
            self._spellings.clear()
        return self._marks

    def _number(self, token: Token) -> int:
        new = len(self.tokens)
        number = self._number_of.setdefault(token, new)
        if number == new:
            self.tokens.append(token)
            # what is spelled alike is the same token, but for numbers: what one is of may stand beside it
            self._spellings.append(self._numerals.setdefault(token.text, new) if token.kind == "number" else new)
        return number
