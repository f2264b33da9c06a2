"""A short builder of Gemini CLI sessions: each method writes one record; `document` makes the older form of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ctxaudit.importers.gemini_cli import read
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Trace

SNAPSHOT = "<state_snapshot><facts>{}</facts></state_snapshot>"
ACKNOWLEDGED = "Got it. Thanks for the additional context!"


def message(name: str, kind: str, content: Any, **keys: Any) -> dict[str, Any]:
    return {"id": name, "timestamp": "2026-03-01T10:00:00.000Z", "type": kind, "content": content, **keys}


def user(name: str, text: str) -> dict[str, Any]:
    return message(name, "user", [{"text": text}])


def response(call: str, text: str, **more: Any) -> dict[str, Any]:
    return {"functionResponse": {"id": call, "name": "read_file", "response": {"output": text, **more}}}


def used(call: str, result: str | None = None, name: str = "read_file", **args: Any) -> dict[str, Any]:
    told = {"id": call, "name": name, "args": args or {"file_path": "dam.txt"}, "status": "success"}
    return told if result is None else {**told, "result": [response(call, result)]}


class Session:
    def __init__(self, **meta: Any) -> None:
        self.meta = {"sessionId": "session-1", "projectHash": "ab12", "startTime": "2026-03-01T10:00:00.000Z", **meta}
        self.lines: list[str] = [json.dumps(self.meta)]

    def add(self, record: dict[str, Any]) -> Session:
        self.lines.append(json.dumps(record))
        return self

    def user(self, name: str, text: str) -> Session:
        return self.add(user(name, text))

    def model(self, name: str, text: str = "", tokens: int = 0, **keys: Any) -> Session:
        count = {"tokens": {"input": tokens, "output": 5}} if tokens else {}
        return self.add(message(name, "gemini", text, model="gemini-test", **count, **keys))

    def results(self, name: str, *found: dict[str, Any]) -> Session:
        return self.add(message(name, "user", list(found)))

    def all_are(self, *messages: dict[str, Any]) -> Session:
        return self.add({"$set": {"messages": list(messages), "lastUpdated": "2026-03-01T11:00:00.000Z"}})

    def back_to(self, name: str) -> Session:
        return self.add({"$rewindTo": name})

    @property
    def content(self) -> bytes:
        return "".join(line + "\n" for line in self.lines).encode()

    @property
    def document(self) -> bytes:
        messages = [json.loads(line) for line in self.lines[1:]]
        return json.dumps({**self.meta, "messages": messages}, indent=2).encode()

    def trace(self, folder: Path, *, document: bool = False) -> Trace:
        path = folder / ("session-1.json" if document else "session-1.jsonl")
        path.write_bytes(self.document if document else self.content)
        (trace,) = read(open_source(str(path)))
        return trace
