"""The lines of many texts that may hold a token, as columns, batch by batch.

Sessions read their files again and again, so many lines of a batch repeat: each distinct one is read once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from ctxaudit.packed import Kept
from ctxaudit.verbatim.lines import LONGEST_PART, is_one_piece, parts_of
from ctxaudit.verbatim.numbered import column, numbered
from ctxaudit.verbatim.patterns import PROMISING, PROMISING_PROSE
from ctxaudit.verbatim.tokens import Reading

if TYPE_CHECKING:
    import polars as pl

_BATCH_CHARACTERS = 6_000_000  # bounds the memory that the columns take


class Batch(NamedTuple):
    """Stretches of texts that are all prose or all none, and how each is read."""

    prose: bool
    numbers: list[int]
    parts: list[Kept]
    whole: list[bool]  # not to be cut into lines


class Pieces(NamedTuple):
    """Each row of `texts` and `numbers`: this text has this piece, in order of texts and places."""

    texts: pl.Series
    numbers: pl.Series
    distinct: pl.Series  # by number


def batches(readings: Iterable[Reading], *, prose: bool) -> Iterator[Batch]:
    """The readings that are prose, or those that are not."""
    batch, size = Batch(prose, [], [], []), 0
    for number, reading in enumerate(readings):
        if reading.prose is not prose:
            continue
        whole = is_one_piece(reading)
        kept = reading.kept
        for part in (kept,) if whole or len(kept) <= LONGEST_PART else parts_of(reading.text):
            if size + len(part) > _BATCH_CHARACTERS and size:
                yield batch
                batch, size = Batch(prose, [], [], []), 0
            batch.numbers.append(number)
            batch.parts.append(part)
            batch.whole.append(whole)
            size += len(part)
    if batch.numbers:
        yield batch


def pieces_of(batch: Batch) -> Pieces:
    """The pieces of a batch but those that can hold no token."""
    import polars as pl

    frame = pl.DataFrame({"text": batch.numbers, "whole": batch.whole, "piece": column(batch.parts)})
    lines = pl.col("piece").str.split("\n")
    if any(batch.whole):
        lines = pl.when("whole").then(pl.concat_list("piece")).otherwise(lines)
    frame = frame.select(pl.col("text").cast(pl.UInt32), lines).explode("piece")
    frame = frame.filter(pl.col("piece").str.contains(PROMISING_PROSE if batch.prose else PROMISING))
    return Pieces(frame["text"], *numbered(frame["piece"]))
