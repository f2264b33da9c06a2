"""From a rollout to its trace."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ctxaudit.importers._counted import sized
from ctxaudit.importers._values import part, said, time_of, tokens_of
from ctxaudit.importers.codex.items import Reader
from ctxaudit.importers.codex.records import Entry, entry_of
from ctxaudit.importers.codex.replay import Replay
from ctxaudit.importers.window import Window
from ctxaudit.ingest.lines import Blank, Record, records
from ctxaudit.ingest.source import Source
from ctxaudit.ingest.tally import Tally
from ctxaudit.model import Event, Header, Problem, Trace

NAME = "codex"


def trace_of(source: Source) -> Trace:
    tally = Tally()
    entries: list[Entry] = []
    for item in records(source):
        if isinstance(item, Record):
            entries.append(entry_of(item.value, item.line))
        elif isinstance(item, Blank):
            tally.blank(item.line)
        elif isinstance(item, Problem):
            tally.problem(item)
            if item.hole:
                entries.append(Entry(item.line, "hole", item.problem, {}, None))
    meta = next((entry for entry in entries if entry.kind == "meta"), None)
    own: Mapping[str, Any] = meta.payload if meta else {}
    window = Window(source.name)
    replay = Replay(window, tally, Reader(by_host=_parent(own) is not None))
    replay.run(entries)
    events, scale = sized(window.events, replay.answers)
    return Trace(
        path=source.path,
        format=NAME,
        header=_header(own, entries, source, events),
        events=events,
        problems=tally.problems,
        lines=tally.lines(),
        notes=(*replay.noted.sentences(replay.reader), *scale),
    )


def _header(own: Mapping[str, Any], entries: Sequence[Entry], source: Source, events: Sequence[Event]) -> Header:
    version = said(own, "cli_version")
    parent = _parent(own)
    forked = said(own, "forked_from_id")
    return Header(
        id=said(own, "id") or source.name.split(".jsonl")[0] or "rollout",
        line=events[0].line if events else 1,
        budget=_budget(entries),
        agent=f"codex {version}" if version else "codex",
        model=next(
            (model for entry in entries if entry.kind == "settings" and (model := said(entry.payload, "model"))), None
        ),
        started_at=time_of(own) or next((entry.at for entry in entries if entry.at), None),
        citations="implicit",
        cwd=said(own, "cwd"),
        lane=_lane(own) if parent else None,
        parent=parent,
        labels={"forked_from": forked} if forked and not parent else {},
    )


def _budget(entries: Sequence[Entry]) -> int | None:
    """The largest window on record: a model with a smaller one may have come in later."""
    sizes = [0]
    for entry in entries:
        if entry.kind == "event":
            sizes.append(tokens_of(entry.payload.get("model_context_window")))
            sizes.append(tokens_of(part(entry.payload, "info").get("model_context_window")))
    return max(sizes) or None


def _parent(own: Mapping[str, Any]) -> str | None:
    """The thread that started this one as a subagent."""
    subagent = part(own, "source").get("subagent")
    spawn = part(subagent, "thread_spawn") if isinstance(subagent, dict) else {}
    return said(spawn, "parent_thread_id") or said(own, "parent_thread_id")


def _lane(own: Mapping[str, Any]) -> str:
    return said(own, "agent_nickname") or said(own, "id") or "subagent"
