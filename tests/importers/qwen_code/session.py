"""A short builder of Qwen Code sessions: each method writes one record, which hangs on the one before unless told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ctxaudit.importers.qwen_code import read
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Trace

SNAPSHOT = "<state_snapshot>{}</state_snapshot>"
ACKNOWLEDGED = "Got it. Thanks for the additional context!"


def turn(role: str, *parts: Any) -> dict[str, Any]:
    return {"role": role, "parts": [{"text": part} if isinstance(part, str) else part for part in parts]}


def asked(call: str, name: str = "read_file", **args: Any) -> dict[str, Any]:
    return {"functionCall": {"id": call, "name": name, "args": args or {"path": "hive.txt"}}}


def answered(call: str, text: str, name: str = "read_file") -> dict[str, Any]:
    return {"functionResponse": {"id": call, "name": name, "response": {"output": text}}}


class Session:
    def __init__(self, session: str = "session-1", **common: Any) -> None:
        self.lines: list[str] = []
        self.tip: str | None = None
        self.common = {"sessionId": session, "cwd": "/srv/hive", "version": "0.21.0", **common}

    def record(self, name: str, kind: str, **keys: Any) -> Session:
        at = f"2026-03-01T10:{len(self.lines) % 60:02d}:00.000Z"
        record = {"uuid": name, "parentUuid": self.tip, "timestamp": at, "type": kind, **self.common, **keys}
        self.tip = name
        self.lines.append(json.dumps(record))
        return self

    def raw(self, line: str) -> Session:
        self.lines.append(line)
        return self

    def on(self, name: str | None) -> Session:
        self.tip = name
        return self

    def user(self, name: str, *parts: Any, **keys: Any) -> Session:
        return self.record(name, "user", message=turn("user", *parts), **keys)

    def model(self, name: str, *parts: Any, tokens: int = 0, **keys: Any) -> Session:
        count = {"usageMetadata": {"promptTokenCount": tokens, "candidatesTokenCount": 5}} if tokens else {}
        return self.record(name, "assistant", model="qwen-test", message=turn("model", *parts), **count, **keys)

    def result(self, name: str, call: str, text: str, **keys: Any) -> Session:
        return self.record(name, "tool_result", message=turn("user", answered(call, text)), **keys)

    def system(self, name: str, subtype: str, **payload: Any) -> Session:
        return self.record(name, "system", subtype=subtype, systemPayload=payload)

    def compression(self, name: str, *history: dict[str, Any], status: int = 1) -> Session:
        info = {"originalTokenCount": 9000, "newTokenCount": 800, "compressionStatus": status}
        return self.system(name, "chat_compression", info=info, compressedHistory=list(history) or None)

    @property
    def content(self) -> bytes:
        return "".join(line + "\n" for line in self.lines).encode()

    def traces(self, folder: Path) -> list[Trace]:
        path = folder / "session-1.jsonl"
        path.write_bytes(self.content)
        return read(open_source(str(path)))

    def trace(self, folder: Path) -> Trace:
        (trace,) = self.traces(folder)
        return trace
