"""Refuses, before it is written, an edit that the rules would call an error: the rules themselves are asked.

A rule sees a small trace: the window as it stands, then the one event. So its answer costs as much as the window is
large, and no logic of a rule stands here again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ctxaudit.case import Case
from ctxaudit.model import (
    Add,
    Cite,
    Event,
    Evict,
    Finding,
    Header,
    Pin,
    Rank,
    RejectedAlternative,
    Rewrite,
    Trace,
    Truncate,
)
from ctxaudit.rules import load_rules
from ctxaudit.timeline import Life, replay
from ctxaudit.timeline.replay import Replay

ASKED: dict[type[Event], tuple[str, ...]] = {
    Rewrite: ("untagged-surrogate", "grown-rewrite", "dropped-falsifier"),
    Evict: ("dropped-falsifier",),
    Truncate: ("dropped-falsifier",),
    Rank: ("reranked-derivative",),
    Cite: ("unsourced-citation", "altered-citation", "faded-citation", "derivative-citation"),
}


class RefusedEditError(Exception):
    """The edit breaks an invariant. `finding` is what the audit would have said; its rule's page tells the cure."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(f"{finding.rule}: {finding.message}")
        self.finding = finding


class Guard:
    """Keeps the window as it stands and asks the rules about the next event."""

    def __init__(self, header: Header) -> None:
        self._header = replace(header, citations="explicit")
        self._window = Replay()

    def admit(self, event: Event) -> None:
        """Raises `RefusedEditError` when a rule has something against the event; notes do not count."""
        asked = ASKED.get(type(event), ())
        if not asked or (isinstance(event, Rewrite) and event.refused):
            return
        case = Case(replay(self._trace(event)))
        for slug in asked:
            for said in load_rules()[slug].check(case):
                if isinstance(said, Finding) and said.line == event.line and said.severity != "note":
                    raise RefusedEditError(said)

    def took_place(self, event: Event) -> None:
        """The event was written: the window follows it."""
        self._window.apply([event])

    def _trace(self, event: Event) -> Trace:
        moment = len(self._window.steps)
        live = self._window.order.sorted(life for life in self._window.lives if life.live_at(moment))
        opening: list[Event] = [] if not isinstance(event, Cite) else list(self._left(moment))
        opening += [_added(life) for life in live]
        pins = tuple(token for token, _, end in self._window.pinned_tokens if end is None)
        if pins:
            opening.append(Pin(line=0, turn=0, tokens=pins))
        if isinstance(event, Rewrite):
            event = replace(event, rejected_alternatives=(*event.rejected_alternatives, *self._promoted))
        return Trace(path="", format="native", header=self._header, events=[*opening, replace(event, turn=1)])

    def _left(self, moment: int) -> Iterator[Event]:
        """What had left, with the lines at which it came and went, so that a refused claim is told where it stood."""
        here = {life.id for life in self._window.lives if life.live_at(moment)}
        gone = {life.id: life for life in self._window.lives if life.id not in here}
        for life in gone.values():
            took = self._window.steps[life.left] if life.left is not None else None
            if took is not None:
                yield replace(_added(life), line=self._window.steps[life.entered].line)
                yield Evict(line=took.line, turn=0, spans=(life.id,), reason="dispensable", by=took.event.by)

    @property
    def _promoted(self) -> list[str | RejectedAlternative]:
        """Reasons that earlier rewrites kept as rejected alternatives: they stand for the rest of the trace."""
        rewrites = (step.event for step in self._window.steps if isinstance(step.event, Rewrite))
        return [entry for rewrite in rewrites if not rewrite.refused for entry in rewrite.rejected_alternatives]


def _added(life: Life) -> Add:
    """The span as it stands. A rewrite that was not tagged is marked as one, so that it is not taken for a source."""
    span = life.span
    pinned = any(end is None for _, end in life.pins)
    return Add(line=0, turn=0, span=replace(span, pinned=pinned, lossy=life.derivative or span.lossy))
