"""Physical lines to JSON objects, and what stood on a line that is none; it knows no trace format."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import orjson

from ctxaudit.ingest.repair import Piece, repaired
from ctxaudit.ingest.source import LONGEST_LINE, Source
from ctxaudit.model.trace import Problem

GIANT_LINE = 16 << 20


@dataclass(frozen=True, slots=True)
class Record:
    """One JSON object, and the physical line that it stands on."""

    line: int
    value: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Blank:
    line: int


Found = dict[str, Any] | Blank | Problem


def records(source: Source) -> Iterator[Record | Blank | Problem]:
    """At least one item for every line, in line order.

    A damaged line gives its problem and every record on it that is whole. A compressed stream that tears gives a
    `torn-tail` on the line after the last one.
    """
    for number, _, found in spelled(source):
        yield Record(number, found) if isinstance(found, dict) else found


def spelled(source: Source) -> Iterator[tuple[int, bytes, Found]]:
    """The same, with the line's number, and the bytes that an object was read from."""
    number = 0
    torn: list[tuple[int, bytes, Found]] = []  # a torn line and the blanks behind it: is it the last?
    for number, raw in source.lines():
        try:
            value = orjson.loads(raw)
        except orjson.JSONDecodeError:
            value = None
        if type(value) is dict and len(raw) < GIANT_LINE and not torn:
            yield number, raw, value
            continue
        items = [(number, spelling, found) for spelling, found in _items(number, raw, value)]
        if torn and not isinstance(items[0][2], Blank):
            yield from map(_inner, torn)
            torn = []
        if torn or _is_torn(items[-1][2]):
            torn += items
        else:
            yield from items
    if source.torn:
        last = torn[0][0] if torn else number + 1
        yield last, b"", Problem("torn-tail", last, source.torn, hole=True)
        torn = [item for item in torn if not _is_torn(item[2])]
    yield from torn


def _items(number: int, raw: bytes, value: object) -> list[tuple[bytes, Found]]:
    """What a line gives that is not plain, or that stands behind a torn one."""
    if not raw.strip():
        return [(raw, Blank(number))]
    pieces, faults = ([Piece(raw, value)], []) if isinstance(value, dict) else repaired(raw)
    problems = [Problem(fault.kind, number, fault.detail, fault.hole) for fault in faults]
    if len(raw) >= GIANT_LINE:
        problems.insert(0, _giant(number, len(raw)))
    return [*((piece.raw, piece.value) for piece in pieces), *((raw, problem) for problem in problems)]


def _giant(number: int, size: int) -> Problem:
    detail = f"the line is {size / (1 << 20):.0f} MiB long"
    if size >= LONGEST_LINE:
        detail = f"the line is longer than {LONGEST_LINE >> 20} MiB; what stands behind that was not read"
    return Problem("giant-line", number, detail)


def _is_torn(found: Found) -> bool:
    return isinstance(found, Problem) and found.problem == "torn-tail"


def _inner(item: tuple[int, bytes, Found]) -> tuple[int, bytes, Found]:
    """A line that is not closed is only malformed when others follow."""
    number, raw, found = item
    if isinstance(found, Problem) and _is_torn(found):
        return number, raw, replace(found, problem="malformed-line")
    return number, raw, found
