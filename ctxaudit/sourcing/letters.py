"""In which of many texts do needles stand with their own letters? Knows nothing of tokens.

A needle stands in a text as a whole word, white space folded; a line-number gutter is no part of a text. Files are read
again and again, so each distinct line is looked at once, by one automaton for all needles; `literal_in` then decides.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import TYPE_CHECKING

from ctxaudit.sourcing.literal import batches
from ctxaudit.verbatim import WordFinder, encodable, fold_space, literal_in
from ctxaudit.verbatim.literal import first_place
from ctxaudit.verbatim.word_hits import LONG_RUN, LONGEST_WORD, without_long_runs

if TYPE_CHECKING:
    import polars as pl

_GUTTER = r"^(?:[ \t]*[0-9]{1,7}→|[ \t]+[0-9]{1,7}\t)"
_GUTTERS = re.compile(_GUTTER, re.MULTILINE)
_BATCH_CHARACTERS = 2_000_000  # bounds the memory that the columns of lines and hits take
_BY_HAND = 40_000_000  # characters times needles; below this, starting the columns costs more than plain search

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
    plain = {
        needle: known for needle, known in wanted.items() if len(needle) <= LONGEST_WORD and encodable(needle) == needle
    }
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

    from ctxaudit.verbatim.numbered import column

    names = list(needles)
    asked, known = _Asked(names), _pairs(needles)
    for start, batch in batches(texts, _BATCH_CHARACTERS):
        frame = column(batch).to_frame("line").with_row_index("text", offset=start)
        lines = frame.select("text", pl.col("line").str.split("\n")).explode("line")
        found = asked.hits(lines.get_column("line").unique())
        here = known.slice(*_between(known.get_column("text"), start, start + len(batch)))
        pairs = lines.join(found, on="line").join(here, on=["text", "needle"], how="anti")
        yield from _verified(names, pairs, texts)


@dataclass(frozen=True, slots=True)
class _Among:
    """A needle of several words of which one is looked for, with the words beside that."""

    before: str | None
    after: str | None
    needle: int

    def fits(self, text: str, start: int, end: int) -> bool:
        """The words beside may stand there. Where a line ends, or there is more white space, it is looked at later."""
        if self.after is not None and not _follows(text, end, self.after):
            return False
        return self.before is None or _precedes(text, start, self.before)


class _Asked:
    """Needles by number, and the word of each that the automaton looks for: of several the one that is most its own."""

    def __init__(self, names: Sequence[str]) -> None:
        words: dict[str, int] = {}
        shared = Counter(word for name in names if " " in name for word in name.split(" "))
        self._alone: dict[int, int] = {}  # by the number of a word the needle that is just this word
        self._among: dict[int, list[_Among]] = {}
        for needle, name in enumerate(names):
            before, word, after = _around_rarest_word(name, shared) if " " in name else (None, name, None)
            number = words.setdefault(word, len(words))
            if before is None and after is None:
                self._alone[number] = needle
            else:
                self._among.setdefault(number, []).append(_Among(before, after, needle))
        self._finder = WordFinder(list(words))

    def hits(self, lines: pl.Series) -> pl.DataFrame:
        """The lines in which a needle's word stands beside what may be its neighbours."""
        import polars as pl

        bare = lines.str.replace(_GUTTER, "")
        if bare.str.contains(LONG_RUN).any():
            bare = pl.Series(map(without_long_runs, bare.to_list()), dtype=pl.String)
        starts = (bare.str.len_chars() + 1).cum_sum().shift(1, fill_value=0)
        places, needles = self._met(bare.str.join("\n").item())
        at = pl.Series(places, dtype=pl.UInt32)
        rows = starts.search_sorted(at, side="right") - 1
        pairs = pl.DataFrame({"row": rows, "needle": pl.Series(needles, dtype=pl.UInt32)}).unique()
        return pairs.select("needle", line=lines.gather(pairs.get_column("row")))

    def _met(self, text: str) -> tuple[array[int], array[int]]:
        """Where which needle may stand."""
        places, needles = array("I"), array("I")
        alone, among = self._alone, self._among
        framed = f"\n{text}\n"
        for word, start, end in self._finder.hits(text):
            if word in alone:
                places.append(start)
                needles.append(alone[word])
            for one in among.get(word, ()):
                if one.fits(framed, start + 1, end + 1):
                    places.append(start)
                    needles.append(one.needle)
        return places, needles


def _around_rarest_word(needle: str, shared: Mapping[str, int]) -> tuple[str | None, str, str | None]:
    """White space in a needle may be a new line in the text, so one word is looked for; with the words beside it.

    `shared`: how many needles have each word. Signs stand everywhere, a word of many needles in many places.
    """
    words = needle.split(" ")
    at = max(range(len(words)), key=lambda at: (any(map(str.isalnum, words[at])), -shared[words[at]], len(words[at])))
    before = words[at - 1] if at else None
    return before, words[at], words[at + 1] if at + 1 < len(words) else None


def _follows(text: str, end: int, word: str) -> bool:
    if text[end] != " ":
        return text[end].isspace()
    return text.startswith(word, end + 1) or text[end + 1].isspace()


def _precedes(text: str, start: int, word: str) -> bool:
    if text[start - 1] != " ":
        return text[start - 1].isspace()
    return text.endswith(word, 0, start - 1) or text[start - 2].isspace()


def _pairs(needles: Mapping[str, Collection[int]]) -> pl.DataFrame:
    """The pairs of which nobody asks, by text."""
    import polars as pl

    texts, numbers = array("I"), array("I")
    for number, known in enumerate(needles.values()):
        texts.extend(known)
        numbers.extend(repeat(number, len(known)))
    schema = {"text": pl.UInt32, "needle": pl.UInt32}
    return pl.DataFrame({"text": texts, "needle": numbers}, schema=schema).sort("text")


def _between(ascending: pl.Series, start: int, end: int) -> tuple[int, int]:
    """Offset and length of the numbers from one to another, the other left out."""
    first = int(ascending.search_sorted(start, side="left"))
    return first, int(ascending.search_sorted(end, side="left")) - first


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
    """Few of these texts have all words of the needle, and only of these the white space is folded."""
    last, words = -1, ""
    cut = {needle: names[needle].split(" ") for needle in pairs.get_column("needle").unique()}
    for text, needle in pairs.iter_rows():
        whole = texts[text]
        if not all(map(whole.__contains__, cut[needle])):
            continue
        if text != last:
            last, words = text, folded(whole)
        if first_place(names[needle], words) >= 0:
            yield names[needle], text
