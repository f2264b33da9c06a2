"""Which of many strings does a pattern hit? Columns for many, `re` for few: both give the same answer."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from ctxaudit.falsifiers.patterns import for_python, rust

if TYPE_CHECKING:
    import polars as pl

BY_HAND: Final = 12_000  # characters; below this, loading the columns costs more than the search
_ODD_CASES: Final = re.compile("[\u017f\u212a]")  # case folded they are s and k, which `re` says of no ASCII pattern
_LONE_SURROGATE: Final = re.compile("[\ud800-\udfff]")


class Column:
    """Strings that several patterns are asked of."""

    def __init__(self, strings: list[str]) -> None:
        self._strings = [string if string.isascii() else _LONE_SURROGATE.sub("\ufffd", string) for string in strings]
        self._series: pl.Series | None = None
        if sum(map(len, strings)) > BY_HAND or any(map(_ODD_CASES.search, self._strings)):
            import polars as pl

            self._series = pl.Series("text", self._strings, dtype=pl.String)

    def hits(self, pattern: str) -> list[bool]:
        """For each string whether the pattern hits it somewhere."""
        if not self._strings:
            return []
        if self._series is None:
            search = for_python(pattern).search
            return [search(string) is not None for string in self._strings]
        return self._series.str.contains(_compiled(pattern)).to_list()


@cache
def _compiled(pattern: str) -> str:
    return rust(pattern)
