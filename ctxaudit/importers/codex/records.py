"""One line of a rollout as an entry: what it does to the window, whatever the version that wrote it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ctxaudit.importers._values import part, picked, said, time_of

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


_OF_EVENTS = ("id", "call_id", "info", "num_turns", "model_context_window")  # what is asked of a mirrored event


@dataclass(frozen=True, slots=True)
class Entry:
    """`label` names the line's kind for the count of what is not context. `payload` holds what is asked for later."""

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
    told = _KINDS.get(kind or "", "aside")
    return Entry(line, told, label, _asked(told, payload), at)


def _asked(kind: EntryKind, payload: Mapping[str, Any]) -> Mapping[str, Any]:
    """Without the words that an event repeats, and without thoughts that only the provider can read."""
    if kind == "event":
        return picked(payload, _OF_EVENTS)
    if kind == "aside":
        return {}
    if payload.get("type") == "reasoning":
        return {key: value for key, value in payload.items() if key != "encrypted_content"}
    return payload
