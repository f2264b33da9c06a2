"""From a log and the subagents' logs beside it to traces: one a lane."""

from __future__ import annotations

from collections.abc import Sequence

from ctxaudit.importers._account import LaneKey
from ctxaudit.importers._usage import fit, fit_notes
from ctxaudit.importers.claude_code.blocks import Reader
from ctxaudit.importers.claude_code.lanes import Lane, Survey, survey
from ctxaudit.importers.claude_code.replay import Replay
from ctxaudit.importers.claude_code.sidecars import Sidecars
from ctxaudit.importers.claude_code.stage import Stage
from ctxaudit.importers.claude_code.subagents import stem_of, subagent_logs
from ctxaudit.importers.window import Window
from ctxaudit.ingest.source import Source
from ctxaudit.model import Call, Event, Header, Problem, Trace

NAME = "claude-code"


def traces_of(source: Source) -> list[Trace]:
    """The log's own lanes first, main ones before inline subagents; then the subagents that have files."""
    found = survey(source)
    sessions = list(dict.fromkeys(key[0] for key in found.lanes if key[0]))
    copies = Sidecars(source, [*sessions, stem_of(source.name)])
    traces = _traces(source, found, copies)
    for member in subagent_logs(source, found.lanes.values()):
        traces += _traces(member, survey(member), copies)
    return traces


def _traces(source: Source, found: Survey, copies: Sidecars) -> list[Trace]:
    lanes = found.talking or list(found.lanes.values())[:1] or [Lane(("", ""))]
    first = max(lanes, key=lambda lane: (lane.key[1] == "", len(lane.nodes))).key
    replays: list[tuple[Lane, Replay, Window]] = []
    for lane in lanes:
        window = Window(source.name)
        reader = Reader(window.free, all_by_host=lane.key[1] != "")
        replay = Replay(lane, Stage(window, found.account, lane.key, reader), copies)
        replay.run()
        replays.append((lane, replay, window))
    lines = found.account.lines([lane.key for lane in lanes], first)
    traces: list[Trace] = []
    for lane, replay, window in replays:
        scale = fit(replay.samples)
        events = _with_unseen(window.events, scale.unseen if scale else {})
        traces.append(
            Trace(
                path=source.path,
                format=NAME,
                header=_header(lane, source, events),
                events=events,
                problems=_problems(found, lane.key, first),
                lines=lines[lane.key],
                notes=(*replay.noted.sentences(), *fit_notes(scale)),
            )
        )
    return traces


def _problems(found: Survey, lane: LaneKey, first: LaneKey) -> Sequence[Problem]:
    """A hole may have held a record of any lane, so each lane is told of it; the rest is said once."""
    problems = sorted(found.account.problems, key=lambda problem: problem.line)
    return tuple(problem for problem in problems if problem.hole or lane == first)


def _with_unseen(events: list[Event], unseen: dict[int, int]) -> list[Event]:
    for place, tokens in unseen.items():
        event = events[place]
        if isinstance(event, Call):
            events[place] = Call(
                line=event.line,
                turn=event.turn,
                at=event.at,
                origin=event.origin,
                tokens=event.tokens,
                unseen=tokens,
                id=event.id,
            )
    return events


def _header(lane: Lane, source: Source, events: Sequence[Event]) -> Header:
    session, agent = lane.key
    return Header(
        id=agent or session or stem_of(source.name),
        line=events[0].line if events else 1,
        agent=f"claude-code {lane.version}" if lane.version else "claude-code",
        model=lane.model,
        started_at=lane.started_at,
        citations="implicit",
        cwd=lane.cwd,
        lane=agent or None,
        parent=(session or None) if agent else None,
    )
