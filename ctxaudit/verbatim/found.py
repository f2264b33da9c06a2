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

    raw = [_tokens(stage, numbering) for stage in hits.raw if stage.kind]
    quoted = list(_quoted(hits.quoted, numbering))
    held = _tokens_of_chunks(hits, numbering)
    known = len(numbering.tokens)
    chunks = pl.int_range(known, known + len(hits.chunks.distinct), dtype=pl.UInt32, eager=True)
    telling = held.starts.diff().slice(1) > 0
    finds = _joined([*raw, _finds(hits.chunks, chunks.zip_with(telling, chunks.clear(1))), *quoted])
    needles = pl.concat([numbering.letters(), hits.chunks.distinct.alias("")])
    finds = _placed(finds, pieces, needles)
    return in_order(_spread(finds, _beside(known, held)), len(pieces), numbering.marks())


def _tokens_of_chunks(hits: Hits, numbering: Numbering) -> Held:
    """The tokens of each distinct chunk."""
    finds = _joined([_tokens(stage, numbering) for stage in hits.chunked if stage.kind])
    finds = walked(finds, hits.chunks.distinct, numbering.letters())
    return in_order(finds.rename({"needle": "token"}), len(hits.chunks.distinct), numbering.marks())


def _tokens(stage: Stage, numbering: Numbering) -> pl.DataFrame:
    return _finds(stage, numbering.numbers(stage.kind, stage.distinct, judged))


def _finds(stage: Stage, needles: pl.Series) -> pl.DataFrame:
    """Whom a stage finds what in: of hits without a needle nothing is found."""
    import polars as pl

    return pl.DataFrame({"owner": stage.rows, "needle": needles.gather(stage.numbers)}).drop_nulls()


def _joined(stages: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """The finds of one owner after the other, and of each stage by stage."""
    import polars as pl

    marked = [finds.with_columns(stage=pl.lit(number, pl.UInt8)) for number, finds in enumerate(stages)]
    return pl.concat(marked).sort("owner", maintain_order=True)


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


def _quoted(stages: Sequence[Stage], numbering: Numbering) -> Iterator[pl.DataFrame]:
    """The finds in quotes that are tokens and are not wholly one of another class."""
    kept = {
        hit: token for stage in stages for hit in stage.distinct.to_list() if (token := _in_quotes(stage.kind, hit))
    }
    names = _names(list({token.text: None for token in kept.values() if token.kind == "quoted"}), numbering)

    def judge(_: str, hit: str) -> Token | None:
        token = kept.get(hit)
        return None if token is None or (token.kind == "quoted" and token.text in names) else token

    for stage in stages:
        yield _finds(stage, numbering.numbers(stage.kind, stage.distinct, judge))


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
