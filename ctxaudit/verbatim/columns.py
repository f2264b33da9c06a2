"""The extractor: all texts at once, as columns; Python sees distinct hits only."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from ctxaudit.verbatim.canonical import unquoted
from ctxaudit.verbatim.encodable import encodable
from ctxaudit.verbatim.keep import keep, keep_quoted
from ctxaudit.verbatim.lines import joined, lines_of
from ctxaudit.verbatim.occurrences import Occurrences
from ctxaudit.verbatim.patterns import (
    CHUNK,
    CHUNKED,
    DOUBLE_QUOTED,
    FENCE,
    HASH_NUMBER,
    MASK,
    NUMBER,
    SYSTEM_NAME,
    TICKED,
    TRACEBACK,
    URL,
)
from ctxaudit.verbatim.places import Find, Placed, in_order, walk, whole
from ctxaudit.verbatim.scan import scan
from ctxaudit.verbatim.tokens import Reading, Token

if TYPE_CHECKING:
    import polars as pl

_BATCH_CHARACTERS = 4_000_000  # bounds the memory that the columns of hits take
_SCANNED_CHARACTERS = 12_000  # below this, loading the columns costs more than the scan

Stages = dict[int, list[list[Find]]]  # per line that has finds, per stage


def extract(readings: Sequence[Reading]) -> list[tuple[Token, ...]]:
    """The tokens of each text in order of first place, each (class, spelling) once.

    Files are read again and again, so each distinct line is looked at once.
    """
    if sum(len(reading.text) for reading in readings) <= _SCANNED_CHARACTERS:
        return [scan(encodable(reading.text), prose=reading.prose) for reading in readings]
    found: dict[bool, dict[str, tuple[Token, ...]]] = {}
    for prose in (False, True):
        distinct: dict[str, None] = {}
        for reading in readings:
            if reading.prose is prose:
                distinct.update(dict.fromkeys(lines_of(reading)))
        found[prose] = _of_lines(distinct, prose=prose)
    return [_tokens_of(reading, found[reading.prose]) for reading in readings]


def _of_lines(lines: Iterable[str], *, prose: bool) -> dict[str, tuple[Token, ...]]:
    """The tokens of each line that has any."""
    found: dict[str, tuple[Token, ...]] = {}
    for batch in _batches(lines):
        columns = [encodable(line) for line in batch]
        found.update((batch[row], tokens) for row, tokens in _extract_batch(columns, prose=prose))
    return found


def _tokens_of(reading: Reading, found: Mapping[str, tuple[Token, ...]]) -> tuple[Token, ...]:
    telling = list(map(found.__getitem__, filter(found.__contains__, lines_of(reading))))
    return telling[0] if len(telling) == 1 else joined(telling)


def occurrences(readings: Sequence[Reading]) -> Occurrences:
    """The distinct tokens of all texts, and which of them stand in which text: what `extract` gives, as columns."""
    return Occurrences.of(extract(readings))


def extract_one(reading: Reading) -> tuple[Token, ...]:
    """What `extract` gives for this one text."""
    return extract([reading])[0]


def token_from(text: str) -> Token | None:
    """The token that covers at least four fifths of a spelled claim, its quotes off; None of a mere literal."""
    bare = unquoted(text)
    tokens = [token for token in extract_one(Reading(text, prose=True)) if len(token.text) >= 0.8 * len(bare)]
    return max(tokens, key=lambda token: len(token.text), default=None) if bare else None


def _batches(lines: Iterable[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    size = 0
    for line in lines:
        if batch and size + len(line) > _BATCH_CHARACTERS:
            yield batch
            batch, size = [], 0
        batch.append(line)
        size += len(line)
    if batch:
        yield batch


def _extract_batch(lines: Sequence[str], *, prose: bool) -> Iterator[tuple[int, tuple[Token, ...]]]:
    """The number of each line that has tokens, and these."""
    texts = _frame(lines)
    stages: Stages = {}
    masked = texts
    for row in (URL, TRACEBACK):
        (hits,) = _hits(masked, [row.pattern])
        _note(stages, hits, _kept(row.kind, hits))
        masked = _masked(masked, hits, row.pattern)
    unmasking = (SYSTEM_NAME, HASH_NUMBER, NUMBER)
    *columns, chunks = _hits(masked, [*(row.pattern for row in unmasking), CHUNK])
    for row, hits in zip(unmasking, columns, strict=True):
        _note(stages, hits, _kept(row.kind, hits))
    _note(stages, chunks, _kept_in_chunks(chunks))
    if prose:
        _note_quoted(stages, texts)
    return ((row, in_order(lines[row], found)) for row, found in stages.items())


def _frame(texts: Sequence[str]) -> "pl.DataFrame":
    import polars as pl

    return pl.DataFrame({"row": range(len(texts)), "text": texts}, schema={"row": pl.UInt32, "text": pl.String})


def _hits(texts: "pl.DataFrame", patterns: Sequence[str]) -> list["pl.DataFrame"]:
    """Per pattern the distinct (row, hit) pairs, in order; the patterns run side by side."""
    import polars as pl

    lists = texts.select("row", *(pl.col("text").str.extract_all(p).alias(str(n)) for n, p in enumerate(patterns)))
    return [_pairs(lists.select("row", hit=str(n))) for n in range(len(patterns))]


def _pairs(lists: "pl.DataFrame") -> "pl.DataFrame":
    filled = lists.filter(lists["hit"].list.len() > 0)
    if filled.is_empty():
        return lists.clear().explode("hit")
    return filled.explode("hit").unique(maintain_order=True)


def _masked(texts: "pl.DataFrame", hits: "pl.DataFrame", pattern: str) -> "pl.DataFrame":
    if hits.is_empty():
        return texts
    import polars as pl

    rows = hits.select("row").unique()
    with_hits = texts.join(rows, on="row", how="semi")
    replaced = with_hits.with_columns(pl.col("text").str.replace_all(pattern, MASK))
    return pl.concat([texts.join(rows, on="row", how="anti"), replaced])


def _kept(kind: str, hits: "pl.DataFrame") -> dict[str, Find]:
    """The distinct hits that are tokens; a row without a class only masks and keeps nothing."""
    if not kind or hits.is_empty():
        return {}
    distinct = hits["hit"].unique(maintain_order=True).to_list()
    return {hit: whole(token) for hit in distinct if (token := keep(kind, hit)) is not None}


def _note(stages: Stages, hits: "pl.DataFrame", kept: Mapping[str, Find]) -> None:
    """Adds one stage to every line that holds one of the kept hits."""
    last = -1
    for row, hit in _only(hits, kept):
        if row != last:
            stages.setdefault(row, []).append([])
            last = row
        stages[row][-1].append(kept[hit])


def _only(hits: "pl.DataFrame", kept: Mapping[str, Find]) -> Iterator[tuple[int, str]]:
    """The pairs with a kept hit, row by row."""
    if not kept:
        return iter(())
    import polars as pl

    wanted = pl.DataFrame({"hit": list(kept)}, schema={"hit": pl.String})
    pairs = hits.join(wanted, on="hit", how="semi").sort("row", maintain_order=True)
    return zip(pairs["row"].to_list(), pairs["hit"].to_list(), strict=True)


def _kept_in_chunks(hits: "pl.DataFrame") -> dict[str, Find]:
    if hits.is_empty():
        return {}
    distinct = hits["hit"].unique(maintain_order=True).to_list()
    chunks = _frame(distinct)
    has_digit = chunks["text"].str.contains("[0-9]")
    with_digit, without = chunks.filter(has_digit), chunks.filter(~has_digit)
    tokens: dict[str, Placed] = {}
    for row in CHUNKED:
        (found,) = _hits(with_digit, [row.pattern])
        _place(tokens, distinct, found, _kept(row.kind, found))
        with_digit = _masked(with_digit, found, row.pattern) if row.masks else with_digit
        if row.bare:
            (found,) = _hits(without, [row.pattern])
            _place(tokens, distinct, found, _kept(row.kind, found))
            without = _masked(without, found, row.pattern) if row.masks else without
    return {chunk: Find(chunk, placed) for chunk, placed in tokens.items()}


def _place(tokens: dict[str, Placed], chunks: Sequence[str], hits: "pl.DataFrame", kept: Mapping[str, Find]) -> None:
    """Adds the kept hits of one class to the chunks that they stand in."""
    by_row: dict[int, list[Token]] = {}
    for row, hit in _only(hits, kept):
        by_row.setdefault(row, []).append(kept[hit].tokens[0][1])
    for row, found in by_row.items():
        chunk = chunks[row]
        placed = zip(walk(chunk, [token.text for token in found]), found, strict=True)
        tokens[chunk] = (*tokens.get(chunk, ()), *placed)


def _note_quoted(stages: Stages, texts: "pl.DataFrame") -> None:
    import polars as pl

    texts = texts.filter(texts["text"].str.contains('["`]'))
    if texts.is_empty():
        return
    for pattern in (FENCE, TRACEBACK.pattern):
        texts = texts.with_columns(pl.col("text").str.replace_all(pattern, MASK))
    (ticked,) = _hits(texts, [TICKED])
    (double,) = _hits(_masked(texts, ticked, TICKED), [DOUBLE_QUOTED])
    kept = _kept_quoted([*ticked["hit"].unique(maintain_order=True), *double["hit"].unique(maintain_order=True)])
    _note(stages, ticked, kept)
    _note(stages, double, kept)


def _kept_quoted(hits: Sequence[str]) -> dict[str, Find]:
    """The quoted hits that are tokens and are not wholly a token of another class."""
    tokens = {hit: token for hit in hits if (token := keep_quoted(hit[1:-1], ticked=hit[0] == "`")) is not None}
    spans = [Reading(token.text, prose=False) for token in tokens.values() if token.kind == "quoted"]
    inner = dict(zip((span.text for span in spans), extract(spans), strict=True))
    return {
        hit: whole(token)
        for hit, token in tokens.items()
        if token.kind != "quoted" or all(other.text != token.text for other in inner[token.text])
    }
