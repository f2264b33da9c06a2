"""One conversation of the SDK: the files of its events, in order, to the events of its window."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ctxaudit.importers._counted import sized
from ctxaudit.importers._document import whole
from ctxaudit.importers._draft import named
from ctxaudit.importers._few import few
from ctxaudit.importers._tree import Tree, Turn
from ctxaudit.importers._values import listed, said, time_of, tokens_of
from ctxaudit.importers._values import part as inner
from ctxaudit.importers.openhands.documents import NAME, Document
from ctxaudit.importers.openhands.events import FINISH, Reader
from ctxaudit.importers.openhands.results import SavedOutputs
from ctxaudit.importers.window import Cut, Place, Window
from ctxaudit.ingest.source import Source
from ctxaudit.ingest.tally import Tally
from ctxaudit.model import Basis, Event, Header, Problem, Span, Trace

_FILE = re.compile(r"event-(\d{5,12})-([0-9a-fA-F-]{8,64})\.json")
_ROOT = "__root__"


@dataclass(frozen=True, slots=True)
class _Stored:
    """One event's file; `value` is None when it holds no JSON object."""

    record: int
    key: str
    file: str
    value: Mapping[str, Any] | None


def conversation(document: Document, source: Source) -> Trace:
    state = document.value
    tally = Tally()
    tally.event(document.first)
    found = _numbered(source)
    replay = _Replay(tally, Window(source.name, numbered="record"), _usage(state), Reader(_outputs(source)))
    files: dict[int, str] = {}
    for event in _stored(found, tally):
        files[event.record] = event.file
        replay.take(event)
    replay.settle(state)
    events, scale = sized(_with_files(replay.window.events, files), replay.answers)
    llm = inner(inner(state, "agent"), "llm")
    return Trace(
        path=source.path,
        format=NAME,
        header=Header(
            id=said(state, "id") or "conversation",
            agent="openhands",
            model=said(llm, "model"),
            budget=tokens_of(llm.get("max_input_tokens")) or None,
            citations="implicit",
            cwd=said(inner(state, "workspace"), "working_dir"),
        ),
        events=events,
        problems=tally.problems,
        lines=tally.lines(),
        notes=(*replay.notes(), *scale),
    )


@dataclass(frozen=True, slots=True)
class _Condensation:
    forgotten: frozenset[str]
    summary: str | None
    place: int | None

    @property
    def shown(self) -> bool:
        return self.summary is not None and self.place is not None


