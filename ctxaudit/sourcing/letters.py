"""In which of many texts do needles stand with their own letters? Knows nothing of tokens.

A needle stands in a text as a whole word, white space folded; a line-number gutter is no part of a text. Files are read
again and again, so each distinct line is looked at once, by one automaton for all needles; `literal_in` then decides.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import repeat
from typing import TYPE_CHECKING

from ctxaudit.verbatim import encodable, fold_space, literal_in, word_hits

if TYPE_CHECKING:
    import polars as pl

_GUTTER = r"^(?:[ \t]*[0-9]{1,7}→|[ \t]+[0-9]{1,7}\t)"
_GUTTERS = re.compile(_GUTTER, re.MULTILINE)
_BATCH_CHARACTERS = 2_000_000  # bounds the memory that the columns of lines and hits take
_NEEDLES_SHARE = 8  # but a batch is so many times longer than all needles: the automaton is built for each batch
_LONG = 200  # characters of a needle: the automaton copies it at each hit
_BY_HAND = 4_000_000  # characters times needles; below this, starting the columns costs more than plain search

_PLAIN = [bytes([letter]) for letter in range(0x21, 0x7F)]  # ASCII that is seen

Pairs = Iterator[tuple[str, int]]


def folded(text: str) -> str:
    """The text without line-number gutters, white space folded."""
    return fold_space(_GUTTERS.sub("", text) if "→" in text or "\t" in text else text)


def standing(needles: Mapping[str, Collection[int]], texts: Sequence[str]) -> Pairs:
    """The pairs of a needle and the index of a text that it stands in, each once.

    Needles are given with their white space folded, each with the texts of which nobody asks; these are left out.
    """
    wanted = {needle: known for needle, known in needles.items() if needle}
    if len(wanted) * sum(map(len, texts)) <= _BY_HAND:
        return _by_hand(wanted, texts)
    plain = {needle: known for needle, known in wanted.items() if len(needle) <= _LONG and encodable(needle) == needle}
    return _in_turn(_by_hand(_without(wanted, plain), texts), _in_columns(plain, texts) if plain else iter(()))


def _without(needles: Mapping[str, Collection[int]], others: Collection[str]) -> Mapping[str, Collection[int]]:
    return {needle: known for needle, known in needles.items() if needle not in others}


def _in_turn(first: Pairs, second: Pairs) -> Pairs:
    yield from first
    yield from second


def _by_hand(needles: Mapping[str, Collection[int]], texts: Sequence[str]) -> Pairs:
    if not needles:
        return
    for at, text in enumerate(texts):
        words = folded(text)
        for needle, known in needles.items():
            if needle in words and at not in known and literal_in(needle, words):
                yield needle, at


# --- in columns ---


def _in_columns(needles: Mapping[str, Collection[int]], texts: Sequence[str]) -> Pairs:
    import polars as pl

    names = list(needles)
    asked, known = _Asked(names), _pairs(needles)
    size = max(_BATCH_CHARACTERS, _NEEDLES_SHARE * sum(map(len, names)))
    for start, batch in _batches(texts, size):
        frame = pl.DataFrame({"line": batch}, schema={"line": pl.String}).with_row_index("text", offset=start)
        lines = frame.select("text", pl.col("line").str.split("\n")).explode("line")
        found = asked.hits(lines.get_column("line").unique())
        pairs = lines.join(found, on="line").join(known, on=["text", "needle"], how="anti")
        yield from _verified(names, pairs, texts)


class _Asked:
    """Needles by number, and the word of each that the automaton looks for: of several the one that is most its own."""

    def __init__(self, names: Sequence[str]) -> None:
        import polars as pl

        cut = [_around_rarest_word(name) if " " in name else (None, name, None) for name in names]
        self._words = list(dict.fromkeys(word for _, word, _ in cut))
        rows = [(before, word, after, number) for number, (before, word, after) in enumerate(cut)]
        schema = {"before": pl.Binary, "word": pl.String, "after": pl.Binary, "needle": pl.UInt32}
        self._of_word = pl.DataFrame(rows, schema=schema, orient="row")

    def hits(self, lines: pl.Series) -> pl.DataFrame:
        """The lines in which a needle's word stands beside what may be its neighbours, as far as bytes tell."""
        import polars as pl

        bare = lines.str.replace(_GUTTER, "")
        found = word_hits(bare, self._words).join(self._of_word, on="word")
        text = pl.DataFrame(
            {"row": range(len(bare)), "text": bare.cast(pl.Binary)}, schema_overrides={"row": pl.UInt32}
        )
        spaced = found.filter(pl.col("before").is_not_null() | pl.col("after").is_not_null()).join(text, on="row")
        kept = spaced.filter(~(_wrong_before() | _wrong_after())).select("row", "needle")
        alone = found.filter(pl.col("before").is_null() & pl.col("after").is_null()).select("row", "needle")
        pairs = pl.concat([alone, kept]).unique()
        return pairs.select("needle", line=lines.gather(pairs.get_column("row")))


