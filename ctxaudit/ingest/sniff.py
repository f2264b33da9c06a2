"""Which format is this? Told from the content of the first lines, or of the whole document, never from the name."""

from __future__ import annotations

import re
from typing import Any

import orjson

from ctxaudit.errors import InputError
from ctxaudit.ingest.repair import repaired
from ctxaudit.ingest.signatures import SIGNATURES
from ctxaudit.ingest.source import SQLITE, Source

_HEAD = 65536
_LINES = 50
_DOCUMENT = 64 << 20  # a larger document that is no JSON Lines is not looked into
_ZIP = b"PK\x03\x04"
_OPENCODE_TABLES = {"session", "message", "part"}
_OPENCODE_SPELLED = (b"CREATE TABLE `session`", b"CREATE TABLE `part`")
_NATIVE_START = re.compile(rb'\s*\{\s*"type"\s*:\s*"trace"')


def sniff(source: Source) -> str | None:
    """The format's name; None when this is no session's main log but a side file, a dump of requests, anything else."""
    head = source.head(_HEAD)
    if head.startswith(SQLITE):
        return _database(source)
    if head.startswith(_ZIP):
        return "inspect-ai" if b"_journal/start.json" in head or b"header.json" in head else None
    if _NATIVE_START.match(head):
        return "native"
    values = _values(source, head)
    return next((name for name, fits in SIGNATURES.items() if values and fits(values)), None)


def _database(source: Source) -> str | None:
    """Told by how the tables are made, in the first pages; else by the database's own list of them."""
    pages = source.head(1 << 20).replace(b'"', b"`")
    if all(table in pages for table in _OPENCODE_SPELLED):
        return "opencode"
    try:
        with source.database() as database:
            tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except InputError:
        return None
    return "opencode" if tables >= _OPENCODE_TABLES else None


def _values(source: Source, head: bytes) -> list[Any]:
    """What the lines of the head say; of a document that is no JSON Lines, the document."""
    if len(head) == _HEAD and b"\n" not in head:
        head = source.head(_DOCUMENT)
    elif len(head) == _HEAD:
        head = head[: head.rindex(b"\n")]
    lines = [line for line in head.split(b"\n")[: _LINES + 1] if line.strip()][:_LINES]
    if not lines:
        return []
    if not (values := _said(lines[0])) and (document := _json(source.head(_DOCUMENT))) is not None:
        return [document]
    return values + [value for line in lines[1:] for value in _said(line)]


def _said(line: bytes) -> list[Any]:
    """The value of a line, or the records that are whole on a damaged one."""
    value = _json(line)
    return [piece.value for piece in repaired(line)[0]] if value is None else [value]


def _json(text: bytes) -> Any:
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        return None
