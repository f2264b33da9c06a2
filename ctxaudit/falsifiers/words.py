"""The words of a sentence that carry its matter, brought down to stems, and the words that deny."""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from typing import Final

_SENSELESS: Final = (
    "a about again all also an and any are as at be because been being both but by can can't could did didn't do "
    "does doesn't don't done due each even few for from further get got had has have having he her here his how i "
    "if in into is isn't it its just made make many may me might more most much must my no nor not of on once "
    "only or other our over own same shall she should since so some still such than that the their them then "
    "there these they thing this those to too under use used using very was wasn't way we were what when where "
    "which while who whom why will with won't would you your"
)
SENSELESS: Final = frozenset(_SENSELESS.split())

NEGATION: Final = re.compile(
    r"\b(?:not|no|never|none|nor|without|cannot|reject\w*|rul\w+ out|abandon\w*|revert\w*|discard\w*"
    r"|dismiss\w*|drop\w*|avoid\w*|fail\w*|brok\w+|break\w*|instead|rather than|dead end|red herring"
    r"|infeasible|unworkable|overkill|too \w+|won't|don't|doesn't|didn't|can't|couldn't|wasn't|isn't"
    r"|aren't|weren't|wouldn't|shouldn't|mustn't|skip\w*|exclud\w*|scrap\w*|declin\w*|incompatible"
    r"|prevent\w*|block\w*)\b",
    re.ASCII | re.IGNORECASE,
)

# An identifier in hex is one word. Taken apart it would be a handful of digits, which any table of numbers holds.
_HEX: Final = r"(?<![^\W_])(?=[a-f]*[0-9])[0-9a-f]{7,}(?![^\W_])"
_WORD: Final = re.compile(rf"{_HEX}|\d+(?:[.,]\d+)*|[^\W\d_]+(?:'[^\W\d_]+)*")
_NAME_PART: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[A-Z]|[^\x00-\x7f]+")
_INNER_CAPITAL: Final = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]")
_SUFFIXES: Final = ("ingly", "edly", "ation", "ing", "ied", "ed", "ly", "er", "e")
_STEM_LEAST: Final = 4
_WORD_LEAST: Final = 3
_APOSTROPHES: Final = str.maketrans("‘’", "''")


def content_stems(text: str) -> frozenset[str]:
    """The stems of the words that carry the matter; a number or hex id counts as it stands, a name as its parts."""
    return frozenset(chain.from_iterable(map(_stems_within, set(_straight(text).split()))))


def places_of_stems(texts: Iterable[str]) -> dict[str, list[int]]:
    """The numbers of the texts that hold a stem, by stem."""
    places: dict[str, list[int]] = {}
    for number, text in enumerate(texts):
        for run in _straight(text).split():
            for stem in _stems_within(run):
                numbers = places.setdefault(stem, [])
                if not numbers or numbers[-1] != number:
                    numbers.append(number)
    return places


def denies(text: str) -> bool:
    """Whether something in the text is refused, denied, failed or left."""
    return NEGATION.search(_straight(text)) is not None


def _straight(text: str) -> str:
    return text if text.isascii() else text.translate(_APOSTROPHES)


@lru_cache(maxsize=16_384)
def _stems_within(run: str) -> tuple[str, ...]:
    """The stems of a run without blanks: no word goes beyond it."""
    return tuple(chain.from_iterable(map(_stems, _WORD.findall(run))))


def _stems(word: str) -> tuple[str, ...]:
    if word[0].isdigit():
        return (word,)
    if word.casefold() in SENSELESS:
        return ()
    word = word.partition("'")[0].removesuffix("n" if word.endswith("n't") else "")
    parts = _NAME_PART.findall(word) if _INNER_CAPITAL.search(word) else [word]
    folded = (part.casefold() for part in parts)
    return tuple(_stem(part) for part in folded if len(part) >= _WORD_LEAST and part not in SENSELESS)


def _stem(word: str) -> str:
    single = _singular(word)
    for suffix in _SUFFIXES:
        if single.endswith(suffix) and len(single) - len(suffix) >= _STEM_LEAST:
            return single[: -len(suffix)]
    return single


def _singular(word: str) -> str:
    if len(word) < _STEM_LEAST:
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "ches", "shes", "zes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word
