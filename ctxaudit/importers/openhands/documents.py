"""What the source holds: the state of one conversation, or histories, one a document or one a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ctxaudit.errors import InputError
from ctxaudit.importers._document import document, whole
from ctxaudit.importers._values import said
from ctxaudit.ingest.lines import Record, records
from ctxaudit.ingest.source import Source
from ctxaudit.model import Problem

NAME = "openhands"
_HISTORIES = ("history", "trajectory", "events")


@dataclass(frozen=True, slots=True)
class Document:
    """`first` is the number of its first record. `events` is the list of a history; a state's events lie beside it."""

    first: int
    value: Mapping[str, Any]
    events: Sequence[Any] = ()
    is_state: bool = False
    problems: list[Problem] = field(default_factory=list)

    @property
    def head(self) -> int:
        """1 when the document is a record besides its events, else 0."""
        return 1 if self.value else 0


def documents(source: Source) -> list[Document]:
    """At least one: a state, a history, or the histories of a file with one a line.

    Of a damaged document the events before the damage are given. A damaged line is a problem of the history before it.
    """
    if _many(source) and (found := _lines(source)):
        return found
    text = source.text()
    value = whole(text)
    if isinstance(value, dict) and isinstance(value.get("agent"), dict) and said(value, "id"):
        return [Document(1, value, is_state=True)]
    if value is not None:
        return [_history(source, value, 1)]
    found = _lines(source)
    return found or [_salvaged(source, text)]


def _many(source: Source) -> bool:
    """A history by itself on the first line, and something behind it: that is no document, however large it is."""
    lines = (raw for _, raw in source.lines() if raw.strip())
    return _events(whole(next(lines, b""))) is not None and next(lines, None) is not None


def _lines(source: Source) -> list[Document]:
    """One history a line; none when the file is no JSON Lines of histories."""
    found: list[Document] = []
    lost: list[Problem] = []
    record = 1
    for item in records(source):
        if isinstance(item, Record) and _events(item.value) is not None:
            found.append(_history(source, item.value, record))
            record += found[-1].head + len(found[-1].events)
        elif isinstance(item, Problem):
            lost.append(replace(item, line=max(1, record - 1)))
    if found:
        found[0].problems.extend(lost)
    return found


def _history(source: Source, value: Any, first: int) -> Document:
    events = _events(value)
    if events is None:
        raise InputError(source.path, "holds neither the state of a conversation nor a history of events")
    return Document(first, value if isinstance(value, dict) else {}, events)


def _salvaged(source: Source, text: str) -> Document:
    for key in _HISTORIES:
        found = document(text, key)
        if found.records and found.problem is not None:
            told = Document(1, found.fields, found.records)
            detail = found.problem.detail.replace("from record", "from event", 1)
            told.problems.append(replace(found.problem, line=1 + told.head + len(found.records), detail=detail))
            return told
    raise InputError(source.path, "the JSON document is not whole: no conversation can be read from it")


def _events(value: Any) -> list[Any] | None:
    if isinstance(value, list):
        return value
    lists = (value.get(key) for key in _HISTORIES) if isinstance(value, dict) else ()
    return next((found for found in lists if isinstance(found, list)), None)
