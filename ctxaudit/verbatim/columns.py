"""The extractor: all texts at once, as columns; Python sees distinct hits only."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from ctxaudit.verbatim.canonical import unquoted
from ctxaudit.verbatim.encodable import encodable
from ctxaudit.verbatim.found import tokens_in
from ctxaudit.verbatim.held import Held
from ctxaudit.verbatim.hits import Hits, hits_in
from ctxaudit.verbatim.numbered import once
from ctxaudit.verbatim.numbering import Numbering
from ctxaudit.verbatim.occurrences import Occurrences
from ctxaudit.verbatim.patterns import IN_CHUNK
from ctxaudit.verbatim.pieces import Batch, Pieces, batches, pieces_of
from ctxaudit.verbatim.scan import scan
from ctxaudit.verbatim.threads import side_by_side
from ctxaudit.verbatim.tokens import Reading, Token

if TYPE_CHECKING:
    import polars as pl

_SLICE = 100_000  # rows that are Python's at once
_SCANNED_CHARACTERS = 120_000  # below this, the columns cost more than the scan
# Python's engine goes to the end of a run of these from each of its letters.
_RUNS = re.compile(f"{IN_CHUNK}+")
_LONG_RUN = 500  # characters


def extract(readings: Sequence[Reading]) -> list[tuple[Token, ...]]:
    """The tokens of each text in order of first place, each (class, spelling) once."""
    return list(occurrences(readings).by_text(len(readings)))


def occurrences(readings: Sequence[Reading]) -> Occurrences:
    """The distinct tokens of all texts, and which of them stand in which text: what `extract` gives, as columns."""
    if sum(len(reading.kept) for reading in readings) <= _SCANNED_CHARACTERS and not any(map(_runs_long, readings)):
        return Occurrences.of(scan(encodable(reading.text), prose=reading.prose) for reading in readings)
    import polars as pl

    tokens, pairs = _numbered(readings)
    pairs = pairs.sort("text", maintain_order=True)
    met = pairs["token"].unique(maintain_order=True)
    numbers = pl.zeros(len(tokens), pl.UInt32, eager=True).scatter(met, pl.int_range(len(met), eager=True))
    pairs = pairs.with_columns(number=numbers.gather(pairs["token"]))
    found = Occurrences([tokens[number] for number in met.to_list()], array("I"), array("I"))
    for some in pairs.iter_slices(_SLICE):
        found.texts.extend(some["text"].to_list())
        found.numbers.extend(some["number"].to_list())
    return found


def _runs_long(reading: Reading) -> bool:
    return len(reading.kept) >= _LONG_RUN and any(len(run) >= _LONG_RUN for run in _RUNS.findall(reading.text))


def extract_one(reading: Reading) -> tuple[Token, ...]:
    """What `extract` gives for this one text."""
    return extract([reading])[0]


def token_from(text: str) -> Token | None:
    """The token that covers at least four fifths of a spelled claim, its quotes off; None of a mere literal."""
    bare = unquoted(text)
    tokens = [token for token in extract_one(Reading(text, prose=True)) if len(token.text) >= 0.8 * len(bare)]
    return max(tokens, key=lambda token: len(token.text), default=None) if bare else None


def _numbered(readings: Sequence[Reading]) -> tuple[list[Token], pl.DataFrame]:
    """The tokens by number, and the texts with the numbers of theirs; what numbered them is let go."""
    import polars as pl

    numbering = Numbering()
    return numbering.tokens, pl.concat(_pairs(readings, numbering))


def _pairs(readings: Sequence[Reading], numbering: Numbering) -> Iterator[pl.DataFrame]:
    """The texts with their tokens, first those that are no prose and then the others."""
    import polars as pl

    last = pl.DataFrame(schema={"text": pl.UInt32, "token": pl.UInt32})  # the last text so far: it may go on
    yield last
    kinds = (batches(readings, prose=prose) for prose in (False, True))
    for pieces, hits in side_by_side(_hit, chain.from_iterable(kinds)):
        held = tokens_in(pieces.distinct, hits, numbering)
        pairs = _once(pl.concat([last, _tokens_of_texts(pieces, held)]), numbering.marks().spellings)
        yield pairs.slice(len(last))
        if len(pairs):
            last = pairs.filter(pairs["text"] == pairs["text"].last())


def _hit(batch: Batch) -> tuple[Pieces, Hits]:
    pieces = pieces_of(batch)
    return pieces, hits_in(pieces.distinct, prose=batch.prose)


def _tokens_of_texts(pieces: Pieces, held: Held) -> pl.DataFrame:
    """Each text with the tokens of its pieces, one piece after the other."""
    import polars as pl

    asked, rows = held.by(pieces.numbers)
    return pl.DataFrame({"text": pieces.texts.gather(asked), "token": held.tokens.gather(rows)})


def _once(pairs: pl.DataFrame, spellings: pl.Series) -> pl.DataFrame:
    """Of each text each spelling once."""
    import polars as pl

    return pairs.select(pl.all().gather(once(pairs["text"], spellings.gather(pairs["token"]))))
