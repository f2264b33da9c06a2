"""The native trace, read: header lines and events out of JSON lines, and what is wrong with each line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ctxaudit.errors import InputError
from ctxaudit.ingest.duplicates import repeated_keys
from ctxaudit.ingest.lines import Blank, Found, spelled
from ctxaudit.ingest.native_build import event_of, header_of
from ctxaudit.ingest.native_write import write
from ctxaudit.ingest.schema import checks, event_types, named, refusal, shapes, unknown_keys
from ctxaudit.ingest.source import Source
from ctxaudit.ingest.tally import Tally
from ctxaudit.model.trace import Event, Header, Problem, Trace

__all__ = ["HEADER_EXPECTED", "VERSION", "read", "write"]

VERSION = 1
HEADER_EXPECTED = 'a header such as {"type":"trace","version":1,"id":"run-1"} must stand first'
_HEADER_START = re.compile(rb'\s*\{\s*"type"\s*:\s*"trace"')


def read(source: Source) -> list[Trace]:
    """One trace for every header line, each with its own count of lines; line numbers are those of the file.

    Refused when the first line that is not blank is no valid header of this version. A later header that cannot be
    read begins a stretch that belongs to no trace: its lines are problems of the trace before, up to the next header.
    """
    return [draft.trace(source.path) for draft in _drafts(source)]


def _drafts(source: Source) -> list[_Draft]:
    lines = spelled(source)
    drafts = [_first(source.path, lines)]
    for number, raw, found in lines:
        draft = drafts[-1]
        if isinstance(found, dict) and found.get("type") == "trace":
            header = _header(number, found)
            if isinstance(header, Problem):
                draft.abandon(header)
            else:
                drafts.append(_Draft(header))
                drafts[-1].note(number, raw, found)
        elif isinstance(found, dict):
            draft.event(number, raw, found)
        elif isinstance(found, Problem) and found.hole and _HEADER_START.match(raw):
            draft.abandon(found)
        else:
            draft.take(found)
    return drafts


def _first(path: str, lines: Iterator[tuple[int, bytes, Found]]) -> _Draft:
    tally = Tally()
    for number, raw, found in lines:
        match found:
            case Blank():
                tally.blank(number)
            case Problem(hole=False):
                tally.problem(found)
            case Problem():
                raise InputError(path, f"no trace header: {found.detail}; {HEADER_EXPECTED}", line=number)
            case dict():
                header = _header(number, found)
                if isinstance(header, Problem):
                    what = "unknown trace version" if header.problem == "unknown-version" else "no trace header"
                    raise InputError(path, f"{what}: {header.detail}; {HEADER_EXPECTED}", line=number)
                draft = _Draft(header, tally)
                draft.note(number, raw, found)
                return draft
    raise InputError(path, f"no trace header: every line is blank; {HEADER_EXPECTED}")


def _header(line: int, value: dict[str, Any]) -> Header | Problem:
    """The header, or why the line is none."""
    if value.get("type") != "trace":
        found = f"found {_kind(value['type'])}" if "type" in value else 'found an object without "type"'
        return Problem("malformed-line", line, found)
    version = value.get("version")
    if isinstance(version, int | float) and (isinstance(version, bool) or version != VERSION):
        return Problem("unknown-version", line, f"found version {str(version)[:20]}, and only {VERSION} is known")
    if not checks()["trace"](value):
        return Problem("malformed-line", line, _refused("trace", value))
    return header_of(line, value)


def _kind(kind: object) -> str:
    if isinstance(kind, str):
        return f'type "{kind[:40]}"'
    return '"type" that is no string'


def _refused(kind: str, value: dict[str, Any]) -> str:
    return f"{kind}: {refusal(kind, value) or 'the schema refuses it'}"


class _Draft:
    """A trace while it is being read."""

    def __init__(self, header: Header, tally: Tally | None = None) -> None:
        self._header = header
        self._events: list[Event] = []
        self._tally = tally or Tally()
        self._abandoned: int | None = None
        self._checks = checks()
        self._shapes = shapes()
        self._tally.event(header.line)

    def trace(self, path: str) -> Trace:
        tally = self._tally
        return Trace(
            path=path,
            format="native",
            header=self._header,
            events=tuple(self._events),
            problems=tally.problems,
            lines=tally.lines(),
        )

    def event(self, line: int, raw: bytes, value: dict[str, Any]) -> None:
        """An object that is no header."""
        if self._abandoned is not None:
            self._orphan(line)
            return
        kind = value.get("type")
        check = self._checks.get(kind) if type(kind) is str else None
        if check is None:
            self._tally.problem(_no_event(line, value))
        elif not check(value):
            self._tally.problem(Problem("malformed-line", line, _refused(value["type"], value), hole=True))
        else:
            self._events.append(event_of(line, value))
            self._tally.event(line)
            self.note(line, raw, value)

    def take(self, found: Blank | Problem) -> None:
        """A line, or a part of one, that is no object."""
        if isinstance(found, Blank):
            self._tally.blank(found.line)
        elif self._abandoned is not None:
            self._orphan(found.line)
        else:
            self._tally.problem(found)

    def note(self, line: int, raw: bytes, value: dict[str, Any]) -> None:
        """What is odd about a line without making it unreadable."""
        if unknown := unknown_keys(value, self._shapes[value["type"]]):
            self._tally.problem(Problem("unknown-key", line, f"{named(unknown)}: read over"))
        if repeated := repeated_keys(raw, value):
            self._tally.problem(Problem("duplicate-key", line, f"{named(repeated)}: the last value counts"))

    def abandon(self, why: Problem) -> None:
        """From here on the lines belong to a trace whose header cannot be read. They are no holes of this one."""
        self._abandoned = why.line
        detail = f"{why.detail}: the header of another trace, which is left out up to the next header"
        self._tally.problem(Problem(why.problem, why.line, detail))

    def _orphan(self, line: int) -> None:
        detail = f"belongs to the trace whose header on line {self._abandoned} cannot be read"
        self._tally.problem(Problem("malformed-line", line, detail))


def _no_event(line: int, value: dict[str, Any]) -> Problem:
    if "type" not in value:
        return Problem("malformed-line", line, 'required key "type" is missing', hole=True)
    if not isinstance(value["type"], str):
        return Problem("malformed-line", line, '"type" must be a string', hole=True)
    known = ", ".join(event_types())
    return Problem("unknown-type", line, f'"{value["type"][:40]}" is read over; known are {known}')
