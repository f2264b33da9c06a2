"""A short builder of Claude Code logs: each method writes one record, which hangs on the one before unless told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ctxaudit import timeline
from ctxaudit.importers.claude_code import read
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Add, Call, Event, Evict, Rewrite, Span, Trace

SESSION = "5e551017-0000-4000-8000-000000000001"
LEAD = "This session is being continued from a previous conversation that ran out of context."


class Log:
    """Collects lines. `tip` is the uuid that the next record hangs on; records are named by the caller."""

    def __init__(self, session: str = SESSION, **common: Any) -> None:
        self.lines: list[str] = []
        self.tip: str | None = None
        self.common = {"sessionId": session, "version": "2.1.20", "cwd": "/srv/app", **common}

    def raw(self, line: str) -> Log:
        self.lines.append(line)
        return self

    def record(self, kind: str, uuid: str | None, **keys: Any) -> Log:
        record: dict[str, Any] = {"type": kind, **self.common}
        if uuid is not None:
            record |= {
                "uuid": uuid,
                "parentUuid": self.tip,
                "timestamp": f"2026-03-01T10:{len(self.lines):02d}:00.000Z",
            }
            self.tip = uuid
        return self.raw(json.dumps(record | keys))

    def user(self, uuid: str, content: Any, **keys: Any) -> Log:
        return self.record("user", uuid, message={"role": "user", "content": content}, **keys)

    def model(self, uuid: str, call: str, *blocks: dict[str, Any] | str, tokens: int = 0, **keys: Any) -> Log:
        content = [{"type": "text", "text": block} if isinstance(block, str) else block for block in blocks]
        usage = {"input_tokens": tokens, "output_tokens": keys.pop("output", 1)}
        message = {"id": call, "role": "assistant", "model": "claude-test", "content": content, "usage": usage}
        return self.record("assistant", uuid, message=message | keys.pop("more", {}), **keys)

    def result(self, uuid: str, call: str, text: Any, **keys: Any) -> Log:
        block = {"type": "tool_result", "tool_use_id": call, "content": text}
        if keys.pop("failed", False):
            block["is_error"] = True
        return self.user(uuid, [block], **keys)

    def boundary(self, uuid: str, **metadata: Any) -> Log:
        metadata = {"trigger": "auto", "preTokens": 9000, **metadata}
        last = self.tip
        self.tip = None
        keys = {"logicalParentUuid": last, "compactMetadata": metadata, "subtype": "compact_boundary"}
        return self.record("system", uuid, **keys)

    def summary(self, uuid: str, text: str) -> Log:
        return self.user(uuid, text, isCompactSummary=True)

    def clearing(self, uuid: str, *calls: str) -> Log:
        metadata = {"trigger": "auto", "compactedToolIds": list(calls), "clearedAttachmentUUIDs": []}
        return self.record("system", uuid, subtype="microcompact_boundary", microcompactMetadata=metadata)

    def on(self, uuid: str | None) -> Log:
        self.tip = uuid
        return self

    def write(self, folder: Path, name: str = f"{SESSION}.jsonl") -> Path:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(line + "\n" for line in self.lines), encoding="utf-8")
        return path

    def traces(self, folder: Path) -> list[Trace]:
        return read(open_source(str(self.write(folder))))

    def trace(self, folder: Path) -> Trace:
        traces = self.traces(folder)
        assert len(traces) == 1
        return traces[0]


def call(call: str, name: str = "Bash", **arguments: Any) -> dict[str, Any]:
    return {"type": "tool_use", "id": call, "name": name, "input": arguments or {"command": "make build"}}


def spans(trace: Trace) -> dict[str, Span]:
    """Every span that ever entered by an `add` or as a surrogate."""
    found = {event.span.id: event.span for event in trace.events if isinstance(event, Add)}
    return found | {event.surrogate.id: event.surrogate for event in trace.events if isinstance(event, Rewrite)}


def windows(trace: Trace) -> list[list[str]]:
    """The ids of the window at each call and at the end, as the replay has them; it must find no problem."""
    replayed = timeline.replay(trace)
    assert not replayed.problems
    moments = [step.before for step, _ in replayed.of(Call)]
    return [[life.span.id for life in replayed.live_at(moment)] for moment in [*moments, replayed.end]]


def edits(trace: Trace) -> list[Event]:
    return [event for event in trace.events if not isinstance(event, Add | Call)]


def evictions(trace: Trace) -> list[Evict]:
    return [event for event in trace.events if isinstance(event, Evict)]


def rewrites(trace: Trace) -> list[Rewrite]:
    return [event for event in trace.events if isinstance(event, Rewrite)]
