"""The pieces in which many texts are read, as columns: each distinct one once, and which text has which.

Sessions read their files again and again, so half of the lines repeat. A piece that can hold no token is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from ctxaudit.verbatim.lines import LONGEST_PART, is_one_piece, parts_of
from ctxaudit.verbatim.numbered import column, numbered
from ctxaudit.verbatim.patterns import PROMISING, PROMISING_PROSE
from ctxaudit.verbatim.threads import side_by_side
from ctxaudit.verbatim.tokens import Reading

if TYPE_CHECKING:
    import polars as pl

_BATCH_CHARACTERS = 2_000_000  # bounds the memory that the lines of texts take


class Pieces(NamedTuple):
    """Each row of `texts` and `numbers`: this text has this piece, in order of texts and places."""

    texts: pl.Series
    numbers: pl.Series
    distinct: pl.Series  # by number


class _Batch(NamedTuple):
    """Stretches of texts, and how each is read."""

    numbers: list[int]
    parts: list[str]
    whole: list[bool]  # not to be cut into lines


def pieces_of(readings: Iterable[Reading], *, prose: bool) -> Pieces:
    """The pieces of the readings that are prose, or of those that are not."""
    import polars as pl

    sifted = list(side_by_side(_sifted_prose if prose else _sifted, _batches(readings, prose)))
    if not sifted:
        none = pl.Series([], dtype=pl.UInt32)
        return Pieces(none, none, pl.Series([], dtype=pl.String))
    numbers, distinct = numbered(pl.concat([batch.distinct for batch in sifted]))
    known, start = [], 0
    for batch in sifted:
        known.append(numbers.slice(start, len(batch.distinct)).gather(batch.numbers))
        start += len(batch.distinct)
    return Pieces(pl.concat([batch.texts for batch in sifted]), pl.concat(known), distinct)


def _batches(readings: Iterable[Reading], prose: bool) -> Iterator[_Batch]:
    batch, size = _Batch([], [], []), 0
    for number, reading in enumerate(readings):
        if reading.prose is not prose:
            continue
        whole = is_one_piece(reading)
        for part in (reading.text,) if whole or len(reading.text) <= LONGEST_PART else parts_of(reading.text):
            if size + len(part) > _BATCH_CHARACTERS and size:
                yield batch
                batch, size = _Batch([], [], []), 0
            batch.numbers.append(number)
            batch.parts.append(part)
            batch.whole.append(whole)
            size += len(part)
    if batch.numbers:
        yield batch


def _sifted(batch: _Batch) -> Pieces:
    return _distinct(batch, PROMISING)


def _sifted_prose(batch: _Batch) -> Pieces:
    return _distinct(batch, PROMISING_PROSE)


def _distinct(batch: _Batch, promising: str) -> Pieces:
    import polars as pl

    frame = pl.DataFrame({"text": batch.numbers, "whole": batch.whole, "piece": column(batch.parts)})
    lines = pl.col("piece").str.split("\n")
    if any(batch.whole):
        lines = pl.when("whole").then(pl.concat_list("piece")).otherwise(lines)
    frame = frame.select(pl.col("text").cast(pl.UInt32), lines).explode("piece")
    frame = frame.filter(pl.col("piece").str.contains(promising))
    numbers, distinct = numbered(frame["piece"])
    return Pieces(frame["text"], numbers, distinct + "")  # a copy: the letters of the batch are let go
