"""A session's records, from JSON lines or from one document: told by their keys, not by a type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ctxaudit.importers._document import document
from ctxaudit.importers._values import listed, part, picked, said, time_of
from ctxaudit.ingest.lines import Blank, Record, records
from ctxaudit.ingest.source import Source
from ctxaudit.ingest.tally import Tally
from ctxaudit.model import Problem

_HEAD = 1 << 16
_ABOUT = frozenset({"kind", "sessionId", "directories", "startTime"})
EntryKind = Literal["rewind", "message", "update", "meta", "hole", "aside"]


_OF_MESSAGES = (
    *("id", "timestamp", "type", "role", "model", "content", "parts", "toolCalls", "thoughts", "tokens"),
    *("$set", "$rewindTo", "messages"),
)
_OF_CALLS = ("id", "name", "args", "result")


@dataclass(frozen=True, slots=True)
class Entry:
    """`record` holds what is asked for later: without what the program shows of a call, and the words of thoughts."""

    line: int
    kind: EntryKind
    record: Mapping[str, Any]

    @property
    def at(self) -> str | None:
        return time_of(self.record) or time_of(part(self.record, "$set"), "lastUpdated")

    @property
    def id(self) -> str:
        return said(self.record, "id") or f"entry-{self.line}"

    @property
    def speaker(self) -> str:
        """A message's type, in today's words."""
        told = said(self.record, "type") or said(self.record, "role") or "untyped"
        return "gemini" if told in ("model", "assistant") else told

    @property
    def content(self) -> Any:
        return self.record.get("content", self.record.get("parts"))


@dataclass(slots=True)
class Log:
    """`about`: what the records say of the session, the latest word of each; nothing else is asked of it."""

    numbered: Literal["line", "record"]
    entries: list[Entry] = field(default_factory=list)
    about: dict[str, Any] = field(default_factory=dict)


def log_of(source: Source, tally: Tally) -> Log:
    if _is_lines(source):
        return _of_lines(source, tally)
    return _of_document(source, tally)


def _is_lines(source: Source) -> bool:
    """The first line is a record by itself, and no document of one line."""
    first = next((line for _, line in source.lines() if line.strip()), b"")
    if not first.lstrip().startswith(b"{"):
        return False
    compact = first.rstrip().endswith(b"}")
    return compact and b'"messages"' not in first[:_HEAD] and b'"history"' not in first[:_HEAD]


def _of_lines(source: Source, tally: Tally) -> Log:
    log = Log("line")
    for item in records(source):
        if isinstance(item, Record):
            entry = _entry(item.value, item.line)
            log.entries.append(entry)
            if entry.kind in ("meta", "update"):
                told = item.value if entry.kind == "meta" else part(item.value, "$set")
                log.about |= {key: value for key, value in told.items() if key in _ABOUT}
        elif isinstance(item, Blank):
            tally.blank(item.line)
        elif isinstance(item, Problem):
            tally.problem(item)
            if item.hole:
                log.entries.append(Entry(item.line, "hole", {}))
    return log


def _of_document(source: Source, tally: Tally) -> Log:
    text = source.text()
    key = "messages" if '"messages"' in text[:_HEAD] or '"history"' not in text[:_HEAD] else "history"
    found = document(text, key)
    log = Log("record", about=picked(found.fields, _ABOUT))
    for number, record in enumerate(found.records, 1):
        if isinstance(record, dict):
            log.entries.append(Entry(number, "message", _asked(record)))
        else:
            tally.not_context(number, "no message")
    if found.problem is not None:
        tally.problem(found.problem)
    return log


def _entry(record: Mapping[str, Any], line: int) -> Entry:
    kind: EntryKind = "aside"
    if isinstance(record.get("$rewindTo"), str):
        kind = "rewind"
    elif isinstance(record.get("id"), str):
        kind = "message"
    elif isinstance(record.get("$set"), dict):
        kind = "update"
    elif "sessionId" in record and "projectHash" in record:
        kind = "meta"
    return Entry(line, kind, _asked(record))


def _asked(record: Mapping[str, Any]) -> Mapping[str, Any]:
    told = picked(record, _OF_MESSAGES)
    if isinstance(told.get("toolCalls"), list):
        told["toolCalls"] = [picked(call, _OF_CALLS) for call in listed(told["toolCalls"])]
    if "thoughts" in told:
        told["thoughts"] = [{} for _ in listed(told["thoughts"])]
    return told


def listed_messages(entry: Entry) -> list[Entry] | None:
    """The messages of a whole window that a record lists; None when it lists none."""
    held = part(entry.record, "$set") if entry.kind == "update" else entry.record
    messages = held.get("messages")
    if not isinstance(messages, list):
        return None
    return [Entry(entry.line, "message", _asked(record)) for record in listed(messages)]


def copies_before_lists(entries: list[Entry]) -> Iterator[tuple[Entry, Entry]]:
    """Messages that stand right before a list that has them too, each with that list's record."""
    waiting: list[Entry] = []
    for entry in entries:
        if entry.kind == "message":
            waiting.append(entry)
            continue
        messages = listed_messages(entry) if entry.kind == "update" else None
        if messages is not None:
            names = {message.id for message in messages}
            yield from ((message, entry) for message in waiting if message.id in names)
        if messages is not None or entry.kind != "update":
            waiting = []
