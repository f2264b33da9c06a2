"""Blocks of prose cut into sentences, and the bare form of a sentence in which quotes and code cannot speak."""

import re
from itertools import islice
from typing import Final

from ctxaudit.falsifiers.blocks import TICKED, blocks

WORDS_LEAST: Final = 5
WORDS_MOST: Final = 90
CHARACTERS_MOST: Final = 700
BARE_WORDS_LEAST: Final = 4

_END: Final = re.compile(r"""[.!?]["'”’)\]*_`]*+\s++(?=["'“‘(\[*_`]*+[A-Z0-9])""")
_NO_END: Final = re.compile(r"(?:^|[^A-Za-z])(?:(?i:e\.g|i\.e|vs|etc|cf|approx|incl|resp|no|fig)|[A-Z])\.$")
_STOPS_AND_SPACES: Final = re.compile(r"[.!?\s]")

_UNIFIED: Final = str.maketrans("‘’‛“”„", "'''\"\"\"")
_DOUBLE_QUOTED: Final = re.compile(r'"[^"]*"')
_SINGLE_QUOTED: Final = re.compile(r"(?<![0-9A-Za-z_])'(?:[^']|'(?=[0-9A-Za-z_]))+'(?![0-9A-Za-z_])")
_MARKED: Final = re.compile(r"""[`"'*_~‘’‛“”„]""")
_EMPHASIS: Final = re.compile(r"\*|__|~~")
_QUOTE: Final = "Q"


def sentences(text: str, *, headings: bool = False) -> list[str]:
    """The sentences of the text's prose in order, of any length, as they stand; a soft wrap is one space."""
    return [sentence for block in blocks(text, headings=headings) for sentence in split(block)]


def split(block: str) -> list[str]:
    """The sentences of one block; no full stop inside back-ticks or behind an abbreviation ends one."""
    masked = TICKED.sub(_stopless, block) if "`" in block else block
    found: list[str] = []
    start = 0
    for end in _END.finditer(masked):
        if _NO_END.search(masked, max(0, end.start() - 8), end.start() + 1):
            continue
        found.append(block[start : end.end()].strip())
        start = end.end()
    found.append(block[start:].strip())
    return [sentence for sentence in found if sentence]


def is_fit(sentence: str) -> bool:
    """Whether the sentence has a length at which a cue can be trusted."""
    return len(sentence) <= CHARACTERS_MOST and WORDS_LEAST <= len(sentence.split()) <= WORDS_MOST


def bare(sentence: str) -> str:
    """The sentence on single spaces, its quotes and code each a `Q`, without emphasis; empty when too little stays."""
    if _MARKED.search(sentence):
        unified = TICKED.sub(_QUOTE, sentence.translate(_UNIFIED))
        unquoted = _SINGLE_QUOTED.sub(_QUOTE, _DOUBLE_QUOTED.sub(_QUOTE, unified))
        sentence = _EMPHASIS.sub("", unquoted)
    words = sentence.split()
    own = (word for word in words if word.strip(".,;:!?()[]") not in ("", _QUOTE))
    return " ".join(words) if len(list(islice(own, BARE_WORDS_LEAST))) == BARE_WORDS_LEAST else ""


def _stopless(ticked: re.Match[str]) -> str:
    return _STOPS_AND_SPACES.sub("x", ticked[0])
