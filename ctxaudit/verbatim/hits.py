"""What the patterns hit in many pieces of text, column by column. No hit is judged here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from ctxaudit.verbatim.numbered import numbered, once
from ctxaudit.verbatim.patterns import CHUNK, CHUNKED, FENCE, MASK, QUOTED, RAW, TRACEBACK, Row

if TYPE_CHECKING:
    import polars as pl


class Stage(NamedTuple):
    """What one pattern hits: in this row this hit, each once, in order."""

    kind: str
    rows: pl.Series
    numbers: pl.Series
    distinct: pl.Series  # the hits, by number


class Hits(NamedTuple):
    """What is hit in pieces, and what the classes that are looked for in chunks hit in the distinct chunks."""

    raw: list[Stage]
    chunks: Stage
    chunked: list[Stage]
    quoted: list[Stage]


def hits_in(pieces: pl.Series, *, prose: bool) -> Hits:
    """All that is hit in pieces of prose, or of other text."""
    texts = _frame(pieces)
    quoted = list(_quoted_stages(texts)) if prose else []
    raw = []
    for row in RAW:
        stage, texts = _stage(texts, row)
        raw.append(stage)
    chunks = _all_hits(texts, CHUNK)  # what it needs is what is promising
    return Hits(raw, chunks, list(_chunked_stages(_frame(chunks.distinct))), quoted)


def _frame(texts: pl.Series) -> pl.DataFrame:
    import polars as pl

    return pl.DataFrame({"row": pl.int_range(len(texts), dtype=pl.UInt32, eager=True), "text": texts})


def _chunked_stages(texts: pl.DataFrame) -> Iterator[Stage]:
    """Most classes are looked for only in the chunks with a digit."""
    has_digit = texts["text"].str.contains("[0-9]")
    with_digit, without = texts.filter(has_digit), texts.filter(~has_digit)
    for row in CHUNKED:
        stage, with_digit = _stage(with_digit, row)
        yield stage
        if row.bare:
            stage, without = _stage(without, row)
            yield stage


def _quoted_stages(texts: pl.DataFrame) -> Iterator[Stage]:
    texts = texts.filter(texts["text"].str.contains('["`]'))
    for pattern in (FENCE, TRACEBACK.pattern):
        texts = _masked(texts, pattern)
    for row in QUOTED:
        stage, texts = _stage(texts, row)
        yield stage


def _stage(texts: pl.DataFrame, row: Row) -> tuple[Stage, pl.DataFrame]:
    """The stage, and the texts for the next one."""
    import polars as pl

    likely = texts["text"].str.contains(row.needs) if row.needs else None
    hot = texts if likely is None else texts.filter(likely) if likely.any() else texts.clear()
    stage = _all_hits(hot, row)
    if not row.masks or stage.rows.is_empty():
        return stage, texts
    masked = _masked(hot, row.pattern, row.leaves)
    return stage, masked if likely is None else pl.concat([texts.filter(~likely), masked])


def _all_hits(texts: pl.DataFrame, row: Row) -> Stage:
    import polars as pl

    if texts.is_empty():
        return Stage(row.kind, texts["row"], texts["row"], texts["text"])
    pairs = texts.select("row", hit=pl.col("text").str.extract_all(row.pattern)).explode("hit", empty_as_null=False)
    if row.telling:
        pairs = pairs.filter(pl.col("hit").str.contains(row.telling))
    rows, hits = pairs["row"], pairs["hit"]
    if hits.is_empty():
        return Stage(row.kind, rows, rows, hits)
    numbers, distinct = numbered(hits)
    first = once(rows, numbers)
    return Stage(row.kind, rows.gather(first), numbers.gather(first), distinct)


def _masked(texts: pl.DataFrame, pattern: str, leaves: str = MASK) -> pl.DataFrame:
    return texts.with_columns(texts["text"].str.replace_all(pattern, leaves))
