"""A short builder of Codex rollouts: each method writes one line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ctxaudit.importers.codex import read
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Trace

LEAD = "Another language model started to solve this problem and produced a summary of its thinking process."


def message(role: str, *texts: str) -> dict[str, Any]:
    kind = "output_text" if role == "assistant" else "input_text"
    return {"type": "message", "role": role, "content": [{"type": kind, "text": text} for text in texts]}


class Rollout:
    def __init__(self, **meta: Any) -> None:
        self.lines: list[str] = []
        self.counted = 0
        self.line("session_meta", id="thread-1", cwd="/srv/mill", cli_version="0.98.0", **meta)

    def raw(self, line: str) -> Rollout:
        self.lines.append(line)
        return self

    def line(self, kind: str, **payload: Any) -> Rollout:
        at = f"2026-03-01T10:{len(self.lines):02d}:00.000Z"
        return self.raw(json.dumps({"timestamp": at, "type": kind, "payload": payload}))

    def item(self, kind: str, **keys: Any) -> Rollout:
        return self.line("response_item", **{"type": kind, **keys})

    def user(self, *texts: str) -> Rollout:
        return self.line("response_item", **message("user", *texts))

    def developer(self, text: str) -> Rollout:
        return self.line("response_item", **message("developer", text))

    def model(self, text: str) -> Rollout:
        return self.line("response_item", **message("assistant", text))

    def call(self, call: str, command: str = "make flour", name: str = "exec_command") -> Rollout:
        return self.item("function_call", name=name, arguments=json.dumps({"cmd": command}), call_id=call)

    def output(self, call: str, output: Any) -> Rollout:
        return self.item("function_call_output", call_id=call, output=output)

    def event(self, kind: str, **keys: Any) -> Rollout:
        return self.line("event_msg", **{"type": kind, **keys})

    def count(self, tokens: int, *, again: bool = False, **usage: int) -> Rollout:
        self.counted += 0 if again else 1
        last = {"input_tokens": tokens, "output_tokens": 5, "total_tokens": tokens + 5, **usage}
        return self.event("token_count", info={"total_token_usage": {"n": self.counted}, "last_token_usage": last})

    def limit(self, limit: int, mode: str = "tokens") -> Rollout:
        return self.line("turn_context", model="gpt-test", truncation_policy={"mode": mode, "limit": limit})

    def compacted(self, text: str = "", items: list[dict[str, Any]] | None = None) -> Rollout:
        return self.line("compacted", message=text, **({} if items is None else {"replacement_history": items}))

    def rollback(self, turns: int) -> Rollout:
        return self.event("thread_rolled_back", num_turns=turns)

    @property
    def content(self) -> bytes:
        return "".join(line + "\n" for line in self.lines).encode()

    def trace(self, folder: Path, name: str = "rollout-1.jsonl") -> Trace:
        path = folder / name
        path.write_bytes(self.content)
        (trace,) = read(open_source(str(path)))
        return trace