def _around_rarest_word(needle: str) -> tuple[bytes | None, str, bytes | None]:
    """White space in a needle may be a new line in the text, so one word is looked for; with the words beside it."""
    words = needle.split(" ")
    at = max(range(len(words)), key=lambda at: _ownness(words[at]))
    before = words[at - 1].encode() if at else None
    return before, words[at], words[at + 1].encode() if at + 1 < len(words) else None


def _ownness(word: str) -> tuple[bool, bool, int]:
    """Signs stand everywhere, words of a language in many places, identifiers and numerals in few."""
    return any(map(str.isalnum, word)), not word.isalpha(), len(word)


def _wrong_before() -> pl.Expr:
    """Not white space, or one blank and another word, stands before the word. More white space is looked at later."""
    import polars as pl

    at, size = pl.col("at").cast(pl.Int64), pl.col("before").bin.size().cast(pl.Int64)
    last, last_but_one = pl.col("text").bin.slice(at - 1, 1), pl.col("text").bin.slice(at - 2, 1)
    another = (at - 1 < size) | (pl.col("text").bin.slice(at - 1 - size, size) != pl.col("before"))
    wrong = last.is_in(_PLAIN) | ((last == b" ") & (at > 1) & last_but_one.is_in(_PLAIN) & another)
    return pl.col("before").is_not_null() & (at > 0) & wrong


def _wrong_after() -> pl.Expr:
    """The same of what stands after it."""
    import polars as pl

    end = pl.col("at").cast(pl.Int64) + pl.col("word").str.len_bytes().cast(pl.Int64)
    first, second = pl.col("text").bin.slice(end, 1), pl.col("text").bin.slice(end + 1, 1)
    another = pl.col("text").bin.slice(end + 1, pl.col("after").bin.size()) != pl.col("after")
    return pl.col("after").is_not_null() & (first.is_in(_PLAIN) | ((first == b" ") & second.is_in(_PLAIN) & another))


def _pairs(needles: Mapping[str, Collection[int]]) -> pl.DataFrame:
    """The pairs of which nobody asks."""
    import polars as pl

    texts, numbers = array("I"), array("I")
    for number, known in enumerate(needles.values()):
        texts.extend(known)
        numbers.extend(repeat(number, len(known)))
    return pl.DataFrame({"text": texts, "needle": numbers}, schema={"text": pl.UInt32, "needle": pl.UInt32})


def _verified(names: Sequence[str], pairs: pl.DataFrame, texts: Sequence[str]) -> Pairs:
    """Of these pairs those that hold. A needle of one word is asked of each distinct line once."""
    import polars as pl

    spaced = pl.Series([number for number, name in enumerate(names) if " " in name], dtype=pl.UInt32)
    across = pl.col("needle").is_in(spaced.implode())
    alone = pairs.filter(~across)
    asked = alone.select("line", "needle").unique()
    stands = [
        literal_in(names[needle], re.sub(_GUTTER, "", line))
        for line, needle in zip(asked["line"].to_list(), asked["needle"].to_list(), strict=True)
    ]
    found = alone.join(asked.filter(pl.Series(stands, dtype=pl.Boolean)), on=["line", "needle"], how="semi")
    for needle, text in found.select("needle", "text").unique(maintain_order=True).iter_rows():
        yield names[needle], text
    yield from _across_lines(names, pairs.filter(across).select("text", "needle").unique().sort("text"), texts)


def _across_lines(names: Sequence[str], pairs: pl.DataFrame, texts: Sequence[str]) -> Pairs:
    last, words = -1, ""
    for text, needle in pairs.iter_rows():
        if text != last:
            last, words = text, folded(texts[text])
        if literal_in(names[needle], words):
            yield names[needle], text


def _batches(texts: Iterable[str], most: int) -> Iterator[tuple[int, list[str]]]:
    """The texts with the index of the first of them, in parts of about so many characters."""
    start, size = 0, 0
    batch: list[str] = []
    for at, text in enumerate(texts):
        if batch and size + len(text) > most:
            yield start, batch
            start, size, batch = at, 0, []
        batch.append(encodable(text))
        size += len(text)
    if batch:
        yield start, batch
