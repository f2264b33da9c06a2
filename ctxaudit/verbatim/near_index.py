"""The nearest held token to each of some claims that stand nowhere, without walking all pairs.

Near tokens share an exact key, or a bucket of spellings of which a few are close to the claim's; `near` then decides.
Of what is held only that is filed which a claim can reach.
"""

from array import array
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from typing import Protocol

from ctxaudit.verbatim.close_spellings import CloseSpellings
from ctxaudit.verbatim.distance import spelling_distance
from ctxaudit.verbatim.misses import FAMILY, Sighting, near, reach
from ctxaudit.verbatim.near_keys import Key, close_keys, exact_keys, told_by_text
from ctxaudit.verbatim.tokens import Token

_MOST = 500  # candidates that are looked at: what so many look like is a family, whoever holds them

Order = tuple[int, int]
Entry = tuple[int, Sighting]


class _Group(Protocol):
    def earliest(self, owners: Container[int] | None) -> Entry | None: ...

    def came(self, owner: int) -> Order: ...


class Holders(Protocol):
    """Who holds a token, ascending, and when an owner came to hold it."""

    def owners(self, token: Token) -> Iterable[int]: ...

    def came(self, token: Token, owner: int) -> Order: ...


class NearIndex:
    """Held sightings with their owners, in the order in which they were added, for claims that are known beforehand."""

    def __init__(self, claims: Iterable[Sighting], pairs: Iterable[tuple[int, Sighting]] = ()) -> None:
        self._count = 0
        self._groups: list[_Group] = []
        self._of_token: dict[Key, dict[int, tuple[Order, Sighting]]] = {}
        self._exact: dict[Key, array[int]] = {}  # groups
        self._close: dict[Key, CloseSpellings] = {}
        for claim in claims:
            for key in exact_keys(claim, asked=True):
                self._exact.setdefault(key, array("I"))
            for key, spelling in close_keys(claim.token):
                if key not in self._close:
                    self._close[key] = CloseSpellings(partial(reach, claim.token.kind))
                self._close[key].ask(spelling)
        for owner, sighting in pairs:
            self.add(owner, sighting)

    def add(self, owner: int, sighting: Sighting) -> None:
        """From now on the owner holds the sighting."""
        order = self._count, 0
        self._count += 1
        identity = sighting.token, sighting.facts if told_by_text(sighting.token) else None
        held = self._of_token.get(identity)
        if held is not None:
            held.setdefault(owner, (order, sighting))
            return
        held = self._of_token[identity] = {owner: (order, sighting)}
        self._file(sighting, _Sighted(held))

    def hold(self, token: Token, holders: Holders) -> None:
        """From now on its holders hold a token of which no text tells more; it has not been added before."""
        self._file(Sighting(token, ""), _Owned(token, holders))

    def nearest(self, claim: Sighting, owners: Container[int] | None = None) -> tuple[int, Sighting, str] | None:
        """What `nearest` gives over the sightings of these owners (None: of all), with the owner.

        The claim is one of those that were named at the start; nothing is added after the first question.
        """
        best: tuple[int, Order, int, Sighting, str] | None = None
        distinct: set[str] = set()
        for number in islice(self._candidates(claim), _MOST):
            group = self._groups[number]
            entry = group.earliest(owners)
            kind = near(claim, entry[1]) if entry is not None else None
            if entry is None or kind is None:
                continue
            owner, sighting = entry
            distinct.add(sighting.token.canonical)
            if len(distinct) >= FAMILY:
                return None
            distance = spelling_distance(claim.token.canonical, sighting.token.canonical)
            order = group.came(owner)
            if best is None or (distance, order) < best[:2]:
                best = (distance, order, owner, sighting, kind)
        return None if best is None else best[2:]

    def _file(self, sighting: Sighting, group: _Group) -> None:
        number, filed = len(self._groups), False
        for key in exact_keys(sighting):
            if key in self._exact:
                self._exact[key].append(number)
                filed = True
        for key, spelling in close_keys(sighting.token):
            if key in self._close:
                self._close[key].hold(spelling, number)
                filed = True
        if filed:
            self._groups.append(group)

    def _candidates(self, claim: Sighting) -> Iterator[int]:
        """Each once, in no order: who has seen a family looks no further."""
        exact = (self._exact[key] for key in exact_keys(claim, asked=True))
        close = (self._close[key].close_to(spelling) for key, spelling in close_keys(claim.token))
        seen: set[int] = set()
        for group in chain.from_iterable(chain(exact, close)):
            if group not in seen:
                seen.add(group)
                yield group


@dataclass(frozen=True, slots=True)
class _Sighted:
    """The sightings of one token, or of one token with the same facts, by owner in the order of adding."""

    held: dict[int, tuple[Order, Sighting]]

    def earliest(self, owners: Container[int] | None) -> Entry | None:
        """The first that counts: owner and sighting."""
        for owner, (_, sighting) in self.held.items():
            if owners is None or owner in owners:
                return owner, sighting
        return None

    def came(self, owner: int) -> Order:
        """When the owner came to hold it."""
        return self.held[owner][0]


@dataclass(frozen=True, slots=True)
class _Owned:
    """The same of a token that all owners hold alike."""

    token: Token
    holders: Holders

    def earliest(self, owners: Container[int] | None) -> Entry | None:
        owner = next((owner for owner in self.holders.owners(self.token) if owners is None or owner in owners), None)
        return None if owner is None else (owner, Sighting(self.token, ""))

    def came(self, owner: int) -> Order:
        return self.holders.came(self.token, owner)
