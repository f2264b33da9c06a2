"""Which of many texts hold a phrase, folded and case folded, at word edges; knows nothing of spans or moments."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from ctxaudit.falsifiers import fold
from ctxaudit.falsifiers.folding import holds_folded
from ctxaudit.packed import Kept, unpacked
from ctxaudit.verbatim import side_by_side, utf8

_ASCII_WORD: Final = re.compile(r"[a-z0-9]+")
_NUMBERED: Final = re.compile(r"[0-9]")
_MARKS: Final = r'[*_`#~"“”„]+'  # what folding takes out of the middle of a word
_ASCII_MARKS: Final = b'*_`#~"'
_LOWER: Final = bytes(range(256)).lower()
# the other marks, and the letters that are ASCII in lower case
_BEYOND_ASCII: Final = [sign.encode() for sign in "“”„\u212a\u0130"]
_BY_HAND: Final = 12_000  # characters; below this, loading the columns costs more than plain search
_BATCH_CHARACTERS: Final = 2_000_000  # bounds the memory that the columns take
_SAMPLE: Final = 400  # texts
_ANCHORS: Final = 5

_Numbered = tuple[int, Kept]
_Hit = tuple[int, str]


class Phrases:
    """The texts by the phrases that they hold. One pass over all texts leaves few that need be folded."""

    def __init__(self, texts: Iterable[Kept]) -> None:
        self._texts = list(dict.fromkeys(texts))
        self._folded: dict[int, str] = {}
        self._likely: dict[str, Sequence[int]] = {}
        self._holding: dict[str, list[Kept]] = {}

    def learn(self, phrases: Iterable[str]) -> None:
        """Looks many phrases up in one pass; a phrase that was not learned costs a pass of its own."""
        anchors = {phrase: _anchors(phrase) for phrase in dict.fromkeys(phrases) if phrase not in self._likely}
        if not anchors:
            return
        places = self._places([words for words in anchors.values() if words])
        for phrase, words in anchors.items():
            found = sorted((places.get(word, ()) for word in words), key=len)
            self._likely[phrase] = _in_all(found) if found else range(len(self._texts))

    def holding(self, phrase: str) -> list[Kept]:
        """The texts that hold it, in the order given; none for a phrase without words or signs."""
        if phrase not in self._holding:
            self.learn([phrase])
            needle = fold(phrase)
            numbers = self._likely[phrase] if needle else ()
            self._holding[phrase] = [self._texts[n] for n in numbers if holds_folded(needle, self._fold(n))]
        return self._holding[phrase]

    def _fold(self, number: int) -> str:
        if number not in self._folded:
            self._folded[number] = fold(unpacked(self._texts[number]))
        return self._folded[number]

    def _places(self, anchors: Sequence[Sequence[str]]) -> Mapping[str, list[int]]:
        """The numbers of the texts in which each word stands, alone or inside a longer one.

        A text that lacks a word of every phrase may be left out.
        """
        words = sorted({word for several in anchors for word in several})
        texts = list(enumerate(self._texts))
        places: dict[str, list[int]] = {word: [] for word in words}
        if not words or sum(map(len, self._texts)) <= _BY_HAND:
            found = ((number, word) for number, text in texts for word in words if word.encode() in _stripped(text))
        else:
            sample = Counter(word for _, word in _found(words, words, texts[:: 1 + len(texts) // _SAMPLE]))
            search = partial(_found, _rarest(anchors, sample), words)
            found = (pair for pairs in side_by_side(search, _batches(texts)) for pair in pairs)
        for number, word in found:
            places[word].append(number)
        return places


def _batches(texts: Iterable[_Numbered]) -> Iterator[list[_Numbered]]:
    batch: list[_Numbered] = []
    size = 0
    for number, text in texts:
        batch.append((number, text))
        size += len(text)
        if size >= _BATCH_CHARACTERS:
            yield batch
            batch, size = [], 0
    yield batch


def _found(rare: Sequence[str], words: Sequence[str], texts: Sequence[_Numbered]) -> list[_Hit]:
    """Which text holds which of the words, as far as it holds a rare one."""
    import polars as pl

    numbers = pl.Series("text", [number for number, _ in texts], dtype=pl.UInt32)
    letters = pl.Series("word", [_stripped(text) for _, text in texts], dtype=pl.Binary).cast(pl.String)
    frame = pl.DataFrame([numbers, letters]).filter(letters.str.contains_any(list(rare)))
    hits = frame["word"].str.extract_many(list(words), overlapping=True).list.unique()
    return frame.with_columns(hits).explode("word").drop_nulls().rows()


def _stripped(text: Kept) -> bytes:
    """The text in UTF-8, in lower case as far as it is ASCII, without the marks."""
    spelled = utf8(text)
    if not spelled.isascii() and any(sign in spelled for sign in _BEYOND_ASCII):
        spelled = utf8(re.sub(_MARKS, "", unpacked(text)).lower())
    return spelled.translate(_LOWER, _ASCII_MARKS)


def _rarest(anchors: Sequence[Sequence[str]], sample: Mapping[str, int]) -> list[str]:
    """One word of each phrase, so chosen that few texts hold any: rare in a sample, or good for many phrases."""
    phrases = Counter(word for words in anchors for word in words)

    def worth(word: str) -> tuple[float, int, str]:
        return phrases[word] / (1 + sample.get(word, 0)), len(word), word

    return sorted({max(words, key=worth) for words in anchors})


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
