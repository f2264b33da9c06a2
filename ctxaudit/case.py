"""One trace as its rules see it: the timeline and, worked out once when first asked for, what several rules need."""

from __future__ import annotations

from functools import cached_property

from ctxaudit.sourcing import Book, Claim, Reasons, read_claims
from ctxaudit.sourcing.losses import Weighed, weigh_rewrites
from ctxaudit.sourcing.pins import Pins
from ctxaudit.timeline import Timeline


class Case:
    """Handed to every rule. Rules read it and never change it; an answer does not depend on who asked first."""

    def __init__(self, timeline: Timeline) -> None:
        self.timeline = timeline

    @cached_property
    def book(self) -> Book:
        """The verbatim tokens of all lives, and where each token stands."""
        return Book(self.timeline)

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """Every claim that the trace's `citations` setting names, with its one verdict."""
        return read_claims(self.timeline, self.book)

    @cached_property
    def weighed(self) -> tuple[Weighed, ...]:
        """What each rewrite lost of its sources' verbatim tokens, and how often that is named again."""
        return weigh_rewrites(self.timeline, self.book, lambda: self.claims)

    @cached_property
    def pins(self) -> Pins:
        """Which pinned tokens stand, and what an edit does to the pinned block."""
        return Pins(self.timeline)

    @cached_property
    def reasons(self) -> Reasons:
        """Falsifiers, and whether a reason is still there."""
        return Reasons(self.timeline, self.book.kept)
