"""The files of a session's subagents, which lie beside its log."""

from __future__ import annotations

import re
from collections.abc import Collection

from ctxaudit.importers.claude_code.lanes import Lane
from ctxaudit.ingest.source import Source

_SESSION = re.compile(rb'"sessionId"\s*:\s*"([^"\\]{1,200})"')
_SUFFIXES = (".jsonl", ".jsonl.gz", ".jsonl.zst")


def stem_of(name: str) -> str:
    """A log's name without its endings: the name of the folder that belongs to it."""
    for suffix in (".gz", ".zst", ".jsonl"):
        name = name.removesuffix(suffix)
    return name


def subagent_logs(source: Source, lanes: Collection[Lane]) -> list[Source]:
    """Newer versions keep them in `<session>/subagents/`, older ones as `agent-<id>.jsonl` in the log's own folder.

    A subagent's log has none of its own. The whole folder is looked through only for the versions that did so.
    """
    if source.name.startswith("agent-"):
        return []
    sessions = [lane.key[0] for lane in lanes if lane.key[0]]
    found: dict[str, Source] = {}
    for folder in dict.fromkeys([*sessions, stem_of(source.name)]):
        for member in source.members(f"{folder}/subagents"):
            if member.name.startswith("agent-") and member.name.endswith(_SUFFIXES):
                found.setdefault(member.path, member)
    if not found and any(lane.starts_agents and (lane.version or "2.0.").startswith("2.0.") for lane in lanes):
        return _beside(source, sessions)
    for agent in sorted({agent for lane in lanes for agent in lane.agents}) if not found else ():
        beside = source.beside(f"agent-{agent}.jsonl")
        if beside is not None:
            found[beside.path] = beside
    return [found[path] for path in sorted(found)]


def _beside(source: Source, sessions: Collection[str]) -> list[Source]:
    folder = source.path[: len(source.path) - len(source.name)]
    return [
        member
        for member in source.members(".")
        if member.name.startswith("agent-")
        and member.name.endswith(_SUFFIXES)
        and member.path[: len(member.path) - len(member.name)].replace("./", "") == folder.replace("./", "")
        and _session_of(member) in sessions
    ]


def _session_of(source: Source) -> str | None:
    found = _SESSION.search(source.head())
    return found.group(1).decode("utf-8", "replace") if found else None
