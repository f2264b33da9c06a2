"""From a session's log to its trace."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ctxaudit.importers._contents import Contents
from ctxaudit.importers._counted import sized
from ctxaudit.importers._values import said, time_of
from ctxaudit.importers.gemini_cli.records import Log, log_of
from ctxaudit.importers.gemini_cli.replay import Replay
from ctxaudit.importers.window import Window
from ctxaudit.ingest.source import Source
from ctxaudit.ingest.tally import Tally
from ctxaudit.model import Event, Header, Trace

NAME = "gemini-cli"


def trace_of(source: Source) -> Trace:
    tally = Tally()
    log = log_of(source, tally)
    window = Window(source.name, numbered=log.numbered)
    subagent = log.about.get("kind") == "subagent"
    replay = Replay(window, tally, Contents(by_host=subagent))
    replay.run(log.entries)
    events, scale = sized(window.events, replay.answers)
    left_out = replay.contents.left_out
    thoughts = [f"{left_out} thoughts are left out: they leave the window before the next call"] if left_out else []
    return Trace(
        path=source.path,
        format=NAME,
        header=_header(log, source, events, subagent=subagent),
        events=events,
        problems=tally.problems,
        lines=tally.lines(),
        notes=(*replay.notes, *thoughts, *scale),
    )


def _header(log: Log, source: Source, events: Sequence[Event], *, subagent: bool) -> Header:
    name = said(log.about, "sessionId") or re.sub(r"\.jsonl?(\.gz|\.zst)?$", "", source.name) or "session"
    folders = log.about.get("directories")
    models = (said(entry.record, "model") for entry in log.entries)
    parts = re.split(r"[/\\]", source.path)
    return Header(
        id=name,
        line=events[0].line if events else 1,
        agent="gemini-cli",
        model=next((model for model in models if model), None),
        started_at=time_of(log.about, "startTime"),
        citations="implicit",
        cwd=next((folder for folder in folders if isinstance(folder, str)), None)
        if isinstance(folders, list)
        else None,
        lane=name if subagent else None,
        parent=parts[-2] if subagent and len(parts) > 1 else None,
    )
