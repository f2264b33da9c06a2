"""The tokens that hits turn out to be, each with a number."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ctxaudit.verbatim.held import Marks
from ctxaudit.verbatim.tokens import Token

if TYPE_CHECKING:
    import polars as pl

Judge = Callable[[str, str], Token | None]


class Numbering:
    """Tokens in the order in which they are met, over any number of batches of hits."""

    def __init__(self) -> None:
        self.tokens: list[Token] = []
        self._number_of: dict[Token, int] = {}
        self._known: dict[str, dict[str, int | None]] = {}  # by the kind of a stage and the hit
        self._lengths: list[int] = []
        self._spellings: list[int] = []
        self._spelled: dict[tuple[str, str], int] = {}

    def numbers(self, kind: str, hits: pl.Series, judge: Judge) -> pl.Series:
        """The number of the token that each hit is; null for one that is none."""
        import polars as pl

        known = self._known.setdefault(kind, {})
        found = [
            known[hit] if hit in known else known.setdefault(hit, self._number(judge(kind, hit)))
            for hit in hits.to_list()
        ]
        return pl.Series(found, dtype=pl.UInt32)

    def letters(self) -> pl.Series:
        """The spelling of each token, by number."""
        import polars as pl

        return pl.Series("", [token.text for token in self.tokens], dtype=pl.String)

    def marks(self) -> Marks:
        import polars as pl

        return Marks(pl.Series(self._lengths, dtype=pl.UInt32), pl.Series(self._spellings, dtype=pl.UInt32))

    def _number(self, token: Token | None) -> int | None:
        if token is None:
            return None
        number = self._number_of.get(token)
        if number is None:
            number = self._number_of[token] = len(self.tokens)
            self.tokens.append(token)
            self._lengths.append(len(token.text))
            self._spellings.append(self._spelled.setdefault(token[:2], number))
        return number
