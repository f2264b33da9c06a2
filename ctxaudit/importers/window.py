"""The window that an importer rebuilds, and the native events that make it so; it knows no log format.

An importer says what it read (`add`, `call`) and, when a log shows a new window at once, what the window became and why
(`become`). Turns, places in the window and free span ids are kept here, so that all importers keep them alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from ctxaudit.model import (
    Add,
    Basis,
    Call,
    Checkpoint,
    Decider,
    Event,
    Evict,
    Origin,
    Rank,
    RankEntry,
    Restore,
    Rewrite,
    Span,
    Truncate,
)

Reason = Literal["external-copy", "dispensable", "withdrawn"]


class Placed(Protocol):
    """Where in the log an event comes from: the physical line (or record) number, its time, the record's own id."""

    @property
    def line(self) -> int: ...
    @property
    def at(self) -> str | None: ...
    @property
    def id(self) -> str | None: ...


@dataclass(slots=True)
class Place:
    """A place by itself, for importers whose records do not know theirs."""

    line: int
    at: str | None = None
    id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """Why spans are missing from the window after: one reason for all of them, or one for each.

    `surrogate`: one summary stands for all that left. `withdrawn`: a human took them back. Otherwise each span is
    attributed by `copies` (to the whole copy that the agent can read) or by `dispensable`; what neither names was
    truncated.
    """

    surrogate: Span | None = None
    withdrawn: bool = False
    copies: Mapping[str, str] = field(default_factory=dict)
    dispensable: frozenset[str] = frozenset()
    by: Decider = "host"
    basis: Basis = "recorded"
    tokens_before: int | None = None
    tokens_after: int | None = None


