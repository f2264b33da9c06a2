"""From a session to its traces: one a branch."""

from __future__ import annotations

from collections.abc import Sequence

from ctxaudit.importers._counted import sized
from ctxaudit.importers._document import document
from ctxaudit.importers._values import said, tokens_of
from ctxaudit.importers.adk.events import SessionEvent, either
from ctxaudit.importers.adk.replay import Replay
from ctxaudit.importers.window import Window
from ctxaudit.ingest.source import Source
from ctxaudit.ingest.tally import Tally
from ctxaudit.model import Call, Header, Trace

NAME = "adk"


def traces_of(source: Source) -> list[Trace]:
    found = document(source.text(), "events")
    events = [SessionEvent(number, body) for number, body in enumerate(found.records, 1) if isinstance(body, dict)]
    name = said(found.fields, "id") or source.name.partition(".")[0]
    traces: list[Trace] = []
    for branch in list(dict.fromkeys(["", *(event.branch for event in events)])):
        tally = Tally()
        if not branch:
            for number, body in enumerate(found.records, 1):
                if not isinstance(body, dict):
                    tally.not_context(number, "no object")
            if found.problem is not None:
                tally.problem(found.problem)
        traces.append(_branch(source, name, branch, [e for e in events if _seen_in(branch, e)], tally))
    return traces


def _branch(source: Source, name: str, branch: str, events: Sequence[SessionEvent], tally: Tally) -> Trace:
    window = Window(source.name, numbered="record")
    replay = Replay(branch, window)
    replay.run(events)
    own = {event.number for event in events if event.branch == branch}
    for number in replay.gave & own:
        tally.event(number)
    for number, kind in replay.idle.items():
        if number in own:
            tally.not_context(number, kind)
    told, scale = sized(window.events, _answers(window, events))
    return Trace(
        path=source.path,
        format=NAME,
        header=_header(name, branch, events, window),
        events=told,
        problems=tally.problems,
        lines=tally.lines(),
        notes=(*replay.notes, *scale),
    )


def _seen_in(branch: str, event: SessionEvent) -> bool:
    """A branch sees what stands on the way to it."""
    return not event.branch or branch == event.branch or branch.startswith(f"{event.branch}.")


def _answers(window: Window, events: Sequence[SessionEvent]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for event in events:
        usage = event.value("usageMetadata")
        if isinstance(usage, dict):
            counts[event.number] = tokens_of(either(usage, "candidatesTokenCount"))
    return {place: counts.get(event.line, 0) for place, event in enumerate(window.events) if isinstance(event, Call)}


def _header(name: str, branch: str, events: Sequence[SessionEvent], window: Window) -> Header:
    models = (said(event.body, "modelVersion") for event in events)
    return Header(
        id=f"{name}/{branch}" if branch else name,
        line=window.events[0].line if window.events else 1,
        agent="google-adk",
        model=next((model for model in models if model), None),
        started_at=next((event.at for event in events if event.at), None),
        citations="implicit",
        lane=branch or None,
        parent=name if branch else None,
    )
