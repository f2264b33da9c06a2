"""The token that a claim which stands nowhere looks like, and the span that said it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Container, Sequence
from dataclasses import dataclass
from functools import cached_property

from ctxaudit.sourcing.book import Book
from ctxaudit.sourcing.where import left_before
from ctxaudit.timeline import Life, Timeline
from ctxaudit.verbatim import Sighting, Token, nearest


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
    """Looks for near misses among lives, and then in the tokens that are pinned at the moment."""

    def __init__(self, timeline: Timeline, book: Book) -> None:
        self._timeline = timeline
        self._book = book

    def before(self, claim: Sighting, moment: int, besides: Life | None) -> Near | None:
        """In the evidence that had come in by the moment, live or gone."""
        owners = _EvidenceBefore(self._timeline.lives, bisect_left(self._entered, moment), besides)
        return self.among(claim, owners, moment)

    def among(self, claim: Sighting, owners: Container[int], moment: int) -> Near | None:
        """In the lives of these serials."""
        if claim.token.kind == "literal":
            return None
        found = self._book.nearest(claim, owners)
        if found is not None:
            _, token, kind = found
            return Near(kind, token, self._last_to_say(token, owners, moment))
        held = [Sighting(token, text) for text, tokens in self._book.pinned_texts(moment) for token in tokens]
        pinned = nearest(claim, held)
        return None if pinned is None else Near(pinned[1], pinned[0].token, None)

    def _last_to_say(self, token: Token, owners: Container[int], moment: int) -> Life | None:
        """A live span that holds it, else the one that left last."""
        said = [self._timeline.lives[serial] for serial in self._book.owners(token) if serial in owners]
        live = [life for life in said if life.live_at(moment)]
        if live:
            return max(live, key=lambda life: life.serial)
        return max(said, key=lambda life: (left_before(life, moment), life.serial), default=None)

    @cached_property
    def _entered(self) -> list[int]:
        return [life.entered for life in self._timeline.lives]
