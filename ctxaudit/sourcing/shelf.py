"""Texts with their tokens, and the answer to one question: in which of them does a token stand?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property

from ctxaudit.sourcing.literal import literal_places
from ctxaudit.verbatim import Reading, StandsIndex, Token, extract, fold_space, same

_GUTTER = re.compile(r"^(?:[ \t]*[0-9]{1,7}→|[ \t]+[0-9]{1,7}\t)", re.MULTILINE)


class Shelf:
    """Texts by number. Their tokens are extracted in one batch, when the first of them is asked for.

    A token stands in a text when its own letters do (white space folded, as a whole word), or when some token of the
    text is one that it stands in. Line-number gutters are no letters of a text.
    """

    def __init__(self, readings: Sequence[Reading]) -> None:
        self._readings = readings
        self._literal: dict[str, frozenset[int]] = {}
        self._owners: dict[Token, frozenset[int]] = {}
        self._places: dict[Token, frozenset[int]] = {}

    def __len__(self) -> int:
        return len(self._readings)

    def text(self, number: int) -> str:
        return self._readings[number].text

    def folded(self, number: int) -> str:
        """White space folded, line-number gutters off."""
        return self._folded[number]

    def tokens(self, number: int) -> tuple[Token, ...]:
        return self._tokens[number]

    def prepare(self, tokens: Iterable[Token]) -> None:
        """Looks for many tokens at once; `places` then answers each without a search of its own."""
        needles = {needle for token in tokens if (needle := fold_space(token.text)) not in self._literal}
        if needles:
            found = literal_places(needles, self._folded)
            self._literal.update((needle, frozenset(places)) for needle, places in found.items())

    def places(self, token: Token) -> frozenset[int]:
        """The texts in which the token stands."""
        known = self._places.get(token)
        if known is None:
            self.prepare([token])
            known = self._places[token] = self._literal[fold_space(token.text)] | self.owners(token)
        return known

    def owners(self, token: Token) -> frozenset[int]:
        """The texts with a token that it stands in, its own letters not asked."""
        known = self._owners.get(token)
        if known is None:
            known = self._owners[token] = frozenset(self._index.owners(token))
        return known

    def same_places(self, token: Token) -> frozenset[int]:
        """The texts with a token that is the same."""
        return frozenset(at for at in self.owners(token) if any(same(token, held) for held in self._tokens[at]))

    @cached_property
    def _tokens(self) -> list[tuple[Token, ...]]:
        return extract(self._readings)

    @cached_property
    def _folded(self) -> list[str]:
        return [fold_space(_without_gutter(reading.text)) for reading in self._readings]

    @cached_property
    def _index(self) -> StandsIndex:
        index = StandsIndex()
        for at, tokens in enumerate(self._tokens):
            for token in tokens:
                index.add(at, token)
        return index


def _without_gutter(text: str) -> str:
    return _GUTTER.sub("", text) if "→" in text or "\t" in text else text
