"""Sessions out of the tables of `opencode.db`; of a damaged database, the rows that can still be read."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from sqlite3 import Connection, DatabaseError
from typing import Any

from ctxaudit.errors import InputError
from ctxaudit.importers._document import whole
from ctxaudit.importers.opencode.sessions import Message, Part, Session
from ctxaudit.ingest.source import Source
from ctxaudit.model import Problem

_SESSION = ("id", "parent_id", "directory", "title", "version", "agent", "revert", "time_created")
_MESSAGE = ("id", "session_id", "time_created", "data")
_PART = ("id", "message_id", "session_id", "data")
Row = Mapping[str, Any]


def sessions_of_database(source: Source) -> list[Session]:
    """In order of their beginnings; those without a message are left out while there are others.

    Refused when there is none. Damage is told to each session, because nobody knows whose rows were lost.
    """
    with source.database() as database:
        found = _read(database)
    sessions = [*_numbered(found)]
    if not sessions:
        raise InputError(source.path, f"holds no session that can be read ({'; '.join(found.faults) or 'none at all'})")
    talking = [session for session in sessions if session.messages] or sessions[:1]
    for session in sessions:
        session.damaged = bool(found.faults)
        for fault in found.faults:
            problem = Problem("malformed-line", session.record, f"the database is damaged: {fault}", hole=True)
            session.tally.problem(problem)
        if session not in talking:
            talking[0].tally.not_context(session.record, "session without messages")
    return talking


@dataclass(slots=True)
class _Found:
    """Rows by their owner, and what went wrong while they were read."""

    sessions: Sequence[Row]
    messages: Mapping[str, Sequence[Row]]
    parts: Mapping[str, Sequence[Row]]
    strays: Mapping[str, Sequence[Row]]  # parts whose message is not there, by session
    faults: list[str] = field(default_factory=list)


def _read(database: Connection) -> _Found:
    faults: list[str] = []
    sessions = {row["id"]: row for row in _rows(database, "session", _SESSION, faults)}
    messages: dict[str, list[Row]] = defaultdict(list)
    known: set[str] = set()
    for row in _rows(database, "message", _MESSAGE, faults):
        messages[_text(row["session_id"])].append(row)
        known.add(row["id"])
    parts: dict[str, list[Row]] = defaultdict(list)
    strays: dict[str, list[Row]] = defaultdict(list)
    for row in _rows(database, "part", _PART, faults):
        owner = _text(row["message_id"])
        (parts[owner] if owner in known else strays[_text(row["session_id"])]).append(row)
    for lost in [*messages, *strays]:
        sessions.setdefault(lost, {"id": lost})
    ordered = sorted(sessions.values(), key=lambda row: (_number(row.get("time_created")), row["id"]))
    return _Found(ordered, messages, parts, strays, faults)


def _rows(database: Connection, table: str, wanted: Sequence[str], faults: list[str]) -> Iterator[dict[str, Any]]:
    """The rows that have an id. They come unsorted: sorting in SQL would lose all of them for one that is damaged."""
    nameless = 0
    try:
        held = {row[1] for row in database.execute(f"PRAGMA table_info({table})")}
        columns = [column for column in wanted if column in held]
        if "id" not in columns:
            faults.append(f"the table {table} is missing")
            return
        for row in database.execute(f"SELECT {', '.join(columns)} FROM {table}"):  # noqa: S608
            found = dict.fromkeys(wanted) | dict(zip(columns, row, strict=True))
            if isinstance(found["id"], str):
                yield found
            else:
                nameless += 1
    except DatabaseError as error:
        faults.append(f"{table}: {error}")
    if nameless:
        faults.append(f"{nameless} row{'s' * (nameless > 1)} of {table} with no id")


def _numbered(found: _Found) -> Iterator[Session]:
    record = 0
    for row in found.sessions:
        record += 1
        session = Session(record, _session(row))
        for message in sorted(found.messages.get(row["id"], ()), key=_message_order):
            record += 1
            told = Message(record, message["id"], _object(message, record, session))
            for part in sorted(found.parts.get(message["id"], ()), key=lambda part: str(part["id"])):
                record += 1
                told.parts.append(Part(record, part["id"], _object(part, record, session)))
            session.messages.append(told)
        for _ in found.strays.get(row["id"], ()):
            record += 1
            session.tally.not_context(record, "part without its message")
        yield session


def _message_order(row: Row) -> tuple[float, str]:
    return _number(row["time_created"]), row["id"]


def _object(row: Row, record: int, session: Session) -> dict[str, Any]:
    """What the row's JSON says, with the id, which the row keeps in a column of its own."""
    value = whole(_text(row["data"]))
    if not isinstance(value, dict):
        detail = f"the row {row['id']} holds no JSON object"
        session.tally.problem(Problem("malformed-line", record, detail, hole=True))
        return {}
    return value | {"id": row["id"]}


def _session(row: Row) -> dict[str, Any]:
    """The row as an export spells it."""
    told = {key: row[key] for key in ("id", "directory", "title", "version", "agent") if row.get(key)}
    revert = whole(_text(row.get("revert")) or "null")
    return told | {"revert": revert, "parentID": row.get("parent_id"), "time": {"created": row.get("time_created")}}


def _text(value: object) -> str:
    return value if isinstance(value, str) else value.decode("utf-8", "replace") if isinstance(value, bytes) else ""


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0
