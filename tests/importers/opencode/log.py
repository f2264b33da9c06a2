"""A short builder of OpenCode sessions, written as an export or as a database."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

from ctxaudit.importers.opencode import read
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Trace

TABLES = (
    (
        "CREATE TABLE session (id TEXT PRIMARY KEY, parent_id TEXT, directory TEXT, title TEXT, version TEXT,"
        " agent TEXT, revert TEXT, time_created INTEGER)"
    ),
    "CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT)",
    "CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, data TEXT)",
)
Part = dict[str, Any]


class Log:
    """Messages are named by the caller; their parts are named after them. The clock ticks once a message."""

    def __init__(self, name: str = "ses_1", parent: str | None = None, **info: Any) -> None:
        self.info: dict[str, Any] = {
            "id": name,
            "directory": "/srv/mill",
            "version": "1.2.3",
            "title": "mill",
            "time": {"created": 1000},
            **({"parentID": parent} if parent else {}),
            **info,
        }
        self.messages: list[dict[str, Any]] = []

    @property
    def now(self) -> int:
        return 1000 * (len(self.messages) + 2)

    def message(self, name: str, info: dict[str, Any], parts: tuple[Part, ...]) -> Log:
        told = {"id": name, "sessionID": self.info["id"], "time": {"created": self.now}, **info}
        numbered = [{"id": f"{name}.p{number}", **part} for number, part in enumerate(parts)]
        self.messages.append({"info": told, "parts": numbered})
        return self

    def user(self, name: str, *parts: str | Part, **info: Any) -> Log:
        return self.message(name, {"role": "user", "agent": "build", **info}, tuple(map(_part, parts)))

    def model(self, name: str, *parts: str | Part, tokens: int = 0, **info: Any) -> Log:
        """One step: a model call and what it answered."""
        spent = {"input": tokens, "output": 5, "cache": {"read": 0, "write": 0}}
        around = ({"type": "step-start"}, *map(_part, parts), {"type": "step-finish", "tokens": spent})
        told = {"role": "assistant", "mode": "build", "modelID": "test-1", "finish": "stop", **info}
        return self.message(name, told, around)

    def asked(self, name: str, tail: str | None = None, **keys: Any) -> Log:
        """The user message that asks for a compaction."""
        part = {"type": "compaction", "auto": True, **({"tail_start_id": tail} if tail else {}), **keys}
        return self.user(name, part)

    def summary(self, name: str, asked: str, *parts: str | Part, **info: Any) -> Log:
        told = {"parentID": asked, "summary": True, "mode": "compaction", "agent": "compaction", **info}
        return self.model(name, *parts, **told)

    def document(self) -> dict[str, Any]:
        return {"info": self.info, "messages": self.messages}

    def traces(self, folder: Path) -> list[Trace]:
        path = folder / "export.json"
        path.write_text(json.dumps(self.document()), encoding="utf-8")
        return read(open_source(str(path)))

    def trace(self, folder: Path) -> Trace:
        (found,) = self.traces(folder)
        return found

    @property
    def records(self) -> int:
        return 1 + sum(1 + len(message["parts"]) for message in self.messages)


def database(path: Path, *logs: Log) -> Path:
    with sqlite3.connect(path) as connection:
        fill(connection, *logs)
    connection.close()
    return path


def fill(connection: sqlite3.Connection, *logs: Log) -> None:
    for table in TABLES:
        connection.execute(table)
    for log in logs:
        info = log.info
        row = (info["id"], info.get("parentID"), info["directory"], info["title"], info["version"], None)
        reverted = json.dumps(info["revert"]) if "revert" in info else None
        created = info["time"]["created"]
        connection.execute("INSERT INTO session VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*row, reverted, created))
        for message in log.messages:
            told = {key: value for key, value in message["info"].items() if key not in ("id", "sessionID")}
            values = (message["info"]["id"], info["id"], told["time"]["created"], json.dumps(told))
            connection.execute("INSERT INTO message VALUES (?, ?, ?, ?)", values)
            for part in message["parts"]:
                data = json.dumps({key: value for key, value in part.items() if key != "id"})
                connection.execute(
                    "INSERT INTO part VALUES (?, ?, ?, ?)", (part["id"], message["info"]["id"], info["id"], data)
                )


def tool(call: str, output: str | None = "done", tool: str = "bash", **state: Any) -> Part:
    """A tool call with its result; `compacted` is the time at which the result was cleared."""
    times = {"start": 1, "end": 2, **({"compacted": state.pop("compacted")} if "compacted" in state else {})}
    arguments = state.pop("input", {"command": "make"})
    told = {"status": "completed", "input": arguments, "output": output, "metadata": {}, "time": times, **state}
    return {"type": "tool", "tool": tool, "callID": call, "state": told}


def _part(part: str | Part) -> Part:
    return {"type": "text", "text": part} if isinstance(part, str) else part
