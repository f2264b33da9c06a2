"""A short builder of eval logs of one sample: messages by their ids, then what the agent's calls saw of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ctxaudit.importers.inspect_ai import read
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Trace
from tests.ingest.zips import zipped

LEAD = (
    "[CONTEXT COMPACTION SUMMARY]\n\nThe following is a summary of work completed on this task so far. It was generated"
    " by the compaction process to replace the earlier conversation; it is not a message from the user:\n\n<summary>"
)
TAIL = "</summary>\n\nPlease continue working on this task from where you left off."


class Sample:
    """Every method gives the builder back. `span` sets the span of what follows."""

    def __init__(self, name: str = "kiln", *, pooled: bool = True) -> None:
        self.name, self.pooled = name, pooled
        self.messages: dict[str, dict[str, Any]] = {}
        self.events: list[dict[str, Any]] = []
        self.final: list[str] = []
        self.attachments: dict[str, str] = {}
        self.within: str | None = None
        self.more: dict[str, Any] = {}

    def say(self, name: str, role: str, content: Any, **keys: Any) -> Sample:
        """A message that prompts can name. It stands in the sample's final list, unless `final` is false."""
        if keys.pop("final", True):
            self.final.append(name)
        self.messages[name] = {"id": name, "role": role, "content": content, **keys}
        return self

    def task(self, name: str = "u1", text: str = "Why does the kiln stop at 940 degrees?") -> Sample:
        return self.say(name, "user", text, source="input")

    def result(self, name: str, call: str, text: Any, tool: str = "read_log", **keys: Any) -> Sample:
        return self.say(name, "tool", text, tool_call_id=call, function=tool, **keys)

    def event(self, kind: str, **keys: Any) -> Sample:
        number = len(self.events) + 1
        common = {"event": kind, "uuid": f"uuid{number}", "span_id": self.within}
        self.events.append(common | {"timestamp": f"2026-03-01T10:00:{number:02d}+00:00"} | keys)
        return self

    def begin(self, name: str, kind: str, parent: str | None = None) -> Sample:
        self.within = name
        return self.event("span_begin", id=name, name=name, type=kind, parent_id=parent)

    def inside(self, name: str | None) -> Sample:
        self.within = name
        return self

    def model(self, prompt: str, answer: str | None, text: Any = "", *calls: tuple[str, str], **keys: Any) -> Sample:
        """`prompt`: ids apart from each other by blanks. `calls`: an id and a tool each."""
        choices = []
        if answer is not None:
            body: dict[str, Any] = {"id": answer, "role": "assistant", "content": text}
            if calls:
                body["tool_calls"] = [{"id": call, "function": tool, "arguments": {"at": call}} for call, tool in calls]
            self.messages.setdefault(answer, body)
            choices = [{"message": body, "stop_reason": "stop"}]
        output = {"choices": choices, "usage": keys.pop("usage", {"input_tokens": 100, "output_tokens": 5})}
        told = {"tools": keys.pop("tools", [{"name": "read_log"}]), "output": output, "model": "potter/1"}
        return self.event("model", prompt=prompt.split(), **told, **keys)

    def tool(self, call: str, message: str | None, name: str = "read_log") -> Sample:
        return self.event("tool", id=call, function=name, message_id=message)

    def compaction(self, kind: str, **keys: Any) -> Sample:
        metadata = {"strategy": f"Compaction{kind.title()}", "trigger": "threshold"} | keys.pop("metadata", {})
        return self.event("compaction", type=kind, metadata=metadata, tokens_before=9000, tokens_after=800, **keys)

    @property
    def body(self) -> dict[str, Any]:
        order = list(self.messages)
        pool = [self.messages[name] for name in order]
        events = []
        for event in self.events:
            told = dict(event)
            prompt = told.pop("prompt", None)
            if prompt is not None and self.pooled:
                told |= {"input": [], "input_refs": [[order.index(name), order.index(name) + 1] for name in prompt]}
            elif prompt is not None:
                told["input"] = [self.messages[name] for name in prompt]
            events.append(told)
        return {
            "id": self.name,
            "epoch": 1,
            "input": "x",
            "messages": [self.messages[name] for name in self.final],
            "events": events,
            "attachments": self.attachments,
            "events_data": {"messages": pool if self.pooled else [], "calls": []},
            "started_at": "2026-03-01T09:59:00+00:00",
        } | self.more

    def trace(self, folder: Path) -> Trace:
        (found,) = self.traces(folder)
        return found

    def traces(self, folder: Path) -> list[Trace]:
        return read(open_source(str(written(folder, self))))


def header(**keys: Any) -> dict[str, Any]:
    run = {"task": "firing", "model": "potter/1", "packages": {"inspect_ai": "0.3.285"}}
    return {"version": 2, "status": "success", "eval": run, "plan": {"steps": []}} | keys


def written(folder: Path, *samples: Sample) -> Path:
    path = folder / "log.json"
    path.write_text(json.dumps(header(samples=[sample.body for sample in samples])), encoding="utf-8")
    return path


def zipped_log(folder: Path, *samples: Sample, journal: bool = False) -> Path:
    """As the framework writes it; with `journal` it is still being written."""
    path = folder / "log.eval"
    name = "_journal/start.json" if journal else "header.json"
    members = {f"samples/{sample.name}_epoch_1.json": json.dumps(sample.body).encode() for sample in samples}
    path.write_bytes(zipped({name: json.dumps(header()).encode()} | members))
    return path


def talk(*, pooled: bool = True) -> Sample:
    """Two calls, each with a tool; the window holds six spans before the third call is made."""
    sample = Sample(pooled=pooled).say("sys", "system", "You mend kilns.").task()
    sample.begin("s1", "agent")
    sample.model("sys u1", "a1", "The log first.", ("c1", "read_log")).result("t1", "c1", "fault F-31 at 940")
    sample.tool("c1", "t1")
    sample.model("sys u1 a1 t1", "a2", "And the wiring.", ("c2", "probe")).result(
        "t2", "c2", "relay K4 sticks", "probe"
    )
    return sample.tool("c2", "t2")
