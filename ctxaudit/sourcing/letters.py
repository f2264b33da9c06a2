"""In which of many texts do needles stand with their own letters? Knows nothing of tokens.

A needle stands in a text as a whole word, white space folded; a line-number gutter is no part of a text. A few needles,
or short texts, are searched plainly; for more, one automaton of all needles walks over all texts.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import accumulate

from ctxaudit.verbatim import WordFinder, encodable, fold_space
from ctxaudit.verbatim.literal import first_place
from ctxaudit.verbatim.word_hits import LONGEST_WORD

_GUTTERS = re.compile(r"^(?:[ \t]*[0-9]{1,7}→|[ \t]+[0-9]{1,7}\t)", re.MULTILINE)
_FEW = 50  # needles: plain search for so many takes as long as folding a text and walking over it
_SHORT = 12_000  # characters of all texts: plain search takes as long as building the automaton
_MANY = 20_000  # needles: their automaton takes some twenty megabytes
_MANY_FOR = 300  # characters of texts for each needle of a larger automaton
_BATCH_CHARACTERS = 65_536  # what is folded and searched at once

Pairs = Iterator[tuple[str, int]]


def folded(text: str) -> str:
    """The text without line-number gutters, white space folded."""
    return fold_space(_GUTTERS.sub("", text) if "→" in text or "\t" in text else text)


def standing(needles: Iterable[str], texts: Sequence[str], fold: Callable[[str], str] = folded) -> Pairs:
    """The pairs of a needle and the index of a text that it stands in, each once; an empty needle stands nowhere.

    Needles are given with their white space folded. `fold`: how the white space of a text is.
    """
    rest, words = _parted(needles, texts)
    yield from _one_by_one(rest, texts, fold)
    for some in _portions(words, texts):
        yield from _in_one_pass(WordFinder(some), some, map(fold, texts))


def contained(needles: Iterable[str], texts: Sequence[str]) -> Pairs:
    """The pairs of a needle and a text that has its letters as they are, whatever stands beside; each once.

    No needle has a new line in it; an empty one stands nowhere.
    """
    rest, words = _parted(needles, texts)
    for at, text in enumerate(texts if rest else ()):
        yield from ((needle, at) for needle in rest if needle in text)
    for some in _portions(words, texts):
        yield from _in_one_pass(WordFinder(some, inside=True), some, texts)


def _parted(needles: Iterable[str], texts: Collection[str]) -> tuple[list[str], list[str]]:
    """Those that are searched for plainly, and those that the automaton looks for; it takes no very long ones."""
    asked = list(dict.fromkeys(filter(None, needles)))
    if len(asked) <= _FEW or sum(map(len, texts)) <= _SHORT:
        return asked, []
    # sorted, they make an automaton whose neighbours lie together
    return [needle for needle in asked if not _is_word(needle)], sorted(filter(_is_word, asked))


def _is_word(needle: str) -> bool:
    return len(needle) <= LONGEST_WORD and encodable(needle) == needle


def _portions(words: Sequence[str], texts: Iterable[str]) -> Iterator[Sequence[str]]:
    """What one automaton looks for: it takes several hundred bytes for each needle."""
    most = max(_MANY, sum(map(len, texts)) // _MANY_FOR) if len(words) > _MANY else _MANY
    return (words[start : start + most] for start in range(0, len(words), most))


def _one_by_one(needles: Sequence[str], texts: Iterable[str], fold: Callable[[str], str]) -> Pairs:
    """A text is folded only when it has the longest word of some needle."""
    told = [(needle, max(needle.split(" "), key=len)) for needle in needles]
    for at, text in enumerate(texts if told else ()):
        words = ""
        for needle, word in told:
            if word in text:
                words = words or fold(text)
                if first_place(needle, words) >= 0:
                    yield needle, at


def _in_one_pass(finder: WordFinder, words: Sequence[str], texts: Iterable[str]) -> Pairs:
    for first, batch in batches(texts, _BATCH_CHARACTERS):
        starts = [0, *accumulate(len(text) + 1 for text in batch)]
        found = {(word, bisect_right(starts, start)) for word, start, _ in finder.hits("\n".join(batch))}
        for word, number in found:
            yield words[word], first + number - 1


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
