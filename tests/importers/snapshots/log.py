"""A short builder of traced runs, as an OpenTelemetry SDK writes them: each call is told by its prompt and its answer.

Messages are tuples: ("user", text), ("assistant", text), ("system", text), ("call", id, tool, arguments),
("result", id, text), ("thinking", text), ("compaction", text).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ctxaudit import timeline
from ctxaudit.importers.otel import read
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Add, Call, Event, Evict, Rewrite, Span, Trace, Truncate

Said = tuple[Any, ...]


def messages(*said: Said) -> list[dict[str, Any]]:
    return [_message(*one) for one in said]


def _message(kind: str, *rest: Any) -> dict[str, Any]:
    part: dict[str, Any] = {"type": "text", "content": rest[0]}
    role = kind
    if kind == "call":
        role, part = "assistant", {"type": "tool_call", "id": rest[0], "name": rest[1], "arguments": rest[2]}
    elif kind == "result":
        role, part = "tool", {"type": "tool_call_response", "id": rest[0], "response": rest[1]}
    elif kind == "thinking":
        role, part = "assistant", {"type": "reasoning", "content": rest[0]}
    elif kind == "compaction":
        role, part = "assistant", {"type": "compaction", "content": rest[0]}
    return {"role": role, "parts": [part]}


class Log:
    """Collects spans. Each begins ten seconds after the one before."""

    def __init__(
        self, thread: str | None = "shelf", agent: str | None = None, system: str = "Keep the shelves."
    ) -> None:
        self.lines: list[str] = []
        self.thread, self.agent, self.system = thread, agent, system

    def span(self, name: str, attributes: dict[str, Any], **keys: Any) -> Log:
        start, number = len(self.lines) * 10, len(self.lines) + 1
        span = {
            "name": name,
            "context": {"trace_id": keys.pop("trace", "0x01"), "span_id": f"0x{number:04x}"},
            "parent_id": None,
            "start_time": _time(start),
            "end_time": _time(start + 5),
            "status": {"status_code": "UNSET"},
            "attributes": attributes,
        }
        self.lines.append(json.dumps(span | keys))
        return self

    def call(self, prompt: list[Said], *answer: Said, tokens: int = 0, more: Any = None, **keys: Any) -> Log:
        attributes: dict[str, Any] = {
            "gen_ai.operation.name": "chat",
            "gen_ai.request.model": "tiny-1",
            "gen_ai.input.messages": json.dumps(messages(*prompt)),
            "gen_ai.output.messages": json.dumps(_joined(answer)),
        }
        if self.system:
            attributes["gen_ai.system_instructions"] = json.dumps([{"type": "text", "content": self.system}])
        if self.thread:
            attributes["gen_ai.conversation.id"] = self.thread
        if self.agent:
            attributes["gen_ai.agent.name"] = self.agent
        if tokens:
            attributes["gen_ai.usage.input_tokens"] = tokens
        return self.span("chat tiny-1", attributes | (more or {}), **keys)

    def mark(self) -> Log:
        return self.span("compact", {"gen_ai.operation.name": "compact_events", "gen_ai.conversation.id": self.thread})

    def write(self, folder: Path, name: str = "run.jsonl") -> Path:
        path = folder / name
        path.write_text("".join(line + "\n" for line in self.lines), encoding="utf-8")
        return path

    def traces(self, folder: Path) -> list[Trace]:
        return read(open_source(str(self.write(folder))))

    def trace(self, folder: Path) -> Trace:
        (trace,) = self.traces(folder)
        return trace


def _joined(answer: tuple[Said, ...]) -> list[dict[str, Any]]:
    parts = [part for message in messages(*answer) for part in message["parts"]]
    return [{"role": "assistant", "parts": parts, "finish_reason": "stop"}] if parts else []


def _time(seconds: int) -> str:
    return f"2026-05-04T{8 + seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}.000000Z"


def windows(trace: Trace) -> list[list[str]]:
    """The texts in the window at each call, system left out, as the replay has them; it must find no problem."""
    replayed = timeline.replay(trace)
    assert not replayed.problems
    moments = [step.before for step, _ in replayed.of(Call)]
    return [[life.span.text for life in replayed.live_at(moment) if life.span.role != "system"] for moment in moments]


def spans(trace: Trace) -> list[Span]:
    """Every span that entered, in order."""
    entered = (
        event.span if isinstance(event, Add) else event.surrogate
        for event in trace.events
        if isinstance(event, Add | Rewrite)
    )
    return list(entered)


def edits(trace: Trace) -> list[Event]:
    return [event for event in trace.events if not isinstance(event, Add | Call)]


def texts_of(trace: Trace, names: tuple[str, ...]) -> list[str]:
    known = {span.id: span.text for span in spans(trace)}
    return [known[name] for name in names]


def rewrites(trace: Trace) -> list[Rewrite]:
    return [event for event in trace.events if isinstance(event, Rewrite)]


def evictions(trace: Trace) -> list[Evict]:
    return [event for event in trace.events if isinstance(event, Evict)]


def truncations(trace: Trace) -> list[Truncate]:
    return [event for event in trace.events if isinstance(event, Truncate)]


def notes(trace: Trace) -> str:
    return " ".join(trace.notes)
