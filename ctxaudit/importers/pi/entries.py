"""One line of a session as an entry of its tree: its key, what it hangs on, and the message that it brings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ctxaudit.importers._values import part as inner
from ctxaudit.importers._values import picked, said

MIRRORS = frozenset({"delivery-mirror", "gateway-injected"})

_OF_ENTRIES = (
    *("id", "timestamp", "customType", "summary", "firstKeptEntryId", "firstKeptEntryIndex", "tokensBefore"),
    *("systemMessage", "targetId", "replacement"),
)
_OF_DETAILS = ("fullOutputPath", "truncation")
_OF_BLOCKS = ("type", "text", "thinking", "id", "name", "arguments")


@dataclass(frozen=True, slots=True)
class Entry:
    """`key` is the entry's id, or made from its line. `parent` is the id that it names, `root`: it says it has none.

    `message` is also that of an entry that an extension made one of; `role` is the current name of the message's role.
    `value` and `message` hold what is asked for later, without signatures, images and what a tool keeps for itself.
    """

    line: int
    key: str
    value: Mapping[str, Any]
    kind: str
    parent: str | None
    root: bool
    message: Mapping[str, Any]
    role: str

    @property
    def mirrored(self) -> bool:
        """A copy of what was delivered to a channel; no model made it."""
        return said(self.message, "provider") == "openclaw" and said(self.message, "model") in MIRRORS

    @property
    def failed(self) -> bool:
        """An answer that failed or was cut short: it is not sent again."""
        return self.role == "assistant" and said(self.message, "stopReason") in ("error", "aborted")


def entry_of(value: Mapping[str, Any], line: int) -> Entry:
    key, parent, kind = said(value, "id"), said(value, "parentId"), said(value, "type") or "untyped"
    message: Mapping[str, Any] = {}
    if kind == "message":
        message = _asked(inner(value, "message"))
    elif kind == "custom_message":
        message = _asked({**value, "role": "custom"})
    role = said(message, "role") or ""
    return Entry(
        line=line,
        key=key or f"line-{line}",
        value=picked(value, _OF_ENTRIES),
        kind=kind,
        parent=parent,
        root=key is not None and parent is None,
        message=message,
        role="custom" if role == "hookMessage" else role,  # its name in version 2
    )


def _asked(message: Mapping[str, Any]) -> Mapping[str, Any]:
    told = dict(message)
    if isinstance(told.get("details"), dict):
        told["details"] = picked(told["details"], _OF_DETAILS)
    if isinstance(told.get("content"), list):
        told["content"] = [picked(block, _OF_BLOCKS) if isinstance(block, dict) else block for block in told["content"]]
    return told
