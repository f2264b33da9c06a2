"""From a log to traces: one a lane."""

from __future__ import annotations

from collections.abc import Sequence

from ctxaudit.importers._account import LaneKey
from ctxaudit.importers._contents import Contents
from ctxaudit.importers._counted import sized
from ctxaudit.importers.qwen_code.records import Lane, Survey, survey
from ctxaudit.importers.qwen_code.replay import Replay
from ctxaudit.importers.window import Window
from ctxaudit.ingest.source import Source
from ctxaudit.model import Event, Header, Problem, Trace

NAME = "qwen-code"


def traces_of(source: Source) -> list[Trace]:
    """Sessions in order of appearance, each before its subagents."""
    found = survey(source)
    lanes = [lane for lane in found.lanes.values() if lane.talks] or list(found.lanes.values())[:1] or [Lane(("", ""))]
    lanes.sort(key=lambda lane: lane.key[1] != "")
    replays = []
    for lane in lanes:
        replay = Replay(lane, Window(source.name), found.account, Contents(by_host=lane.key[1] != "", thoughts=True))
        replay.run()
        replays.append(replay)
    for lane in found.lanes.values():
        if lane not in lanes:
            for node in lane.nodes:
                for line in node.lines:
                    found.account.aside(line, lane.key, node.label)
    lines = found.account.lines([lane.key for lane in lanes], lanes[0].key)
    traces = []
    for replay in replays:
        events, scale = sized(replay.window.events, replay.answers)
        key = replay.lane.key
        traces.append(
            Trace(
                path=source.path,
                format=NAME,
                header=_header(replay.lane, source, events),
                events=events,
                problems=_problems(found, key, lanes[0].key),
                lines=lines[key],
                notes=(*replay.notes, *scale),
            )
        )
    return traces


def _problems(found: Survey, lane: LaneKey, first: LaneKey) -> Sequence[Problem]:
    """A hole may have held a record of any lane, so each lane is told of it; the rest is said once."""
    problems = sorted(found.account.problems, key=lambda problem: problem.line)
    return tuple(problem for problem in problems if problem.hole or lane == first)


def _header(lane: Lane, source: Source, events: Sequence[Event]) -> Header:
    session, agent = lane.key
    version = lane.first("version")
    return Header(
        id=agent or session or source.name.split(".jsonl")[0] or "session",
        line=events[0].line if events else 1,
        budget=lane.budget or None,
        agent=f"qwen-code {version}" if version else "qwen-code",
        model=lane.first("model"),
        started_at=next((node.at for node in lane.nodes if node.at), None),
        citations="implicit",
        cwd=lane.first("cwd"),
        lane=agent or None,
        parent=(session or None) if agent else None,
    )
