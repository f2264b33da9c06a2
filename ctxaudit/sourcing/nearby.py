"""The token that a claim which stands nowhere looks like, and the span that said it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from ctxaudit.packed import sharing
from ctxaudit.sourcing.book import Book
from ctxaudit.sourcing.catalogue import Catalogue
from ctxaudit.sourcing.where import last_taken
from ctxaudit.timeline import Life, Timeline
from ctxaudit.verbatim import NearIndex, Sighting, Token, nearest
from ctxaudit.verbatim.near_keys import near_shelf, told_by_text


@dataclass(frozen=True, slots=True)
class Near:
    """`kind`: altered, respelled or line-drift. `source` is None when it is a pinned token that says it."""

    kind: str
    token: Token
    source: Life | None


class _EvidenceBefore:
    """The serials of evidence among the first lives of a timeline, one of them left out."""

    __slots__ = ("_before", "_besides", "_lives")

    def __init__(self, lives: Sequence[Life], before: int, besides: Life | None) -> None:
        self._lives = lives
        self._before = before
        self._besides = besides

    def __contains__(self, serial: object) -> bool:
        if not isinstance(serial, int) or serial >= self._before:
            return False
        life = self._lives[serial]
        return life.evidence and life is not self._besides


class Nearby:
    """Looks for near misses of some claims among lives, and then in the tokens that are pinned at the moment.

    All claims that will be asked for are named at the start, and looked up at once.
    """

    def __init__(self, timeline: Timeline, book: Book, claims: Iterable[Sighting], *, evidence: bool = False) -> None:
        """`evidence`: no other lives will be asked for."""
        self._timeline = timeline
        self._book = book
        self._indexes = _indexes(timeline, book, claims, evidence=evidence)

    def before(self, claim: Sighting, moment: int, besides: Life | None) -> Near | None:
        """In the evidence that had come in by the moment, live or gone."""
        owners = _EvidenceBefore(self._timeline.lives, bisect_left(self._entered, moment), besides)
        return self.among(claim, owners, moment)

    def among(self, claim: Sighting, owners: Container[int], moment: int) -> Near | None:
        """In the lives of these serials."""
        if claim.token.kind == "literal":
            return None
        found = self.nearest(claim, owners)
        if found is not None:
            _, token, kind = found
            return Near(kind, token, self._last_to_say(token, owners, moment))
        held = [Sighting(token, text) for text, tokens in self._book.pinned_texts(moment) for token in tokens]
        pinned = nearest(claim, held)
        return None if pinned is None else Near(pinned[1], pinned[0].token, None)

    def nearest(self, claim: Sighting, owners: Container[int]) -> tuple[Life, Token, str] | None:
        """The one token of these lives that a claim which stands in none of them misspells, with how it does."""
        found = self._indexes[near_shelf(claim.token)].nearest(claim, owners)
        return None if found is None else (self._timeline.lives[found[0]], found[1].token, found[2])

    def _last_to_say(self, token: Token, owners: Container[int], moment: int) -> Life | None:
        """A live span that holds it, else the one that left last."""
        said = [self._timeline.lives[serial] for serial in self._book.owners(token) if serial in owners]
        live = [life for life in said if life.live_at(moment)]
        if live:
            return max(live, key=lambda life: life.serial)
        return max(said, key=lambda life: (last_taken(life, moment), life.serial), default=None)

    @cached_property
    def _entered(self) -> list[int]:
        return [life.entered for life in self._timeline.lives]


def _indexes(timeline: Timeline, book: Book, claims: Iterable[Sighting], *, evidence: bool) -> dict[str, NearIndex]:
    """By shelf what the claims of it can be near to: tokens that some life holds, or some evidence."""
    asked: dict[str, list[Sighting]] = {}
    for claim in claims:
        asked.setdefault(near_shelf(claim.token), []).append(claim)
    indexes = {shelf: NearIndex(some) for shelf, some in asked.items()}
    lives, catalogue, holders = timeline.lives, book.catalogue, _Holders(book.catalogue)
    counting = frozenset(life.serial for life in lives if life.evidence or not evidence)
    told: list[tuple[int, int, Token]] = []
    for number, token in enumerate(catalogue.tokens if indexes else ()):
        index = indexes.get(near_shelf(token))
        if index is None or counting.isdisjoint(catalogue.texts[number]):
            continue
        if told_by_text(token):
            serials = counting.intersection(catalogue.texts[number])
            told += ((serial, catalogue.place(serial, number), token) for serial in serials)
        else:
            index.hold(token, holders)
    for serial, _, token in sorted(told):
        indexes[near_shelf(token)].add(serial, Sighting(token, sharing(book.kept(lives[serial]))))
    return indexes


class _Holders:
    """The serials of the lives that have a token of the catalogue, and where in its text a life has it."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def owners(self, token: Token) -> Sequence[int]:
        number = self._catalogue.number(token)
        return () if number is None else self._catalogue.texts[number]

    def came(self, token: Token, serial: int) -> tuple[int, int]:
        number = self._catalogue.number(token)
        return serial, 0 if number is None else self._catalogue.place(serial, number)
