"""Which of many strings does a pattern hit? Columns for many, `re` for few: both give the same answer."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from ctxaudit.falsifiers.patterns import ascii_form, for_python, rust, rust_ascii

if TYPE_CHECKING:
    import polars as pl

BY_HAND: Final = 12_000  # characters; below this, loading the columns costs more than the search
_ODD_CASES: Final = re.compile("[\u017f\u212a]")  # case folded they are s and k, which `re` says of no ASCII pattern
_LONE_SURROGATE: Final = re.compile("[\ud800-\udfff]")


class Column:
    """Strings that several patterns are asked of.

    With `bare` they are few and the patterns long: then letters that no pattern names are not told apart.
    """

    def __init__(self, strings: list[str], *, bare: bool = False) -> None:
        self._strings = [string if string.isascii() else _LONE_SURROGATE.sub("\ufffd", string) for string in strings]
        self._compiled = _compiled_ascii if bare else _compiled
        self._series: pl.Series | None = None
        if sum(map(len, strings)) > BY_HAND or any(map(_ODD_CASES.search, self._strings)):
            import polars as pl

            letters = map(ascii_form, self._strings) if bare else self._strings
            self._series = pl.Series("text", list(letters), dtype=pl.String)

    def hits(self, pattern: str) -> list[bool]:
        """For each string whether the pattern hits it somewhere."""
        if not self._strings:
            return []
        if self._series is None:
            search = for_python(pattern).search
            return [search(string) is not None for string in self._strings]
        return self._series.str.contains(self._compiled(pattern)).to_list()


@cache
def _compiled(pattern: str) -> str:
    return rust(pattern)


@cache
def _compiled_ascii(pattern: str) -> str:
    return rust_ascii(pattern)
