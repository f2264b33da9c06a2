"""Which tokens of a list a token stands in, and which are the same: by number.

Most tokens have no kin. All that are the same are found at once, at the start; letters inside other tokens are looked
for when a token is asked for, or for many in one pass.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ctxaudit.verbatim import Alike, Token, same, stands_in
from ctxaudit.verbatim.containers import Containers

Numbers = Sequence[int]


class Kin:
    """Relations of numbered tokens. A token is neither among those that it stands in nor among the same."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._containers = Containers(enumerate(tokens))
        self._alike = Alike(tokens)
        self._sames: dict[int, list[int]] = {}  # of those that have any
        self._inside: dict[int, list[int]] = {}  # likewise
        self._looked_for = bytearray(len(tokens))  # 1: letters inside others are in `_inside`
        for one, other in self._alike.pairs():
            self._relate(one, other)
            self._relate(other, one)

    def learn(self, numbers: Iterable[int]) -> None:
        """Looks many up in one pass, for `inside`."""
        fresh = [number for number in dict.fromkeys(numbers) if not self._looked_for[number]]
        for number in fresh:
            self._looked_for[number] = 1
        for place, holders in self._containers.all_holding([self._tokens[number] for number in fresh]):
            self._put_inside(fresh[place], holders)

    def inside(self, number: int) -> Numbers:
        """The other tokens in which it stands."""
        if not self._looked_for[number]:
            self._looked_for[number] = 1
            self._put_inside(number, self._containers.holding(self._tokens[number]))
        return self._inside.get(number, ())

    def sames(self, number: int) -> Numbers:
        """The other tokens that are the same."""
        return self._sames.get(number, ())

    def distinct(self, numbers: Iterable[int]) -> list[int]:
        """The first of each class of tokens that are the same, in order."""
        kept: dict[int, None] = {}
        for number in numbers:
            alike = self._sames.get(number)
            if alike is None or kept.keys().isdisjoint(alike):
                kept[number] = None
        return list(kept)

    def around(self, token: Token) -> Numbers:
        """The tokens in which any token stands, itself too when it is one of them."""
        likely = dict.fromkeys([*self._alike.like(token), *self._containers.holding(token)])
        return [number for number in likely if stands_in(token, self._tokens[number])]

    def learn_around(self, tokens: Iterable[Token]) -> None:
        """Looks many up in one pass, for `around`."""
        self._containers.learn(tokens)

    def _relate(self, one: int, other: int) -> None:
        claim, held = self._tokens[one], self._tokens[other]
        if same(claim, held):
            self._sames.setdefault(one, []).append(other)
        elif not stands_in(claim, held):
            return
        self._inside.setdefault(one, []).append(other)

    def _put_inside(self, number: int, holders: Iterable[int]) -> None:
        """Puts down in which of those that have its letters it stands."""
        token, tokens = self._tokens[number], self._tokens
        found = [holder for holder in holders if holder != number and stands_in(token, tokens[holder])]
        if found:
            known = self._inside.get(number, ())
            self._inside[number] = [*known, *[holder for holder in found if holder not in known]]
