"""Columns of text, and the numbers of the distinct strings in one."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from typing import TYPE_CHECKING

from ctxaudit.packed import Kept
from ctxaudit.verbatim.encodable import utf8

if TYPE_CHECKING:
    import polars as pl


def column(texts: Iterable[Kept]) -> pl.Series:
    """The texts as a column. They are encoded here: a string that polars asks for its UTF-8 keeps it for good."""
    import polars as pl

    return pl.Series("text", [utf8(text) for text in texts], dtype=pl.Binary).cast(pl.String)


def numbered(strings: pl.Series) -> tuple[pl.Series, pl.Series]:
    """The number of each string, and the distinct strings by number, in the order in which they are met."""
    import polars as pl

    for seed in count():
        keys = _keys(strings, seed)
        first = keys.arg_unique()
        numbers = keys.replace_strict(keys.gather(first), pl.int_range(len(first), dtype=pl.UInt32, eager=True))
        distinct = strings.gather(first)
        if (distinct.gather(numbers) == strings).all():  # else two strings share a key
            return numbers, distinct
    raise AssertionError


def _keys(strings: pl.Series, seed: int) -> pl.Series:
    return strings.hash(seed)


def once(owners: pl.Series, items: pl.Series) -> pl.Series:
    """Where each pair of numbers is met first."""
    import polars as pl

    return (owners.cast(pl.UInt64) * 2**32 + items).arg_unique()
