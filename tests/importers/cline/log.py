"""Short builders of a task's history and of a session's transcript, with the files that may lie beside them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ctxaudit.importers.cline import read
from ctxaudit.importers.cline.sidecar import prefix_hash
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Trace

Json = dict[str, Any]


def text(words: str) -> Json:
    return {"type": "text", "text": words}


def use(call: str, tool: str = "execute_command", **arguments: Any) -> Json:
    return {"type": "tool_use", "id": call, "name": tool, "input": arguments or {"command": "make hull"}}


def result(call: str, content: Any, **keys: Any) -> Json:
    return {"type": "tool_result", "tool_use_id": call, "content": content, **keys}


class Log:
    """Collects messages; times go up by a second each."""

    def __init__(self, *, timed: bool = True) -> None:
        self.messages: list[Json] = []
        self.beside: dict[str, Any] = {}
        self.timed = timed

    def add(self, role: str, *blocks: Json | str, **keys: Any) -> Log:
        content: Any = [text(block) if isinstance(block, str) else block for block in blocks]
        ts = {"ts": 1000 * (len(self.messages) + 1)} if self.timed else {}
        self.messages.append({"role": role, "content": content} | ts | keys)
        return self

    def user(self, *blocks: Json | str, **keys: Any) -> Log:
        return self.add("user", *blocks, **keys)

    def model(self, *blocks: Json | str, **keys: Any) -> Log:
        return self.add("assistant", *blocks, **keys)

    def side(self, name: str, value: Any) -> Log:
        self.beside[name] = value
        return self

    def tag(self, key: str, name: str, *indexes: int) -> Log:
        for index in indexes:
            self.messages[index][key] = name
        return self

    def trace(self, folder: Path) -> Trace:
        """As a task of the extensions."""
        return self._read(folder / "tasks" / "17", "api_conversation_history.json", self.messages)

    def session(self, folder: Path, **keys: Any) -> Trace:
        """As a session of the SDK: every message has an id."""
        return self._read(folder, "s1.messages.json", self.body(**keys))

    def body(self, **keys: Any) -> Json:
        for number, message in enumerate(self.messages):
            message.setdefault("id", f"msg{number}")
        whole = {"version": 1, "updated_at": "t", "agent": "lead", "sessionId": "s1", "messages": self.messages}
        return whole | keys

    def compacted(self, count: int, *messages: Json, **keys: Any) -> Log:
        """The file of the last compaction, made of the first `count` messages."""
        self.body()
        made = {
            "version": 1,
            "updated_at": "2026-03-01T10:00:00.000Z",
            "source_message_count": count,
            "source_prefix_hash": prefix_hash(self.messages[:count]),
            "source_last_message_key": f"id:{self.messages[count - 1]['id']}",
            "messages": list(messages),
        }
        return self.side("s1.compaction.json", made | keys)

    def _read(self, folder: Path, name: str, value: Any) -> Trace:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(json.dumps(value), encoding="utf-8")
        for beside, content in self.beside.items():
            (folder / beside).write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        (found,) = read(open_source(str(folder / name)))
        return found


def talk(log: Log | None = None) -> Log:
    """A request and two tools: six messages, of which the last is the second tool's result."""
    log = (log or Log()).user("<task>\nWhy does the hull leak at frame 31?\n</task>")
    log.model("The survey first.", use("c1", "read_file", path="survey.txt")).user(
        result("c1", "frame 31: weld W-7 cracked")
    )
    log.model("Now the pumps.", use("c2")).user(result("c2", "pump P2 runs at 400 rpm"))
    return log
