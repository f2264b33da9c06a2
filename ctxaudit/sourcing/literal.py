"""Finds many strings in many texts at once, as whole words and with their own letters; knows nothing of tokens."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain

from ctxaudit.verbatim import encodable, literal_in

_BATCH_CHARACTERS = 4_000_000  # bounds the memory that the columns of hits take
_LONG = 200  # characters of a needle
_BY_HAND = 4_000_000  # characters times needles; below this, starting the columns costs more than plain search


def literal_places(needles: Collection[str], texts: Sequence[str]) -> dict[str, set[int]]:
    """For each needle the indexes of the texts that hold it; needles and texts are given with white space folded."""
    places: dict[str, set[int]] = {needle: set() for needle in needles}
    for needle, at in contained(places, texts):
        if literal_in(needle, texts[at]):
            places[needle].add(at)
    return places


def contained(needles: Iterable[str], texts: Sequence[str]) -> Iterator[tuple[str, int]]:
    """The pairs of a needle and a text that has its letters somewhere, word edges not asked; no empty needle has any.

    A needle with a lone surrogate may be paired with a text that has another one in that place.
    """
    wanted = [needle for needle in needles if needle]
    if not wanted:
        return iter(())
    small = len(wanted) * sum(map(len, texts)) <= _BY_HAND
    if small:
        return _contained_by_hand(wanted, texts)
    # The automaton copies a needle at each hit: a long one that hits often would take all memory.
    long = [needle for needle in wanted if len(needle) > _LONG]
    short = [needle for needle in wanted if len(needle) <= _LONG]
    return chain(_contained(short, texts) if short else (), _contained_by_hand(long, texts))


def _contained_by_hand(needles: Sequence[str], texts: Sequence[str]) -> Iterator[tuple[str, int]]:
    for at, text in enumerate(texts):
        for needle in needles:
            if needle in text:
                yield needle, at


def _contained(needles: Sequence[str], texts: Sequence[str]) -> Iterator[tuple[str, int]]:
    import polars as pl

    spelled = {encodable(needle): needle for needle in needles}
    for start, batch in batches(map(encodable, texts), _BATCH_CHARACTERS):
        frame = pl.DataFrame({"text": batch}, schema={"text": pl.String}).with_row_index("row", offset=start)
        hits = pl.col("text").str.extract_many(list(spelled), overlapping=True).list.unique()
        lists = frame.select("row", hit=hits)
        pairs = lists.filter(lists["hit"].list.len() > 0).explode("hit")
        for row, hit in zip(pairs["row"].to_list(), pairs["hit"].to_list(), strict=True):
            yield spelled[hit], row


def batches(texts: Iterable[str], most: int) -> Iterator[tuple[int, list[str]]]:
    """The texts in parts of about so many characters, each part with the index of its first text."""
    start, size = 0, 0
    batch: list[str] = []
    for at, text in enumerate(texts):
        if batch and size + len(text) > most:
            yield start, batch
            start, size, batch = at, 0, []
        batch.append(text)
        size += len(text)
    if batch:
        yield start, batch
