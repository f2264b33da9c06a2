"""From a file to the records of a tracer, numbered, with every line or record that is none accounted for."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import orjson

from ctxaudit.importers._snapshots.attributes import paired
from ctxaudit.importers._snapshots.model import Recording
from ctxaudit.ingest.lines import Blank, Record, records
from ctxaudit.ingest.source import Source
from ctxaudit.model import Problem

Json = dict[str, Any]
Unpack = Callable[[Any], Iterator[Json]]

_DECODER = json.JSONDecoder()
_OBJECT = re.compile(r"[\[,:]\s*(?=\{)|\A\s*(?=\{)")
_MOST_TRIES = 20_000
_MOST_READINGS = 20  # of the whole text, by attempts that fail
_LOOKED_AT = 50


def entries(source: Source, recording: Recording, unpack: Unpack) -> Iterator[tuple[int, Json]]:
    """Each record with its number: of its line, or, in a file that is one JSON document, among the records.

    `unpack` gives the records that a parsed value holds; a value that holds none is counted as not context.
    """
    if _is_lines(source):
        yield from _of_lines(source, recording, unpack)
        return
    recording.numbered = "record"
    number = 0
    text = source.text()
    whole = True
    try:
        values: Iterator[Any] = iter([orjson.loads(text)])
    except orjson.JSONDecodeError:
        values, whole = _whole_objects(text, unpack), False
    for value in values:
        for number, entry in enumerate(unpack(value), number + 1):  # noqa: B020 - goes on counting
            yield number, entry
    if not whole or source.torn:
        detail = source.torn or "the JSON document is damaged; the records that are whole were read"
        recording.problems.append(Problem("malformed-line", number + 1, detail, hole=True))
    elif number == 0:
        recording.aside.append((1, "document without a record"))


def _is_lines(source: Source) -> bool:
    """The first line is a record by itself, or damaged while a later one is one; not: the only line holds them all."""
    first: Any = None
    for number, raw in source.lines():
        line = raw.strip()
        if not line:
            continue
        if first is None:
            first = _object(line)
            if (first is None and line.startswith(b"[")) or line == b"{":
                return False
            first = first or {}
        elif first or (raw.startswith(b"{") and _object(line)):
            return True
        elif number > _LOOKED_AT:
            break
    return bool(first) and not _holds_many(first)


def _object(line: bytes) -> Json | None:
    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
    return value if isinstance(value, dict) else None


def _holds_many(value: Json) -> bool:
    return any(isinstance(inner, list) for inner in value.values()) and "attributes" not in value


def _of_lines(source: Source, recording: Recording, unpack: Unpack) -> Iterator[tuple[int, Json]]:
    for item in records(source):
        if isinstance(item, Blank):
            recording.blanks.append(item.line)
        elif isinstance(item, Problem):
            recording.problems.append(item)
        elif isinstance(item, Record):
            found = False
            for entry in unpack(item.value):
                found = True
                yield item.line, entry
            if not found:
                recording.aside.append((item.line, "line without a record"))


def _whole_objects(text: str, unpack: Unpack) -> Iterator[Any]:
    """The outermost objects of a damaged document that are whole and hold records."""
    at = tries = wasted = 0
    while (
        tries < _MOST_TRIES and wasted < _MOST_READINGS * len(text) and (found := _OBJECT.search(text, at)) is not None
    ):
        at = found.end()
        tries += 1
        try:
            value, end = _DECODER.raw_decode(text, at)
        except json.JSONDecodeError as error:
            wasted += max(1, error.pos - at)
            continue
        except (ValueError, RecursionError):
            wasted += len(text)
            continue
        value = paired(value)
        if next(unpack(value), None) is not None:
            yield value
        at = end