class Window:
    """The rebuilt window, in order, and the events so far. Each `call` begins a turn; an edit is of the next call's."""

    def __init__(self, file: str | None = None, *, numbered: Literal["line", "record"] = "line") -> None:
        self.events: list[Event] = []
        self.calls = 0
        self._file = file
        self._numbered = numbered
        self._turn = 0
        self._order: dict[str, None] = {}
        self._spans: dict[str, Span] = {}
        self._placed: Placed | None = None
        self._made = Origin(file)

    @property
    def live(self) -> tuple[str, ...]:
        return tuple(self._order)

    def holds(self, span: str) -> bool:
        return span in self._order

    def span(self, span: str) -> Span:
        """The last life of a known id."""
        return self._spans[span]

    def free(self, wanted: str) -> str:
        """`wanted`, or `wanted` with a number, so that no span of this trace has had the id."""
        name, number = wanted, 2
        while name in self._spans:
            name, number = f"{wanted}-{number}", number + 1
        return name

    def add(self, span: Span, place: Placed, *, before: str | None = None, basis: Basis = "recorded") -> None:
        """The span enters before that span when it is live, else at the end. A known id comes back as a restore."""
        if before is None or before not in self._order or span.id in self._spans:
            self._enter(span, place, None, basis)
        else:
            self._enter(span, place, before, basis)
            self._reorder({before: [span.id]})

    def call(self, place: Placed, *, tokens: int | None = None, unseen: int = 0) -> None:
        self.calls += 1
        self._turn = self.calls
        origin = self._origin(place)
        self.events.append(
            Call(
                line=place.line, turn=self._turn, at=place.at, origin=origin, tokens=tokens, unseen=unseen, id=place.id
            )
        )

    def evict(
        self,
        spans: Iterable[str],
        reason: Reason,
        place: Placed,
        *,
        copies: Mapping[str, str] | None = None,
        by: Decider = "host",
        basis: Basis = "recorded",
    ) -> None:
        """The live ones of `spans` leave, attributed; nothing is written when none of them is live."""
        gone = self._leave(spans)
        if gone:
            self._turn = self.calls + 1
            copied = {span: copies[span] for span in gone if copies and copies.get(span)}
            self.events.append(
                Evict(
                    line=place.line,
                    turn=self._turn,
                    at=place.at,
                    by=by,
                    basis=basis,
                    origin=self._origin(place),
                    spans=gone,
                    reason=reason,
                    copies=copied,
                )
            )

    def truncate(self, spans: Iterable[str], place: Placed, *, by: Decider = "host", basis: Basis = "recorded") -> None:
        """The live ones of `spans` leave without a reason; nothing is written when none of them is live."""
        gone = self._leave(spans)
        if gone:
            self._turn = self.calls + 1
            origin = self._origin(place)
            self.events.append(
                Truncate(line=place.line, turn=self._turn, at=place.at, by=by, basis=basis, origin=origin, spans=gone)
            )

    def rewrite(self, sources: Iterable[str], surrogate: Span, place: Placed, cut: Cut) -> None:
        """One rewrite of the live ones of `sources`; the surrogate stands where the first of them stood.

        With nothing live to replace, the surrogate merely enters.
        """
        named = dict.fromkeys(span for span in sources if span in self._order)
        if not named:
            self.add(surrogate, place, basis=cut.basis)
            return
        self._turn = self.calls + 1
        order: dict[str, None] = {}
        for span in self._order:
            if span not in named:
                order[span] = None
            elif surrogate.id not in order:
                order[surrogate.id] = None
        self._order = order
        self._spans[surrogate.id] = surrogate
        self.events.append(
            Rewrite(
                line=place.line,
                turn=self._turn,
                at=place.at,
                by=cut.by,
                basis=cut.basis,
                origin=self._origin(place),
                sources=tuple(named),
                surrogate=surrogate,
                tokens_before=cut.tokens_before,
                tokens_after=cut.tokens_after,
            )
        )

    def rank(self, order: Sequence[RankEntry], place: Placed, *, cut: int | None = None) -> None:
        """A re-ranker's list, best first. It changes nothing; ids that were never in the window are left out."""
        known = tuple(entry for entry in order if entry.span in self._spans)
        if known:
            self._turn = self.calls + 1
            origin = self._origin(place)
            self.events.append(
                Rank(line=place.line, turn=self._turn, at=place.at, by="host", origin=origin, order=known, cut=cut)
            )

    def become(self, after: Sequence[Span], cut: Cut, place: Placed) -> None:
        """The events that turn the window into exactly `after`, in that order.

        `after` holds the surrogate and the stubs where they stand. What is in neither window is untouched.
        """
        wanted = {span.id: span for span in after}
        left = [span for span in self._order if span not in wanted]
        self._drop(left, cut, place)
        self._fill(after, cut, place)
        if tuple(self._order) != tuple(wanted):
            self._order = dict.fromkeys(wanted)
            self.events.append(
                Checkpoint(
                    line=place.line,
                    turn=self._turn,
                    at=place.at,
                    basis=cut.basis,
                    origin=self._origin(place),
                    spans=tuple(wanted),
                )
            )

    def _drop(self, left: Sequence[str], cut: Cut, place: Placed) -> None:
        if cut.surrogate is not None:
            self.rewrite(left, cut.surrogate, place, cut)
            return
        if cut.withdrawn:
            self.evict(left, "withdrawn", place, by=cut.by, basis=cut.basis)
            return
        copied = [span for span in left if cut.copies.get(span)]
        spare = [span for span in left if span in cut.dispensable and not cut.copies.get(span)]
        rest = [span for span in left if span not in cut.dispensable and not cut.copies.get(span)]
        self.evict(copied, "external-copy", place, copies=cut.copies, by=cut.by, basis=cut.basis)
        self.evict(spare, "dispensable", place, by=cut.by, basis=cut.basis)
        self.truncate(rest, place, by=cut.by, basis=cut.basis)

    def _fill(self, after: Sequence[Span], cut: Cut, place: Placed) -> None:
        """Everything of `after` that is not live enters, before the next span of `after` that is."""
        waiting: list[str] = []
        places: dict[str, list[str]] = {}
        for span in after:
            if span.id in self._order:
                if waiting:
                    places[span.id] = waiting
                waiting = []
            elif span.id not in self._spans:
                waiting.append(span.id)
        entering = {name: before for before, names in places.items() for name in names}
        for span in after:
            if span.id not in self._order:
                self._enter(span, place, entering.get(span.id), cut.basis)
        self._reorder(places)

    def _enter(self, span: Span, place: Placed, before: str | None, basis: Basis) -> None:
        name, line, turn, at, origin = span.id, place.line, self._turn, place.at, self._origin(place)
        if name in self._spans:
            self.events.append(
                Restore(
                    line=line,
                    turn=turn,
                    at=at,
                    by="host",
                    basis=basis,
                    origin=origin,
                    of=name,
                    source="retained",
                    span=span,
                )
            )
        else:
            self.events.append(Add(line=line, turn=turn, at=at, basis=basis, origin=origin, span=span, before=before))
        self._spans[name] = span
        self._order[name] = None

    def _leave(self, spans: Iterable[str]) -> tuple[str, ...]:
        gone = tuple(dict.fromkeys(span for span in spans if span in self._order))
        for span in gone:
            del self._order[span]
        return gone

    def _reorder(self, places: Mapping[str, Sequence[str]]) -> None:
        """Puts each list of live spans before its key."""
        if not places:
            return
        moved = {span for spans in places.values() for span in spans}
        order: dict[str, None] = {}
        for span in self._order:
            order.update(dict.fromkeys(places.get(span, ())))
            if span not in moved:
                order[span] = None
        self._order = order

    def _origin(self, place: Placed) -> Origin:
        """One value for all events of a place that come one after the other."""
        if place is not self._placed:
            line = place.line
            self._placed = place
            self._made = (
                Origin(self._file, line, None, place.id)
                if self._numbered == "line"
                else Origin(self._file, None, line, place.id)
            )
        return self._made
