"""Texts with their tokens, and the answer to one question: in which of them does a token stand?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property

from ctxaudit.sourcing.literal import contained
from ctxaudit.verbatim import Reading, StandsIndex, Token, extract, fold_space, literal_in, same

_GUTTER = re.compile(r"^(?:[ \t]*[0-9]{1,7}→|[ \t]+[0-9]{1,7}\t)", re.MULTILINE)


class Shelf:
    """Texts by number. Their tokens are extracted in one batch, when the first of them is asked for.

    A token stands in a text when its own letters do (white space folded, as a whole word), or when some token of the
    text is one that it stands in. Line-number gutters are no letters of a text.
    """

    def __init__(self, readings: Sequence[Reading]) -> None:
        self._readings = readings
        self._owners: dict[Token, frozenset[int]] = {}
        self._places: dict[Token, frozenset[int]] = {}
        self._sames: dict[Token, tuple[Token, ...]] = {}

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
        asked = [token for token in dict.fromkeys(tokens) if token not in self._places]
        if not asked:
            return
        self.learn(asked)
        spelled: dict[str, list[tuple[frozenset[int], set[int]]]] = {}
        looked_for: list[tuple[Token, frozenset[int], set[int]]] = []
        for token in asked:
            owners, others = self.owners(token), set[int]()
            spelled.setdefault(fold_space(token.text), []).append((owners, others))
            looked_for.append((token, owners, others))
        for needle, at in contained(spelled, self._folded):
            unsure = [others for owners, others in spelled[needle] if at not in owners]
            if unsure and literal_in(needle, self._folded[at]):
                for others in unsure:
                    others.add(at)
        for token, owners, others in looked_for:
            self._places[token] = owners | others if others else owners

    def places(self, token: Token) -> frozenset[int]:
        """The texts in which the token stands."""
        if token not in self._places:
            self.prepare([token])
        return self._places[token]

    def learn(self, tokens: Iterable[Token]) -> None:
        """Looks many tokens up at once, for `owners`."""
        self._index.learn(token for token in tokens if token not in self._owners)

    def owners(self, token: Token) -> frozenset[int]:
        """The texts with a token that it stands in, its own letters not asked."""
        known = self._owners.get(token)
        if known is None:
            holders = [self.catalogue.texts[number] for number in self._index.owners(token)]
            known = self._owners[token] = frozenset().union(*holders) if len(holders) != 1 else frozenset(holders[0])
        return known

    def sames(self, token: Token) -> tuple[Token, ...]:
        """The other tokens of these texts that are the same."""
        known = self._sames.get(token)
        if known is None:
            known = self._sames[token] = tuple(one for one in self._index.sames(token) if one != token)
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
    def catalogue(self) -> Catalogue:
        """The distinct tokens of all texts, numbered."""
        return Catalogue(self._tokens)

    @cached_property
    def _index(self) -> StandsIndex:
        """Its owners are the numbers of the distinct tokens."""
        return StandsIndex(enumerate(self.catalogue.tokens))


class Catalogue:
    """The distinct tokens of some texts: each has a number, by which it is known faster than by its letters."""

    def __init__(self, texts: Iterable[Sequence[Token]]) -> None:
        number_of: dict[Token, int] = {}
        self.of_text = [tuple([number_of.setdefault(token, len(number_of)) for token in text]) for text in texts]
        self.tokens = list(number_of)
        self.texts: list[list[int]] = [[] for _ in number_of]  # by the number of a token those that have it
        for at, numbers in enumerate(self.of_text):
            for number in numbers:
                self.texts[number].append(at)
        self._number_of = number_of

    def number(self, token: Token) -> int | None:
        return self._number_of.get(token)


def _without_gutter(text: str) -> str:
    return _GUTTER.sub("", text) if "→" in text or "\t" in text else text
