"""Many words in many texts, found by one automaton; what merely is a part of a longer word is left out early."""

from __future__ import annotations

from string import ascii_letters, digits
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import polars as pl

_WORD_BYTES = [letter.encode() for letter in f"{ascii_letters}{digits}_"]


def word_hits(texts: pl.Series, words: list[str]) -> pl.DataFrame:
    """The triples (row, word, at) of a text's index, a word in it, and the byte at which the word begins there.

    A word that begins or ends with an ASCII letter or digit is met only where no ASCII letter, digit or `_` stands
    beside it. Whoever asks for whole words has to look once more: other letters are not judged here. The automaton
    copies a word at each hit, so one that is long and hits often takes much memory.
    """
    import polars as pl

    text = pl.col("text").str
    found = pl.DataFrame({"text": texts}).select(
        "text", word=text.extract_many(words, overlapping=True), at=text.find_many(words, overlapping=True)
    )  # side by side, as both are slow
    frame = found.with_row_index("row").filter(pl.col("word").list.len() > 0)
    each = frame.explode("word", "at")
    return each.filter(~_begins_inside() & ~_ends_inside()).select("row", "word", "at")


def _begins_inside() -> pl.Expr:
    import polars as pl

    before = pl.col("text").cast(pl.Binary).bin.slice(pl.col("at").cast(pl.Int64) - 1, 1)
    return (pl.col("at") > 0) & before.is_in(_WORD_BYTES) & pl.col("word").str.contains("^[A-Za-z0-9]")


def _ends_inside() -> pl.Expr:
    import polars as pl

    after = pl.col("text").cast(pl.Binary).bin.slice(pl.col("at") + pl.col("word").str.len_bytes(), 1)
    return after.is_in(_WORD_BYTES) & pl.col("word").str.contains("[A-Za-z0-9]$")
