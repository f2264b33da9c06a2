"""Texts with their tokens, and the answer to one question: in which of them does a token stand?"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property

from ctxaudit.packed import Kept, Unpacked
from ctxaudit.sourcing.catalogue import Catalogue
from ctxaudit.sourcing.kin import Kin
from ctxaudit.sourcing.letters import standing
from ctxaudit.verbatim import Reading, Token, fold_space, occurrences


class Shelf:
    """Texts by number. Their tokens are extracted in one batch, when the first of them is asked for.

    A token stands in a text when its own letters do (white space folded, as a whole word), or when some token of the
    text is one that it stands in. Line-number gutters are no letters of a text.
    """

    def __init__(self, readings: Sequence[Reading]) -> None:
        self._readings = readings
        self._owners: dict[Token, frozenset[int]] = {}
        self._places: dict[Token, frozenset[int]] = {}
        self._equal: dict[frozenset[int], frozenset[int]] = {}  # one set for all that stand in the same texts

    def __len__(self) -> int:
        return len(self._readings)

    def text(self, number: int) -> str:
        return self._readings[number].text

    def kept(self, number: int) -> Kept:
        """The same as it is held."""
        return self._readings[number].kept

    def tokens(self, number: int) -> tuple[Token, ...]:
        return self.catalogue.tokens_of(number)

    @cached_property
    def catalogue(self) -> Catalogue:
        """The distinct tokens of all texts, numbered."""
        return Catalogue(occurrences(self._readings), len(self._readings))

    @cached_property
    def kin(self) -> Kin:
        """How the tokens of the catalogue stand in each other."""
        return Kin(self.catalogue.tokens)

    def prepare(self, tokens: Iterable[Token]) -> None:
        """Looks for many tokens at once; `places` then answers each without a search of its own."""
        asked = [token for token in dict.fromkeys(tokens) if token not in self._places]
        if not asked:
            return
        self.learn(asked)
        spelled = self.spelled(asked, range(len(self)))
        for token in asked:
            places = frozenset(self._having(token)).union(spelled.get(token, ()))
            self._places[token] = self._equal.setdefault(places, places)

    def places(self, token: Token) -> frozenset[int]:
        """The texts in which the token stands."""
        if token not in self._places:
            self.prepare([token])
        return self._places[token]

    def spelled(self, tokens: Collection[Token], texts: Sequence[int]) -> dict[Token, list[int]]:
        """By token those of some texts that have its own letters, where there are any."""
        found: dict[str, list[int]] = {}
        needles = dict.fromkeys(fold_space(token.text) for token in tokens)
        for needle, at in standing(needles, Unpacked([self._readings[number] for number in texts])):
            found.setdefault(needle, []).append(texts[at])
        named = ((token, fold_space(token.text)) for token in tokens)
        return {token: found[needle] for token, needle in named if needle in found}

    def learn(self, tokens: Iterable[Token]) -> None:
        """Looks many tokens up at once, for `owners`."""
        unknown = [(token, self.catalogue.number(token)) for token in tokens if token not in self._owners]
        self.kin.learn(number for _, number in unknown if number is not None)
        self.kin.learn_around(token for token, number in unknown if number is None)

    def owners(self, token: Token) -> frozenset[int]:
        """The texts with a token that it stands in, its own letters not asked."""
        known = self._owners.get(token)
        if known is None:
            known = self._owners[token] = frozenset(self._having(token))
        return known

    def _having(self, token: Token) -> Collection[int]:
        """The same, not kept: nearly every token is asked for once, and most stand in no other."""
        texts = self.catalogue.texts
        number = self.catalogue.number(token)
        if number is None:
            return set().union(*[texts[holder] for holder in self.kin.around(token)])
        inside = self.kin.inside(number)
        return set(texts[number]).union(*[texts[holder] for holder in inside]) if inside else texts[number]
