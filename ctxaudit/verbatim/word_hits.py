"""Many words in a text, found by one automaton."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from string import ascii_letters, digits

from ctxaudit.verbatim.encodable import encodable, utf8
from ctxaudit.verbatim.literal import stands_free

_CHUNK = 65_536  # letters: what one call of the automaton may bring stays bounded

LONGEST_WORD = 200  # letters; nobody asks for a longer one here
_LONG_RUNS = re.compile(f"[A-Za-z0-9]{{{LONGEST_WORD + 1},}}")
_ALNUM = f"{ascii_letters}{digits}".encode()
_ALIKE = bytes(ord("a") if byte in _ALNUM else ord("-") for byte in range(256))
_LONG_RUN = b"a" * (LONGEST_WORD + 1)

Hit = tuple[int, int, int]  # which word, from which letter of the text, to which


class WordFinder:
    """Words by number, met where they stand whole. The automaton is built once and asked of any number of texts.

    `inside`: a word also stands inside a longer one.
    """

    def __init__(self, words: Sequence[str], *, inside: bool = False) -> None:
        """No word may be empty, hold a lone surrogate or be longer than the longest."""
        from ahocorasick_rs import AhoCorasick, Implementation

        self._words = words
        self._inside = inside
        self._automaton = AhoCorasick(words, implementation=Implementation.ContiguousNFA, store_patterns=False)

    def hits(self, text: str) -> Iterator[Hit]:
        """Where words stand, overlapping ones too; no word goes on in the next line."""
        start = 0
        while start < len(text):
            end = text.find("\n", start + _CHUNK) + 1 or len(text)
            yield from self._in_chunk(text[start:end], start)
            start = end

    def _in_chunk(self, chunk: str, at: int) -> list[Hit]:
        searched = encodable(chunk) if self._inside else without_long_runs(encodable(chunk))
        words, inside = self._words, self._inside
        return [
            (word, at + start, at + end)
            for word, start, end in self._automaton.find_matches_as_indexes(searched, overlapping=True)
            if (inside or stands_free(chunk, start, end))
            and (searched is chunk or chunk.startswith(words[word], start))
        ]


def without_long_runs(text: str) -> str:
    """The text, as long as it was, without runs of letters and digits that are longer than any word.

    No whole word stands inside such a run; without them, words that repeat one letter are met in few places only.
    """
    if _LONG_RUN not in utf8(text).translate(_ALIKE):
        return text
    return _LONG_RUNS.sub(lambda run: "\0" * len(run[0]), text)
