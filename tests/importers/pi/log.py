"""A short builder of pi sessions: entries named by the caller, each hanging on the one before, or on `tip`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ctxaudit.importers.pi import read
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Trace


class Log:
    def __init__(self, version: int | None = 3, **header: Any) -> None:
        told = {"type": "session", "version": version, "id": "run-1", "timestamp": "2026-03-01T10:00:00.000Z"}
        self.v1 = version is None
        self.tip: str | None = None
        self.lines: list[dict[str, Any]] = [
            {key: value for key, value in told.items() if value is not None} | {"cwd": "/srv/mill", **header}
        ]

    def entry(self, name: str, kind: str, **keys: Any) -> Log:
        tree = {} if self.v1 else {"id": name, "parentId": self.tip}
        at = f"2026-03-01T10:00:{len(self.lines) % 60:02d}.000Z"
        self.lines.append({"type": kind, **tree, "timestamp": at, **keys})
        self.tip = name
        return self

    def message(self, name: str, role: str, content: Any, **keys: Any) -> Log:
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        return self.entry(name, "message", message={"role": role, "content": blocks, **keys})

    def user(self, name: str, text: Any) -> Log:
        return self.message(name, "user", text)

    def model(self, name: str, *blocks: str | dict[str, Any], tokens: int = 0, **keys: Any) -> Log:
        content = [{"type": "text", "text": block} if isinstance(block, str) else block for block in blocks]
        usage = {"input": tokens, "output": 5, "cacheRead": 0, "cacheWrite": 0}
        told = {"model": "test-1", "provider": "p", "usage": usage, "stopReason": "stop", **keys}
        return self.message(name, "assistant", content, **told)

    def result(self, name: str, call: str, text: Any, **keys: Any) -> Log:
        return self.message(
            name, "toolResult", text, **{"toolCallId": call, "toolName": "bash", "isError": False, **keys}
        )

    def compaction(self, name: str, kept: str | None, summary: str | None = "## Goal", **keys: Any) -> Log:
        return self.entry(name, "compaction", summary=summary, firstKeptEntryId=kept, **keys)

    def edit(self, name: str, target: str, content: Any) -> Log:
        replacement = None if content is None else {"content": content}
        return self.entry(name, "context_edit", targetId=target, replacement=replacement)

    def on(self, name: str | None) -> Log:
        self.tip = name
        return self

    def traces(self, folder: Path) -> list[Trace]:
        return stored(folder, "".join(json.dumps(line) + "\n" for line in self.lines).encode())

    def trace(self, folder: Path) -> Trace:
        (found,) = self.traces(folder)
        return found


def stored(folder: Path, content: bytes, name: str = "run.jsonl") -> list[Trace]:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return read(open_source(str(path)))


def call(name: str, command: str = "make", tool: str = "bash") -> dict[str, Any]:
    return {"type": "toolCall", "id": name, "name": tool, "arguments": {"command": command}}
