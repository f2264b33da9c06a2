"""From what the patterns hit in pieces of text to the tokens of each piece, in order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ctxaudit.verbatim.held import Held, in_order, walked
from ctxaudit.verbatim.hits import Hits, Stage, hits_in
from ctxaudit.verbatim.keep import judged, keep_quoted
from ctxaudit.verbatim.numbered import column
from ctxaudit.verbatim.numbering import Numbering
from ctxaudit.verbatim.patterns import TICKED
from ctxaudit.verbatim.tokens import Token

if TYPE_CHECKING:
    import polars as pl


def tokens_in(pieces: pl.Series, hits: Hits, numbering: Numbering) -> Held:
    """The tokens of each piece."""
    import polars as pl

    raw = _judged(hits.raw, numbering)
    quoted = list(_quoted(hits.quoted, numbering))
    held = _tokens_of_chunks(hits, numbering)
    known = len(numbering.tokens)
    chunks = pl.int_range(known, known + len(hits.chunks.distinct), dtype=pl.UInt32, eager=True)
    telling = held.starts.diff().slice(1) > 0
    finds = _finds([*raw, (hits.chunks, chunks.zip_with(telling, chunks.clear(1))), *quoted])
    needles = pl.concat([numbering.marks().letters, hits.chunks.distinct.alias("text")])
    finds = _spread(_placed(finds, pieces, needles), _beside(known, held))
    return in_order(finds, len(pieces), numbering.marks())


def _tokens_of_chunks(hits: Hits, numbering: Numbering) -> Held:
    """The tokens of each distinct chunk."""
    finds = walked(_finds(_judged(hits.chunked, numbering)), hits.chunks.distinct, numbering.marks().letters)
    return in_order(finds.rename({"needle": "token"}), len(hits.chunks.distinct), numbering.marks())


def _judged(stages: Sequence[Stage], numbering: Numbering) -> list[tuple[Stage, pl.Series]]:
    """What each distinct hit of the stages is."""
    return [(stage, numbering.numbers(stage.kind, stage.distinct, judged)) for stage in stages if stage.kind]


def _finds(stages: Sequence[tuple[Stage, pl.Series]]) -> pl.DataFrame:
    """Who holds what: one owner after the other, and of each stage by stage. A hit that is nothing is no find."""
    import polars as pl

    sizes = {"stage": range(len(stages)), "size": [len(stage.rows) for stage, _ in stages]}
    numbers = pl.DataFrame(sizes, schema_overrides={"stage": pl.UInt8}).select(pl.col("stage").repeat_by("size"))
    needles = pl.concat([needles.gather(stage.numbers) for stage, needles in stages])
    owners = pl.concat([stage.rows for stage, _ in stages])
    finds = numbers.explode("stage", empty_as_null=False).with_columns(owner=owners, needle=needles)
    return finds.filter(needles.is_not_null()).sort("owner", maintain_order=True)


def _placed(finds: pl.DataFrame, pieces: pl.Series, needles: pl.Series) -> pl.DataFrame:
    """The finds with their places; one that is alone in its piece needs none."""
    import polars as pl

    begins = (finds["owner"] != finds["owner"].shift(1)).fill_null(value=True)
    alone = begins & begins.shift(-1, fill_value=True)
    nowhere = pl.lit(0, pl.UInt32).alias("place")
    return pl.concat([finds.filter(alone).with_columns(nowhere), walked(finds.filter(~alone), pieces, needles)])


def _beside(tokens: int, chunks: Held) -> Held:
    """The tokens as owners of themselves, and the chunks after them."""
    import polars as pl

    numbers = pl.int_range(tokens, dtype=pl.UInt32, eager=True)
    return Held(
        pl.concat([numbers, chunks.starts + tokens]),
        pl.concat([pl.zeros(tokens, pl.UInt32, eager=True), chunks.places]),
        pl.concat([numbers, chunks.tokens]),
    )


def _spread(finds: pl.DataFrame, held: Held) -> pl.DataFrame:
    """The tokens that finds hold, each at its place in the owner of the find."""
    import polars as pl

    at, rows = held.by(finds["needle"])
    places = finds["place"].gather(at) + held.places.gather(rows)
    return pl.DataFrame({"owner": finds["owner"].gather(at), "place": places, "token": held.tokens.gather(rows)})


def _quoted(stages: Sequence[Stage], numbering: Numbering) -> Iterator[tuple[Stage, pl.Series]]:
    """The finds in quotes that are tokens and are not wholly one of another class."""
    kept = {
        hit: token for stage in stages for hit in stage.distinct.to_list() if (token := _in_quotes(stage.kind, hit))
    }
    names = _names(list({token.text: None for token in kept.values() if token.kind == "quoted"}), numbering)

    def judge(_: str, hit: str) -> Token | None:
        token = kept.get(hit)
        return None if token is None or (token.kind == "quoted" and token.text in names) else token

    for stage in stages:
        yield stage, numbering.numbers(stage.kind, stage.distinct, judge)


def _in_quotes(kind: str, hit: str) -> Token | None:
    return keep_quoted(hit[1:-1], ticked=kind == TICKED.kind)


def _names(spans: list[str], numbering: Numbering) -> set[str]:
    """The spans that are wholly a token when they are read without quotes."""
    import polars as pl

    if not spans:
        return set()
    letters = column(spans)
    held = tokens_in(letters, hits_in(letters, prose=False), numbering)
    at, rows = held.by(pl.int_range(len(spans), dtype=pl.UInt32, eager=True))
    pairs = zip(at.to_list(), held.tokens.gather(rows).to_list(), strict=True)
    return {spans[span] for span, token in pairs if spans[span] == numbering.tokens[token].text}
