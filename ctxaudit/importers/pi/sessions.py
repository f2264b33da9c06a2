"""From the lines of a file to sessions, and from each session to its trace."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ctxaudit.importers._counted import sized
from ctxaudit.importers._few import few
from ctxaudit.importers._values import said, time_of
from ctxaudit.importers.pi.entries import Entry, entry_of
from ctxaudit.importers.pi.replay import Replay
from ctxaudit.importers.window import Window
from ctxaudit.ingest.lines import Blank, records
from ctxaudit.ingest.source import Source
from ctxaudit.ingest.tally import Tally
from ctxaudit.model import Header, Problem, Trace

NAME = "pi"


@dataclass(slots=True)
class Session:
    """`numbered`: the keys of header and entries as version 1 counts them, from 0."""

    line: int
    header: Mapping[str, Any]
    tally: Tally = field(default_factory=Tally)
    entries: list[Entry] = field(default_factory=list)
    numbered: list[str] = field(default_factory=list)


def traces_of(source: Source) -> list[Trace]:
    return [_trace(session, source) for session in _sessions(source)]


def _sessions(source: Source) -> list[Session]:
    """At least one; without a header the file's name is all that is known of it."""
    session = Session(1, {})
    found: list[Session] = [session]
    for item in records(source):
        if isinstance(item, Problem):
            session.tally.problem(item)
        elif isinstance(item, Blank):
            session.tally.blank(item.line)
        elif item.value.get("type") == "session":
            if session.header or session.entries:
                session = Session(item.line, item.value)
                found.append(session)
            session.line, session.header = item.line, item.value
            session.tally.event(item.line)
            session.numbered.append("")
        else:
            entry = entry_of(item.value, item.line)
            session.entries.append(entry)
            session.numbered.append(entry.key)
    return found


def _trace(session: Session, source: Source) -> Trace:
    header = session.header
    replay = Replay(session.tally, Window(source.name), session.numbered)
    for entry in session.entries:
        replay.take(entry)
    events, scale = sized(replay.window.events, replay.answers)
    agent = "openclaw" if replay.openclaw or "/.openclaw/" in source.path.replace("\\", "/") else "pi"
    forked = said(header, "parentSession")
    return Trace(
        path=source.path,
        format=NAME,
        header=Header(
            id=said(header, "id") or source.name.split(".")[0],
            line=session.line,
            agent=agent,
            model=replay.model,
            started_at=time_of(header),
            citations="implicit",
            cwd=said(header, "cwd"),
        ),
        events=events,
        problems=session.tally.problems,
        lines=session.tally.lines(),
        notes=(*([f"forked from {forked}"] if forked else []), *few(replay.notes), *scale),
    )
