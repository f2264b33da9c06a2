"""One history of the older program: a list of events with integer ids, to the events of its window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ctxaudit.importers._counted import sized
from ctxaudit.importers._draft import named
from ctxaudit.importers._few import few
from ctxaudit.importers._values import part as inner
from ctxaudit.importers._values import said, time_of, tokens_of
from ctxaudit.importers.openhands.actions import Reader, in_history, response_of
from ctxaudit.importers.openhands.documents import NAME, Document
from ctxaudit.importers.window import Cut, Place, Window
from ctxaudit.ingest.source import Source
from ctxaudit.ingest.tally import Tally
from ctxaudit.model import Header, Span, Trace


def history(document: Document, source: Source) -> Trace:
    replay = _Replay(Window(source.name, numbered="record"))
    for problem in document.problems:
        replay.tally.problem(problem)
    if document.value:
        replay.tally.event(document.first)
    for record, event in enumerate(document.events, document.first + document.head):
        replay.take(event, record)
    events, scale = sized(replay.window.events, replay.answers)
    name = said(document.value, "instance_id") or said(document.value, "id") or source.name.split(".")[0]
    return Trace(
        path=source.path,
        format=NAME,
        header=Header(id=name, line=document.first, agent="openhands", model=replay.model, citations="implicit"),
        events=events,
        problems=replay.tally.problems,
        lines=replay.tally.lines(),
        notes=(*few(replay.notes), *scale),
    )


@dataclass(slots=True)
class _Replay:
    """`_kept`: the ids of all events that no condensation forgot, in order; some of them have no spans."""

    window: Window
    tally: Tally = field(default_factory=Tally)
    reader: Reader = field(default_factory=Reader)
    answers: dict[int, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    model: str | None = None
    _kept: list[int] = field(default_factory=list)
    _spans: dict[int, list[str]] = field(default_factory=dict)
    _forgotten: set[int] = field(default_factory=set)
    _summary: tuple[str, int] | None = None  # the span and the place of the last one
    _responses: set[str] = field(default_factory=set)

    def take(self, event: Any, record: int) -> None:
        key = event.get("id") if isinstance(event, dict) else None
        if not isinstance(event, dict) or not isinstance(key, int):
            self.tally.not_context(record, "event without an id")
            return
        place = Place(record, time_of(event), str(key))
        if said(event, "action") == "condensation":
            self._condense(key, event, place)
            return
        if key in self._spans or not in_history(event):
            self.tally.not_context(record, _kind(event) if key not in self._spans else "event that was there before")
            return
        called = self._call(event, place)
        drafts = self.reader.drafts(event)
        spans = [
            d.span(self.window.free(name)) for d, name in zip(drafts, named(f"event-{key}", len(drafts)), strict=True)
        ]
        for span in spans:
            self.window.add(span, place)
        self._spans[key] = [span.id for span in spans]
        self._kept.append(key)
        if spans or called:
            self.tally.event(record)
        else:
            self.tally.not_context(record, _kind(event))

    def _call(self, event: Mapping[str, Any], place: Place) -> bool:
        if said(event, "source") != "agent" or said(event, "action") in (None, "recall", "system"):
            return False
        response = response_of(event)
        name = said(response, "id")
        if name is not None and name in self._responses:
            return False
        if name is not None:
            self._responses.add(name)
        self.model = self.model or said(response, "model")
        usage = inner(response, "usage")
        self.window.call(place, tokens=tokens_of(usage.get("prompt_tokens")) or None)
        self.answers[len(self.window.events) - 1] = tokens_of(usage.get("completion_tokens"))
        return True

    def _condense(self, key: int, event: Mapping[str, Any], place: Place) -> None:
        """What it names leaves; its summary stands alone, because an earlier one is shown no more."""
        arguments = inner(event, "args")
        self._forgotten |= _forgotten(arguments, self._kept)
        self._kept = [held for held in self._kept if held not in self._forgotten]
        summary = arguments.get("summary")
        surrogate = None
        if isinstance(summary, str):
            surrogate = Span(
                id=self.window.free(f"event-{key}-summary"), text=summary, role="user", by="model", kind="summary"
            )
            offset = arguments.get("summary_offset")
            told = isinstance(offset, int) and not isinstance(offset, bool) and offset >= 0
            self._summary = (surrogate.id, int(offset) if told and offset is not None else len(self._kept))
        before = len(self.window.live)
        cut = Cut(surrogate=surrogate, basis="derived") if surrogate else Cut()
        self.window.become(self._after(surrogate), cut, place)
        self.tally.event(place.line)
        left = before - len(self.window.live) + (surrogate is not None)
        self.notes.append(
            f"record {place.line}: condensation of {left} spans" + ("" if surrogate else ", without a summary")
        )

    def _after(self, surrogate: Span | None) -> list[Span]:
        names = [self._spans[key] for key in self._kept]
        if self._summary is not None:
            names.insert(self._summary[1], [self._summary[0]])
        flat = [name for held in names for name in held]
        return [surrogate if surrogate and name == surrogate.id else self.window.span(name) for name in flat]


def _forgotten(arguments: Mapping[str, Any], kept: Sequence[int]) -> set[int]:
    """A list of ids, or the first and the last of a range."""
    ids = arguments.get("forgotten_event_ids")
    if isinstance(ids, list):
        return {item for item in ids if isinstance(item, int)}
    start, end = arguments.get("forgotten_events_start_id"), arguments.get("forgotten_events_end_id")
    if isinstance(start, int) and isinstance(end, int):
        return {key for key in kept if start <= key <= end}
    return set()


def _kind(event: Mapping[str, Any]) -> str:
    told = said(event, "action") or said(event, "observation") or "untyped"
    return f"{'action' if said(event, 'action') else 'observation'}/{told}"[:60]
