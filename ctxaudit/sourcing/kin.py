"""Which tokens of a catalogue a token stands in, and which are the same: by number, each worked out once.

Most tokens have no kin. Two that have are spelled alike, or share their last part, their first hex digits or their
value; or the letters of one stand in the other. So a token is compared with its small family only, and where a family
is large, through an index over it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ctxaudit.verbatim import StandsIndex, Token, family_of, same, stands_in
from ctxaudit.verbatim.containers import Containers

Numbers = tuple[int, ...]

_NONE: tuple[Numbers, Numbers] = (), ()
_SMALL = 12  # tokens of a family that are compared one by one


class Kin:
    """Relations of numbered tokens. A token is neither among those that it stands in nor among the same."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._containers = Containers(enumerate(tokens))
        self._families: dict[str, list[int]] = {}
        for number, token in enumerate(tokens):
            for family in family_of(token):
                self._families.setdefault(family, []).append(number)
        self._indexes: dict[str, StandsIndex] = {}
        self._known: dict[int, tuple[Numbers, Numbers]] = {}

    def learn(self, numbers: Iterable[int]) -> None:
        """Looks many up in one pass, for `inside` and `sames`."""
        self._containers.learn(self._tokens[number] for number in numbers if number not in self._known)

    def inside(self, number: int) -> Numbers:
        """The other tokens in which it stands."""
        return (self._known.get(number) or self._of(number))[0]

    def sames(self, number: int) -> Numbers:
        """The other tokens that are the same."""
        return (self._known.get(number) or self._of(number))[1]

    def around(self, token: Token) -> Numbers:
        """The tokens in which a token that is none of them stands."""
        return self._related(token, -1)[0]

    def learn_around(self, tokens: Iterable[Token]) -> None:
        """Looks many up in one pass, for `around`."""
        self._containers.learn(tokens)

    def _of(self, number: int) -> tuple[Numbers, Numbers]:
        known = self._known[number] = self._related(self._tokens[number], number)
        return known

    def _related(self, token: Token, own: int) -> tuple[Numbers, Numbers]:
        family: dict[int, None] = {}
        for name in family_of(token):
            members = self._families.get(name, ())
            if len(members) > _SMALL:
                family |= dict.fromkeys(self._likely(name, members, token))
            elif len(members) > 1 or own < 0:
                family |= dict.fromkeys(members)
        holding = self._containers.holding(token)
        if len(family) <= 1 and len(holding) <= 1 and family.keys() <= {own} and {*holding} <= {own}:
            return _NONE
        alike = [other for other in family if other != own and same(token, self._tokens[other])]
        likely = dict.fromkeys([*family, *holding])
        inside = [other for other in likely if other != own and stands_in(token, self._tokens[other])]
        return tuple(inside), tuple(alike)

    def _likely(self, name: str, members: Sequence[int], token: Token) -> Iterable[int]:
        """Those of a large family that share a telling key."""
        index = self._indexes.get(name)
        if index is None:
            index = self._indexes[name] = StandsIndex((number, self._tokens[number]) for number in members)
        return index.filed_like(token)
