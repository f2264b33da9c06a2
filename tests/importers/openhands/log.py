"""Short builders of OpenHands conversations: the SDK's folder, and the older program's histories."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ctxaudit.importers.openhands import read
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Trace

Event = dict[str, Any]


def uuid(name: str) -> str:
    """The id of the event of that name: the name itself, in front."""
    return f"{name.encode().hex():0<8.8}-0000-4000-8000-000000000000"


def seen(name: str) -> str:
    """How the span of that event is called."""
    return uuid(name)[:8]


class Folder:
    """Events of the SDK, named by the caller; each hangs on the one before, or on `tip`."""

    def __init__(self, **state: Any) -> None:
        self.state: dict[str, Any] = {
            "id": "conv-1",
            "agent": {"kind": "Agent", "llm": {"model": "test-1", "max_input_tokens": 8000}},
            "workspace": {"working_dir": "/srv/mill"},
            "execution_status": "finished",
            **state,
        }
        self.events: list[Event] = []
        self.outputs: dict[str, str] = {}
        self.tip: str | None = None

    def event(self, name: str, kind: str, **keys: Any) -> Folder:
        parent = {"parent_id": self.tip} if self.tip else {}
        self.tip = uuid(name)
        told = {"id": self.tip, "timestamp": "2026-03-01T10:00:00.0", "source": "environment", **parent, "kind": kind}
        self.events.append(told | keys)
        return self

    def user(self, name: str, text: str, **keys: Any) -> Folder:
        message = {"role": "user", "content": [{"type": "text", "text": text}]}
        return self.event(name, "MessageEvent", **{"source": "user", "llm_message": message, **keys})

    def model(self, name: str, text: str, response: str | None = None) -> Folder:
        message = {"role": "assistant", "content": [{"type": "text", "text": text}]}
        return self.event(name, "MessageEvent", source="agent", llm_message=message, llm_response_id=response or name)

    def action(self, name: str, call: str, command: str = "make", **keys: Any) -> Folder:
        told = {
            "source": "agent",
            "thought": [],
            "tool_name": "terminal",
            "tool_call_id": call,
            "tool_call": {"id": call, "name": "terminal", "arguments": json.dumps({"command": command})},
            "action": {"kind": "TerminalAction", "command": command},
            "llm_response_id": name,
        }
        return self.event(name, "ActionEvent", **told | keys)

    def result(self, name: str, call: str, text: str, **observation: Any) -> Folder:
        told = {"content": [{"type": "text", "text": text}], "is_error": False, **observation}
        return self.event(name, "ObservationEvent", tool_name="terminal", tool_call_id=call, observation=told)

    def condense(self, name: str, *forgotten: str, **keys: Any) -> Folder:
        ids = [key if "-summary" in key else uuid(key) for key in forgotten]
        return self.event(name, "Condensation", forgotten_event_ids=ids, llm_response_id=f"sum-{name}", **keys)

    def on(self, name: str | None) -> Folder:
        self.tip = uuid(name) if name else "__root__"
        return self

    def counted(self, **tokens: int) -> Folder:
        """The recorded size of the window at each response."""
        usages = [{"response_id": key, "prompt_tokens": size, "completion_tokens": 5} for key, size in tokens.items()]
        self.state["stats"] = {"usage_to_metrics": {"agent": {"token_usages": usages}}}
        return self

    def write(self, folder: Path) -> Path:
        (folder / "events").mkdir(exist_ok=True)
        path = folder / "base_state.json"
        path.write_text(json.dumps(self.state), encoding="utf-8")
        for number, event in enumerate(self.events):
            name = f"event-{number:05d}-{event['id']}.json"
            (folder / "events" / name).write_text(json.dumps(event), encoding="utf-8")
        for name, text in self.outputs.items():
            (folder / "observations").mkdir(exist_ok=True)
            (folder / "observations" / name).write_text(text, encoding="utf-8")
        return path

    def trace(self, folder: Path) -> Trace:
        return stored(self.write(folder))[0]


class History:
    """Events of the older program; their ids count from 0."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def event(self, **keys: Any) -> History:
        self.events.append({"id": len(self.events), "timestamp": "2025-03-01T10:00:00.0", "source": "agent", **keys})
        return self

    def user(self, text: str) -> History:
        return self.event(source="user", action="message", args={"content": text})

    def model(self, text: str) -> History:
        return self.event(action="message", args={"content": text})

    def action(self, call: str, kind: str = "run", response: dict[str, Any] | None = None, **arguments: Any) -> History:
        metadata = {"tool_call_id": call, "function_name": "execute_bash", "model_response": response or {}}
        return self.event(action=kind, args=arguments or {"command": "make"}, tool_call_metadata=metadata)

    def result(self, text: str, kind: str = "run", **keys: Any) -> History:
        """What came back from the action just before."""
        told = {"source": "environment", "cause": len(self.events) - 1, "observation": kind, "content": text}
        return self.event(**told | keys)

    def condense(self, *forgotten: int, **arguments: Any) -> History:
        return self.event(action="condensation", args={"forgotten_event_ids": list(forgotten) or None, **arguments})

    def trace(self, folder: Path, **document: Any) -> Trace:
        path = folder / "trajectory.json"
        value = {**document, "history": self.events} if document else self.events
        path.write_text(json.dumps(value), encoding="utf-8")
        return stored(path)[0]


def stored(path: Path) -> list[Trace]:
    return read(open_source(str(path)))
