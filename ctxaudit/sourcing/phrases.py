"""Which of many texts hold a phrase, folded and case folded, at word edges; knows nothing of spans or moments."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from ctxaudit.falsifiers import fold
from ctxaudit.falsifiers.folding import holds_folded
from ctxaudit.verbatim import encodable

if TYPE_CHECKING:
    import polars as pl

_ASCII_WORD: Final = re.compile(r"[a-z0-9]+")
_NUMBERED: Final = re.compile(r"[0-9]")
_MARKS: Final = r'[*_`#~"“”„]+'  # what folding takes out of the middle of a word
_BY_HAND: Final = 12_000  # characters; below this, loading the columns costs more than plain search
_ANCHORS: Final = 5


class Phrases:
    """The texts by the phrases that they hold. One pass over all texts leaves few that need be folded."""

    def __init__(self, texts: Iterable[str]) -> None:
        self._texts = list(dict.fromkeys(texts))
        self._folded: dict[int, str] = {}
        self._likely: dict[str, Sequence[int]] = {}
        self._holding: dict[str, list[str]] = {}

    def learn(self, phrases: Iterable[str]) -> None:
        """Looks many phrases up in one pass; a phrase that was not learned costs a pass of its own."""
        anchors = {phrase: _anchors(phrase) for phrase in dict.fromkeys(phrases) if phrase not in self._likely}
        places = self._places({word for words in anchors.values() for word in words})
        for phrase, words in anchors.items():
            found = sorted((places.get(word, ()) for word in words), key=len)
            self._likely[phrase] = _in_all(found) if found else range(len(self._texts))

    def holding(self, phrase: str) -> list[str]:
        """The texts that hold it, in the order given; none for a phrase without words or signs."""
        if phrase not in self._holding:
            self.learn([phrase])
            needle = fold(phrase)
            numbers = self._likely[phrase] if needle else ()
            self._holding[phrase] = [self._texts[n] for n in numbers if holds_folded(needle, self._fold(n))]
        return self._holding[phrase]

    def _fold(self, number: int) -> str:
        if number not in self._folded:
            self._folded[number] = fold(self._texts[number])
        return self._folded[number]

    def _places(self, words: set[str]) -> dict[str, list[int]]:
        """The numbers of the texts in which each word stands, alone or inside a longer one."""
        if not words or not self._texts:
            return {}
        if sum(map(len, self._texts)) <= _BY_HAND:
            bare = [re.sub(_MARKS, "", text).lower() for text in self._texts]
            return {word: [number for number, text in enumerate(bare) if word in text] for word in words}
        import polars as pl

        hits = self._column.str.extract_many(sorted(words), overlapping=True).list.unique()
        frame = pl.DataFrame({"text": range(len(hits)), "word": hits}).explode("word").drop_nulls()
        grouped = frame.group_by("word").agg(pl.col("text").sort())
        return dict(zip(grouped["word"].to_list(), grouped["text"].to_list(), strict=True))

    @cached_property
    def _column(self) -> pl.Series:
        import polars as pl

        texts = map(encodable, self._texts)
        return pl.Series("text", list(texts), dtype=pl.String).str.replace_all(_MARKS, "").str.to_lowercase()


def _in_all(numbers: Sequence[Sequence[int]]) -> list[int]:
    """The numbers that stand in every one of the lists, ascending; the shortest list comes first."""
    common = set(numbers[0])
    for others in numbers[1:]:
        common.intersection_update(others)
    return sorted(common)


def _anchors(phrase: str) -> list[str]:
    """A few words of a phrase by which the texts that hold it are found: the longest, and those with a digit."""
    spelled = re.sub(_MARKS, "", phrase).lower()  # case folding may respell a word: "straße"
    words = {word for word in _ASCII_WORD.findall(fold(phrase)) if word in spelled}
    longest = sorted((word for word in words if len(word) > 3), key=lambda word: (-len(word), word))[:_ANCHORS]
    return [*longest, *sorted(word for word in words if _NUMBERED.search(word) and word not in longest)]
