"""The tokens that hits turn out to be, each with a number."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ctxaudit.verbatim.held import Marks
from ctxaudit.verbatim.tokens import Token

if TYPE_CHECKING:
    import polars as pl

_MOST_KNOWN = 200_000  # hits of a stage that are remembered over batches
Judge = Callable[[str, str], Token | None]


class Numbering:
    """Tokens in the order in which they are met, over any number of batches of hits."""

    def __init__(self) -> None:
        self.tokens: list[Token] = []
        self._number_of: dict[Token, int] = {}
        self._known: dict[str, dict[str, int | None]] = {}  # by the kind of a stage and the hit
        self._texts: list[str] = []
        self._spellings: list[int] = []
        self._numerals: dict[str, int] = {}

    def numbers(self, kind: str, hits: pl.Series, judge: Judge) -> pl.Series:
        """The number of the token that each hit is; null for one that is none."""
        import polars as pl

        known = self._known.setdefault(kind, {})
        if len(known) > _MOST_KNOWN:
            known.clear()
        found = []
        for hit in hits.to_list():
            if hit not in known:
                token = judge(kind, hit)
                known[hit] = None if token is None else self._number(token)
            found.append(known[hit])
        return pl.Series(found, dtype=pl.UInt32)

    def letters(self) -> pl.Series:
        """The spelling of each token, by number."""
        import polars as pl

        return pl.Series("", self._texts, dtype=pl.String)

    def marks(self) -> Marks:
        import polars as pl

        return Marks(self.letters().str.len_chars(), pl.Series(self._spellings, dtype=pl.UInt32))

    def _number(self, token: Token) -> int:
        number = self._number_of.get(token)
        if number is None:
            number = self._number_of[token] = len(self.tokens)
            self.tokens.append(token)
            self._texts.append(token.text)
            # what is spelled alike is the same token, but for numbers: what one is of may stand beside it
            alike = self._numerals.setdefault(token.text, number) if token.kind == "number" else number
            self._spellings.append(alike)
        return number
