"""What the model was told by an attachment record, as far as the log holds it.

The harness renders attachments into reminders whose wording is not on disk; what varies (a file's text, a name, a path,
a queued prompt) is, and that is what a span of them holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ctxaudit.importers._values import said
from ctxaudit.importers.claude_code.voices import parts_of
from ctxaudit.model import Kind, Maker, Role

_NEVER_SENT = frozenset(
    {"command_permissions", "hook_non_blocking_error", "hook_cancelled", "hook_error_during_execution"}
)
_FED_BACK = frozenset({"SessionStart", "UserPromptSubmit"})
_SILENT_KEYS = frozenset(
    {"type", "toolUseID", "timestamp", "source_uuid", "origin", "isMeta", "commandMode", "itemCount"}
)
_DEEPEST = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One span's worth of an attachment. `whole` is False when it held what the log does not (an image)."""

    text: str
    by: Maker = "host"
    role: Role = "user"
    kind: Kind = "message"
    whole: bool = True


def told_by(attachment: Mapping[str, Any]) -> list[Told]:
    """What the attachment put into the window; nothing when it is not sent or says nothing that varies."""
    kind = said(attachment, "type") or ""
    if kind in _NEVER_SENT:
        return []
    if kind == "hook_success":
        fed_back = attachment.get("hookEvent") in _FED_BACK
        return _plain([said(attachment, "content") or ""]) if fed_back else []
    if kind == "queued_command":
        return _queued(attachment)
    if kind == "file":
        return _file(attachment)
    if kind == "nested_memory":
        texts = [said(attachment, "path") or "", *_leaves(_inner(attachment.get("content")), 0)]
        return [Told(text="\n".join(texts), role="memory")] if any(texts) else []
    return _plain(list(_leaves(attachment, 0)))


def _queued(attachment: Mapping[str, Any]) -> list[Told]:
    """A message that the human (or a background task) sent while the model was at work."""
    prompt = attachment.get("prompt")
    blocks = [{"type": "text", "text": prompt}] if isinstance(prompt, str) else prompt
    by_host = attachment.get("isMeta") is True or attachment.get("commandMode") == "task-notification"
    told: list[Told] = []
    for block in blocks if isinstance(blocks, list) else []:
        text = said(block, "text") if isinstance(block, dict) else None
        if text is not None:
            told += [Told(text=part, by="host" if by_host else by) for part, by in parts_of(text)]
        elif isinstance(block, dict):
            told.append(Told(text=f"[{said(block, 'type') or 'block'}]", by="human", whole=False))
    return told


def _file(attachment: Mapping[str, Any]) -> list[Told]:
    """A file's text that the harness put into the window by itself."""
    content = attachment.get("content")
    inner = content.get("file") if isinstance(content, dict) else None
    text = inner.get("content") if isinstance(inner, dict) else None
    name = said(attachment, "filename") or said(attachment, "displayPath") or ""
    if isinstance(text, str):
        return [Told(text=f"{name}\n{text}", kind="read")]
    return [Told(text=name or "[file]", kind="read", whole=False)]


def _inner(content: Any) -> Any:
    """A memory file's own text, without the flags that are kept beside it."""
    return content.get("content") if isinstance(content, dict) else content


def _plain(texts: list[str]) -> list[Told]:
    text = "\n".join(text for text in texts if text)
    return [Told(text=text)] if text.strip() else []


def _leaves(value: Any, depth: int) -> Iterator[str]:
    """Every text and number of a payload, in order; flags and keys say nothing about the world."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield str(value)
    elif depth < _DEEPEST and isinstance(value, dict):
        for key, inner in value.items():
            if not (depth == 0 and key in _SILENT_KEYS):
                yield from _leaves(inner, depth + 1)
    elif depth < _DEEPEST and isinstance(value, list):
        for inner in value:
            yield from _leaves(inner, depth + 1)
