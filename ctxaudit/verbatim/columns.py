"""The extractor: all texts at once, as columns; Python sees distinct hits only."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ctxaudit.verbatim.canonical import unquoted
from ctxaudit.verbatim.encodable import encodable
from ctxaudit.verbatim.found import tokens_in
from ctxaudit.verbatim.held import Held
from ctxaudit.verbatim.hits import Hits, hits_in
from ctxaudit.verbatim.numbered import once
from ctxaudit.verbatim.numbering import Numbering
from ctxaudit.verbatim.occurrences import Occurrences
from ctxaudit.verbatim.pieces import Pieces, pieces_of
from ctxaudit.verbatim.scan import scan
from ctxaudit.verbatim.threads import side_by_side
from ctxaudit.verbatim.tokens import Reading, Token

if TYPE_CHECKING:
    import polars as pl

_BATCH_BYTES = 3_000_000  # bounds the memory that the columns of hits take
_SCANNED_CHARACTERS = 120_000  # below this, the columns cost more than the scan


def extract(readings: Sequence[Reading]) -> list[tuple[Token, ...]]:
    """The tokens of each text in order of first place, each (class, spelling) once."""
    return list(occurrences(readings).by_text(len(readings)))


def occurrences(readings: Sequence[Reading]) -> Occurrences:
    """The distinct tokens of all texts, and which of them stand in which text: what `extract` gives, as columns."""
    if sum(len(reading.text) for reading in readings) <= _SCANNED_CHARACTERS:
        return Occurrences.of(scan(encodable(reading.text), prose=reading.prose) for reading in readings)
    import polars as pl

    numbering = Numbering()
    pairs = pl.concat(_pairs(readings, numbering)).sort("text", maintain_order=True)
    met = pairs["token"].unique(maintain_order=True)
    numbers = pairs["token"].replace_strict(met, pl.int_range(len(met), dtype=pl.UInt32, eager=True))
    tokens = [numbering.tokens[number] for number in met.to_list()]
    return Occurrences(tokens, array("I", pairs["text"].to_list()), array("I", numbers.to_list()))


def extract_one(reading: Reading) -> tuple[Token, ...]:
    """What `extract` gives for this one text."""
    return extract([reading])[0]


def token_from(text: str) -> Token | None:
    """The token that covers at least four fifths of a spelled claim, its quotes off; None of a mere literal."""
    bare = unquoted(text)
    tokens = [token for token in extract_one(Reading(text, prose=True)) if len(token.text) >= 0.8 * len(bare)]
    return max(tokens, key=lambda token: len(token.text), default=None) if bare else None


class _Batch(NamedTuple):
    """Some of the pieces of one kind of text."""

    prose: bool
    letters: pl.Series


def _pairs(readings: Sequence[Reading], numbering: Numbering) -> Iterator[pl.DataFrame]:
    """The texts with their tokens, first those that are no prose and then the others."""
    kinds = [pieces_of(readings, prose=prose) for prose in (False, True)]
    batches = (batch for prose, pieces in enumerate(kinds) for batch in _batches(pieces, prose=bool(prose)))
    found: tuple[list[Held], list[Held]] = ([], [])
    for batch, hits in side_by_side(_hit, batches):
        found[batch.prose].append(tokens_in(batch.letters, hits, numbering))
    spellings = numbering.marks().spellings
    for pieces, held in zip(kinds, found, strict=True):
        yield _tokens_of_texts(pieces, held, spellings)


def _batches(pieces: Pieces, *, prose: bool) -> Iterator[_Batch]:
    import polars as pl

    sizes = pieces.distinct.str.len_bytes().cast(pl.UInt64).cum_sum()
    start = 0
    while start < len(sizes):
        before = sizes[start - 1] if start else 0
        end = max(start + 1, int((sizes <= before + _BATCH_BYTES).sum()))
        yield _Batch(prose, pieces.distinct.slice(start, end - start))
        start = end


def _hit(batch: _Batch) -> tuple[_Batch, Hits]:
    return batch, hits_in(batch.letters, prose=batch.prose)


def _tokens_of_texts(pieces: Pieces, batches: Sequence[Held], spellings: pl.Series) -> pl.DataFrame:
    """Each text with the tokens of its pieces, each spelling once."""
    import polars as pl

    if not batches:
        return pl.DataFrame(schema={"text": pl.UInt32, "token": pl.UInt32})
    starts, start = [], 0
    for held in batches:
        starts.append(held.starts.slice(0, len(held.starts) - 1) + start)
        start += len(held.tokens)
    starts.append(pl.Series([start], dtype=pl.UInt32))
    tokens = pl.concat([held.tokens for held in batches])
    asked, rows = Held(pl.concat(starts), tokens, tokens).by(pieces.numbers)
    pairs = pl.DataFrame({"text": pieces.texts.gather(asked), "token": tokens.gather(rows)})
    return pairs.select(pl.all().gather(once(pairs["text"], spellings.gather(pairs["token"]))))
