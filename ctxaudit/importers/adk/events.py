"""One event of a session, and the spans that the window holds of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from ctxaudit.importers._draft import Draft
from ctxaudit.importers._results import looks_up, plain
from ctxaudit.importers._values import as_json, listed, part, said

_LATEST = 1 << 34  # seconds


@dataclass(frozen=True, slots=True)
class SessionEvent:
    """`number` counts from 1."""

    number: int
    body: Mapping[str, Any]

    def value(self, name: str) -> Any:
        """By its name in the session's JSON, or in the same spelled with underscores."""
        return either(self.body, name)

    @property
    def time(self) -> float:
        return _time(self.body.get("timestamp")) or 0.0

    @property
    def at(self) -> str | None:
        seconds = _time(self.body.get("timestamp"))
        if seconds is None:
            return None
        return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

    @property
    def id(self) -> str | None:
        return said(self.body, "id")

    @property
    def name(self) -> str:
        """The event's id as spans wear it."""
        return self.id[:8] if self.id else f"e{self.number}"

    @property
    def invocation(self) -> str | None:
        name = self.value("invocationId")
        return name if isinstance(name, str) else None

    @property
    def branch(self) -> str:
        return said(self.body, "branch") or ""

    @property
    def parts(self) -> list[Mapping[str, Any]]:
        return listed(part(self.body, "content").get("parts"))

    @property
    def answers(self) -> bool:
        """What a model answered to a call, whole."""
        spoken = part(self.body, "content").get("role") == "model" and self.body.get("author") != "user"
        return spoken and bool(self.parts) and self.body.get("partial") is not True

    @property
    def action(self) -> Mapping[str, Any]:
        return part(self.body, "actions")


@dataclass(frozen=True, slots=True)
class Compaction:
    """The events from `start` to `end` are replaced by `text`."""

    event: SessionEvent
    start: float
    end: float
    text: str

    def inside(self, other: Compaction) -> bool:
        """Of two that span the same time the later one counts."""
        if (self.start, self.end) == (other.start, other.end):
            return self.event.number < other.event.number
        return other.start <= self.start and self.end <= other.end


def compaction_of(event: SessionEvent) -> Compaction | None:
    told = event.action.get("compaction")
    if not isinstance(told, dict):
        return None
    start, end = _time(either(told, "startTimestamp")), _time(either(told, "endTimestamp"))
    content = either(told, "compactedContent")
    parts = listed(content.get("parts")) if isinstance(content, dict) else []
    if start is None or end is None:
        return None
    text = "\n".join(text for block in parts if (text := said(block, "text")) and block.get("thought") is not True)
    return Compaction(event, start, end, text)


def drafts_of(event: SessionEvent, tools: dict[str, bool]) -> list[Draft]:
    """`tools` remembers each call, and whether it looks something up, for its response."""
    drafts: list[Draft] = []
    model = part(event.body, "content").get("role") == "model"
    for block in event.parts:
        call, response = either(block, "functionCall"), either(block, "functionResponse")
        text = said(block, "text")
        if isinstance(call, dict):
            drafts.append(_call(call, tools))
        elif isinstance(response, dict):
            drafts.append(_response(response, tools))
        elif text is not None and text.strip():
            if block.get("thought") is True:
                drafts.append(Draft(text, "scratchpad", "model", {"tags": ("thinking",)}))
            elif model:
                drafts.append(Draft(text, "assistant", "model"))
            else:
                drafts.append(Draft(text, "user", "human" if event.body.get("author") == "user" else "host"))
        elif text is None:
            kind = next((name for name in block if name not in ("thought", "thoughtSignature")), "part")
            drafts.append(
                Draft(f"[{kind}]", "assistant" if model else "user", "model" if model else "human", {"complete": False})
            )
    return drafts


def _call(call: Mapping[str, Any], tools: dict[str, bool]) -> Draft:
    name, key, arguments = said(call, "name") or "", said(call, "id"), call.get("args")
    if key is not None:
        tools[key] = looks_up(name, arguments)
    fields: dict[str, Any] = {"kind": "tool-call", "call_id": key, "name": name or None}
    return Draft(as_json(arguments), "assistant", "model", fields)


def _response(response: Mapping[str, Any], tools: Mapping[str, bool]) -> Draft:
    key, told = said(response, "id"), response.get("response")
    failed = isinstance(told, dict) and (bool(told.get("error")) or said(told, "status") == "error")
    fields: dict[str, Any] = {
        "kind": "read" if tools.get(key or "") else "tool-result",
        "call_id": key,
        "name": said(response, "name"),
        "tags": ("error",) if failed else (),
    }
    return Draft(plain(told), "tool", "tool", fields)


def either(mapping: Mapping[str, Any], name: str) -> Any:
    found = mapping.get(name)
    if found is None:
        found = mapping.get("".join(f"_{letter.lower()}" if letter.isupper() else letter for letter in name))
    return found


def _time(seconds: object) -> float | None:
    known = isinstance(seconds, int | float) and not isinstance(seconds, bool) and 0 < seconds < _LATEST
    return float(seconds) if known and isinstance(seconds, int | float) else None
