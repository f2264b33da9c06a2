"""The events of one branch to those of its window."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ctxaudit.importers._draft import named
from ctxaudit.importers._values import tokens_of
from ctxaudit.importers.adk.events import Compaction, SessionEvent, compaction_of, drafts_of, either
from ctxaudit.importers.window import Cut, Place, Window
from ctxaudit.model import Basis, Span

_LEADING = r"the|this|a|following|is|conversation|context|session|previous"
_SAYS_SO = re.compile(rf"[\W_]*(?:(?:{_LEADING})[\W_]+){{0,6}}summary", re.IGNORECASE)


@dataclass(slots=True)
class Replay:
    """`gave`: the records that gave an event; `idle`: the others, by kind."""

    branch: str
    window: Window
    gave: set[int] = field(default_factory=set)
    idle: dict[int, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    _events: list[SessionEvent] = field(default_factory=list)  # those that may be sent
    _spans: dict[int, list[Span]] = field(default_factory=dict)
    _compactions: list[Compaction] = field(default_factory=list)
    _tools: dict[str, bool] = field(default_factory=dict)

    def run(self, events: Sequence[SessionEvent]) -> None:
        for event in events:
            compaction = compaction_of(event)
            rewound = either(event.action, "rewindBeforeInvocationId")
            if compaction is not None:
                self._compact(compaction)
            elif isinstance(rewound, str):
                self._rewind(event, rewound)
            elif event.body.get("partial") is True:
                self.idle[event.number] = "event (partial)"
            else:
                self._say(event)

    def _say(self, event: SessionEvent) -> None:
        if event.answers and event.branch == self.branch:
            usage = event.value("usageMetadata")
            counted = either(usage, "promptTokenCount") if isinstance(usage, dict) else None
            self.window.call(_place(event), tokens=tokens_of(counted) or None)
            self.gave.add(event.number)
        drafts = drafts_of(event, self._tools)
        names = named(self.window.free(event.name), len(drafts))
        spans = [draft.span(name) for name, draft in zip(names, drafts, strict=True)]
        for span in spans:
            self.window.add(span, _place(event))
        if spans:
            self._events.append(event)
            self._spans[event.number] = spans
            self.gave.add(event.number)
        else:
            self.idle.setdefault(event.number, "event (without content)")

    def _compact(self, made: Compaction) -> None:
        self._compactions.append(made)
        number = made.event.number
        summary = Span(
            id=self.window.free(f"{made.event.name}-summary"),
            text=made.text,
            role="assistant",
            by="model",
            kind="summary",
        )
        self._spans[number] = [summary]
        after = self._visible()
        names = {span.id for span in after}
        left = tuple(name for name in self.window.live if name not in names)
        if summary.id not in names or not left:
            self.idle[number] = "compaction (replaces nothing)"
            self._compactions.pop()
            return
        self.gave.add(number)
        told = _SAYS_SO.match(made.text) is not None
        if not made.text:
            summary = _summary(summary, left, ("opaque",), complete=False)
        elif told:
            summary = _summary(summary, left, (), complete=True)
        self._spans[number] = [summary]
        basis: Basis = "recorded" if told or not made.text else "derived"
        self.window.become(self._visible(), Cut(surrogate=summary, basis=basis), _place(made.event))
        self.notes.append(f"record {number}: compaction of {len(left)} spans{_aside(told, made.text)}")

    def _rewind(self, event: SessionEvent, invocation: str) -> None:
        first = next((earlier.number for earlier in self._events if earlier.invocation == invocation), None)
        if first is None:
            self.idle[event.number] = "rewind (to an invocation that is not in the window)"
            return
        self._events = [earlier for earlier in self._events if earlier.number < first]
        self._compactions = [made for made in self._compactions if made.event.number < first]
        self.window.become(self._visible(), Cut(withdrawn=True, by="human", basis="recorded"), _place(event))
        self.gave.add(event.number)

    def _visible(self) -> list[Span]:
        """What is sent now, in order of time."""
        made_so_far = self._compactions
        counting = [made for made in made_so_far if not any(made.inside(o) for o in made_so_far if o is not made)]
        raw = [event for event in self._events if not any(made.start <= event.time <= made.end for made in counting)]
        raw += self._needed(raw)
        rows = [(event.time, event.number, event.number) for event in raw]
        rows += [(made.end, made.event.number, made.event.number) for made in counting]
        return [span for _, _, number in sorted(rows) for span in self._spans[number]]

    def _needed(self, kept: Sequence[SessionEvent]) -> list[SessionEvent]:
        """Events with the calls that kept responses answer."""
        spans = [span for event in kept for span in self._spans[event.number]]
        calls = {span.call_id for span in spans if span.kind == "tool-call"}
        answered = {span.call_id for span in spans if span.kind in ("tool-result", "read") and span.call_id}
        lost = answered - calls
        numbers = {event.number for event in kept}
        return [
            event
            for event in self._events
            if event.number not in numbers
            and any(span.kind == "tool-call" and span.call_id in lost for span in self._spans[event.number])
        ]


def _summary(span: Span, left: tuple[str, ...], tags: tuple[str, ...], *, complete: bool) -> Span:
    return Span(
        id=span.id,
        text=span.text,
        role=span.role,
        by=span.by,
        kind="summary",
        lossy=True,
        provenance=left,
        tags=tags,
        complete=complete,
    )


def _aside(told: bool, text: str) -> str:
    if not text:
        return "; its summary holds no text"
    return "" if told else "; the window does not say that its summary is one"


def _place(event: SessionEvent) -> Place:
    return Place(event.number, event.at, event.id)