@dataclass(slots=True)
class _Replay:
    """`view`: the keys of what stands in the window, in order; a summary's key is made from its condensation's."""

    tally: Tally
    window: Window
    usage: Mapping[str, tuple[int, int]]
    reader: Reader
    answers: dict[int, int] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    _tree: Tree = field(default_factory=Tree)
    _view: list[str] = field(default_factory=list)
    _spans: dict[str, list[str]] = field(default_factory=dict)
    _cuts: dict[str, _Condensation] = field(default_factory=dict)
    _responses: set[str] = field(default_factory=set)

    def take(self, event: _Stored) -> None:
        parent, basis = self._parent(event)
        place = Place(event.record, time_of(event.value or {}), event.key)
        turn = self._tree.grow(event.key, parent)
        if turn:
            self._turned(turn, self._tree.path()[:-1], place)
        if event.value is None:
            return
        kind = said(event.value, "kind") or "untyped"
        if kind == "Condensation":
            self._condense(event.key, event.value, place)
            return
        drafts = self.reader.drafts(event.value, event.record)
        if drafts is None:
            self.tally.not_context(event.record, kind[:60])
            return
        called = self._call(event.value, place)
        name = short(event.key)
        spans = [
            draft.span(self.window.free(told)) for draft, told in zip(drafts, named(name, len(drafts)), strict=True)
        ]
        if said(event.value, "tool_name") == FINISH and kind == "ObservationEvent":
            spans = self._repeated(event.value, spans)
        for span in spans:
            self.window.add(span, place, basis=basis)
        self._spans[event.key] = [span.id for span in spans]
        self._view.append(event.key)
        if spans or called:
            self.tally.event(event.record)
        else:
            self.tally.not_context(event.record, f"{kind} (empty)"[:60])

    def settle(self, state: Mapping[str, Any]) -> None:
        """Where the conversation stands now, when it went back and nothing was said since."""
        head = said(state, "leaf_event_id")
        empty = state.get("head_is_empty") is True
        if self._tree.tip is None or head == self._tree.tip or not (empty or head in self._tree):
            return
        turn = self._tree.grow("", None if empty else head)
        if turn:
            self._turned(turn, self._tree.path()[:-1], Place(1))

    def notes(self) -> list[str]:
        clipped = [
            f"record {record}: the output saved to {path} is clipped itself, so there is no whole copy of it"
            for record, path in self.reader.clipped
        ]
        return [*few(self.said), *few(clipped)]

    def _parent(self, event: _Stored) -> tuple[str | None, Basis]:
        """A record that names no parent, or a lost one, hangs on the record before."""
        told = said(event.value or {}, "parent_id")
        if told == _ROOT:
            return None, "recorded"
        if told is not None and told in self._tree:
            return told, "recorded"
        if told is not None and self._tree.tip is not None:
            self.said.append(f"record {event.record}: its parent is not in the log; it is joined to the record before")
        return self._tree.tip, "recorded" if told is None else "derived"

    def _call(self, value: Mapping[str, Any], place: Place) -> bool:
        """One call a response: several actions of one response name it, and the first stands for it."""
        kind, response = said(value, "kind"), said(value, "llm_response_id")
        answered = kind == "ActionEvent" or (kind == "MessageEvent" and said(value, "source") == "agent")
        if kind == "MessageEvent" and said(inner(value, "llm_message"), "role") != "assistant":
            return False
        if not answered or response in self._responses:
            return False
        tokens, answer = self.usage.get(response or "", (0, 0))
        if response is not None:
            self._responses.add(response)
        self.window.call(place, tokens=tokens or None)
        self.answers[len(self.window.events) - 1] = answer
        return True

    def _repeated(self, value: Mapping[str, Any], spans: Sequence[Span]) -> list[Span]:
        """A result that says the model's own last message again is no evidence for it."""
        words = self._spans.get(said(value, "action_id") or "", ())[-1:]
        return [replace(span, provenance=tuple(words)) for span in spans]

    def _condense(self, key: str, value: Mapping[str, Any], place: Place) -> None:
        cut = _condensation(value)
        self._cuts[key] = cut
        surrogate = None
        if cut.shown:
            name = self.window.free(f"{short(key)}-summary")
            surrogate = Span(id=name, text=cut.summary or "", role="user", by="model", kind="summary")
            self._spans[f"{key}-summary"] = [name]
        elif cut.summary is not None:
            self.said.append(f"record {place.line}: this summary has no place, so it was never shown to the model")
        before = len(self._view)
        self._view = _reduced(self._view, key, cut)
        left = before - len(self._view) + (surrogate is not None)
        # Nothing in the window says that this is a summary: a rewrite is known from the log alone.
        told = Cut(surrogate=surrogate, basis="derived") if surrogate else Cut()
        self.window.become(self._after(surrogate), told, place)
        self.tally.event(place.line)
        self.said.append(
            f"record {place.line}: condensation of {left} events" + ("" if surrogate else ", without a summary")
        )

    def _turned(self, turn: Turn, path: Sequence[str], place: Place) -> None:
        """The human went back to an earlier event; what stands behind it is taken back."""
        if not any(key in self._cuts for key in (*turn.left, *turn.back)):
            gone = {key for key in turn.left if key in self._spans}
            self.window.evict(
                [s for key in turn.left for s in self._spans.get(key, ())],
                "withdrawn",
                place,
                by="human",
                basis="derived",
            )
            self._view = [key for key in self._view if key not in gone]
            for key in turn.back:
                if key in self._spans:
                    self._view.append(key)
                    for name in self._spans[key]:
                        self.window.add(self.window.span(name), place, basis="derived")
            return
        self._view = []
        for key in path:
            if key in self._cuts:
                self._view = _reduced(self._view, key, self._cuts[key])
            elif key in self._spans:
                self._view.append(key)
        self.window.become(self._after(None), Cut(withdrawn=True, by="human", basis="derived"), place)

    def _after(self, surrogate: Span | None) -> list[Span]:
        names = [name for key in self._view for name in self._spans[key]]
        return [surrogate if surrogate and name == surrogate.id else self.window.span(name) for name in names]


