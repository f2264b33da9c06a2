"""Many words in a text, found by one automaton; what merely is a part of a longer word is left out early."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from string import ascii_letters, digits

_ALNUM = frozenset(f"{ascii_letters}{digits}")
_WORD = _ALNUM | {"_"}

_CHUNK = 65_536  # letters: what one call of the automaton may bring stays bounded

LONGEST_WORD = 200  # letters; nobody asks for a longer one here
LONG_RUN = f"[A-Za-z0-9]{{{LONGEST_WORD + 1}}}"
_LONG_RUNS = re.compile(f"{LONG_RUN}[A-Za-z0-9]*")

Hit = tuple[int, int, int]  # which word, from which letter of the text, to which


class WordFinder:
    """Words by number. The automaton is built once and asked of any number of texts."""

    def __init__(self, words: Sequence[str]) -> None:
        """No word may be empty or hold a lone surrogate."""
        from ahocorasick_rs import AhoCorasick, Implementation

        self._automaton = AhoCorasick(words, implementation=Implementation.ContiguousNFA)

    def hits(self, text: str) -> Iterator[Hit]:
        """Where words stand in a text without lone surrogates, overlapping ones too; no word goes on in the next line.

        A word that begins or ends with an ASCII letter or digit is met only where no ASCII letter, digit or `_` stands
        beside it. Whoever asks for whole words has to look once more: other letters are not judged here.
        """
        start = 0
        while start < len(text):
            end = text.find("\n", start + _CHUNK) + 1 or len(text)
            yield from self._in_chunk(text[start:end], start)
            start = end

    def _in_chunk(self, chunk: str, at: int) -> list[Hit]:
        framed, before = f"\n{chunk}\n", at - 1
        return [
            (word, start + before, end + before)
            for word, start, end in self._automaton.find_matches_as_indexes(framed, overlapping=True)
            if not (
                (framed[start] in _ALNUM and framed[start - 1] in _WORD)
                or (framed[end - 1] in _ALNUM and framed[end] in _WORD)
            )
        ]


def without_long_runs(text: str) -> str:
    """The text, as long as it was, without runs of letters and digits that are longer than any word.

    No whole word stands inside such a run; without them, words that repeat one letter are met in few places only.
    """
    return _LONG_RUNS.sub(lambda run: "\0" * len(run[0]), text)
