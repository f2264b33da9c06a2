"""One line of a rollout as an entry: what it does to the window, whatever the version that wrote it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ctxaudit.importers._values import part, said, time_of

EntryKind = Literal["meta", "settings", "item", "compacted", "event", "hole", "aside"]

_KINDS: Mapping[str, EntryKind] = {
    "session_meta": "meta",
    "turn_context": "settings",
    "response_item": "item",
    "inter_agent_communication": "item",
    "compacted": "compacted",
    "event_msg": "event",
}
_BARE_ITEMS = frozenset(
    {
        *("message", "reasoning", "function_call", "function_call_output", "local_shell_call"),
        *("custom_tool_call", "custom_tool_call_output", "web_search_call"),
    }
)


@dataclass(frozen=True, slots=True)
class Entry:
    """`label` names the line's kind for the count of what is not context."""

    line: int
    kind: EntryKind
    label: str
    payload: Mapping[str, Any]
    at: str | None


def entry_of(record: Mapping[str, Any], line: int) -> Entry:
    """Before records had payloads, an item stood bare on its line, and the first line was the session's own."""
    kind = said(record, "type")
    at = time_of(record)
    if "payload" not in record:
        if kind in _BARE_ITEMS:
            return Entry(line, "item", f"response_item/{kind}", record, at)
        if kind is None and said(record, "id") and "instructions" in record:
            return Entry(line, "meta", "session_meta", record, at)
    payload = part(record, "payload")
    label = (kind or said(record, "record_type") or "untyped")[:40]
    if kind == "inter_agent_communication":
        payload = {"type": kind, **payload}
    elif kind in ("event_msg", "response_item"):
        inner = said(payload, "type") or ("message" if "role" in payload else "untyped")
        label = f"{label}/{inner[:40]}"
    return Entry(line, _KINDS.get(kind or "", "aside"), label, payload, at)