def short(key: str) -> str:
    """An event's id as its spans wear it."""
    return key[:8] if len(key) >= 32 else key[:60]


def _reduced(view: Sequence[str], key: str, cut: _Condensation) -> list[str]:
    left = [held for held in view if held not in cut.forgotten]
    if cut.shown:
        left.insert(cut.place or 0, f"{key}-summary")
    return left


def _condensation(value: Mapping[str, Any]) -> _Condensation:
    ids, place = value.get("forgotten_event_ids"), value.get("summary_offset")
    summary = value.get("summary")
    return _Condensation(
        forgotten=frozenset(item for item in ids if isinstance(item, str)) if isinstance(ids, list) else frozenset(),
        summary=summary if isinstance(summary, str) else None,
        place=place if isinstance(place, int) and not isinstance(place, bool) and place >= 0 else None,
    )


def _numbered(source: Source) -> list[tuple[int, str, Source]]:
    """Number, id and file of each event, in order."""
    found = [(match, member) for member in source.members("events", ".json") if (match := _FILE.fullmatch(member.name))]
    return sorted(
        ((int(match[1]), match[2], member) for match, member in found), key=lambda item: (item[0], item[2].name)
    )


def _stored(found: Sequence[tuple[int, str, Source]], tally: Tally) -> Iterator[_Stored]:
    """The events up to the first gap in their numbers, behind which the SDK does not read either."""
    wanted, gap = 0, False
    keys: set[str] = set()
    for record, (number, key, member) in enumerate(found, 2):
        if number < wanted or key in keys:
            tally.not_context(record, "event with a number or an id that was there before")
            continue
        if number > wanted:
            if not gap:
                detail = f"the file of event {wanted} is missing; what stands behind it is not read"
                tally.problem(Problem("malformed-line", record, detail, hole=True))
            gap = True
            tally.not_context(record, "event behind a gap")
            continue
        wanted += 1
        keys.add(key)
        value = _object(member)
        if value is None:
            tally.problem(Problem("malformed-line", record, f"{member.name} holds no JSON object", hole=True))
        yield _Stored(record, key, f"events/{member.name}", value)


def _object(member: Source) -> Mapping[str, Any] | None:
    value = whole(member.text())
    return value if isinstance(value, dict) else None


def _outputs(source: Source) -> SavedOutputs:
    return SavedOutputs({member.name: member.text() for member in source.members("observations", ".txt")})


def _usage(state: Mapping[str, Any]) -> dict[str, tuple[int, int]]:
    """By response: the size of the window and of the answer, as the provider counted them."""
    metrics = inner(inner(state, "stats"), "usage_to_metrics")
    return {
        response: (tokens_of(usage.get("prompt_tokens")), tokens_of(usage.get("completion_tokens")))
        for part in metrics.values()
        if isinstance(part, dict)
        for usage in listed(part.get("token_usages"))
        if (response := said(usage, "response_id"))
    }


def _with_files(events: Sequence[Event], files: Mapping[int, str]) -> list[Event]:
    """Each event comes from a file of its own."""
    return [
        replace(event, origin=replace(event.origin, file=files[event.line]))
        if event.origin and event.line in files
        else event
        for event in events
    ]
