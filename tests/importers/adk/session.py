"""A short builder of ADK sessions; each event comes a second after the one before."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ctxaudit.importers.adk import read
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Trace

Json = dict[str, Any]
START = 1_790_000_000


class Session:
    """`within`: the invocation of what follows."""

    def __init__(self) -> None:
        self.events: list[Json] = []
        self.within = "i1"

    def event(self, author: str, role: str | None, *parts: Json | str, **keys: Any) -> Session:
        number = len(self.events) + 1
        event: Json = {"id": f"ev{number}", "invocationId": self.within, "author": author, "timestamp": START + number}
        if role is not None:
            told = [{"text": part} if isinstance(part, str) else part for part in parts]
            event["content"] = {"role": role, "parts": told}
        self.events.append(event | keys)
        return self

    def user(self, words: str, invocation: str | None = None, **keys: Any) -> Session:
        self.within = invocation or self.within
        return self.event("user", "user", words, **keys)

    def model(self, *parts: Json | str, tokens: int = 100, **keys: Any) -> Session:
        return self.event("weaver", "model", *parts, usageMetadata={"promptTokenCount": tokens}, **keys)

    def tool(self, call: str, response: Any, name: str = "measure", **keys: Any) -> Session:
        part = {"functionResponse": {"id": call, "name": name, "response": response}}
        return self.event("weaver", "user", part, **keys)

    def compaction(self, start: int, end: int, words: str) -> Session:
        """Over the events with these numbers."""
        content = {"role": "model", "parts": [{"text": words}]}
        told = {"startTimestamp": START + start, "endTimestamp": START + end, "compactedContent": content}
        return self.event("user", None, actions={"compaction": told})

    def rewind(self, invocation: str) -> Session:
        return self.event("user", None, actions={"rewindBeforeInvocationId": invocation})

    @property
    def body(self) -> Json:
        return {"id": "loom", "appName": "mill", "userId": "u", "state": {}, "events": self.events}

    def traces(self, folder: Path) -> list[Trace]:
        path = folder / "session.json"
        path.write_text(json.dumps(self.body), encoding="utf-8")
        return read(open_source(str(path)))

    def trace(self, folder: Path) -> Trace:
        (found,) = self.traces(folder)
        return found


def call(name: str, tool: str = "measure", **arguments: Any) -> Json:
    return {"functionCall": {"id": name, "name": tool, "args": arguments or {"thread": 9}}}


def talk() -> Session:
    """Events: 1 the request, 2 and 3 a tool, 4 the answer, 5 a second request."""
    session = Session().user("Why does thread 9 snap?").model("I measure.", call("c1")).tool("c1", {"newtons": 31})
    return session.model("It holds 31 N.").user("And thread 10?", "i2")
