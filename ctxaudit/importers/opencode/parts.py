"""From one part of a message to what the model saw of it: who made it, what kind it is, what of it the log lacks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ctxaudit.importers._draft import Draft
from ctxaudit.importers._shell import only_reads
from ctxaudit.importers._values import as_json, listed, said
from ctxaudit.importers._values import part as inner
from ctxaudit.importers.opencode.sessions import Part
from ctxaudit.model import Maker

QUESTION = "What did we do so far?"
CLEARED = "[Old tool result content cleared]"

_SHOWN_AS_TEXT = frozenset({"text/plain", "application/x-directory"})
_SUBTASK = "The following tool was executed by the user"
_INTERRUPTED = "[Tool execution was interrupted]"
_LOOKUPS = frozenset(
    {"read", "grep", "glob", "list", "ls", "webfetch", "websearch", "codesearch", "lsp", "todoread"}
)  # fmt: skip
_SAVED_TO = re.compile(r"Full output saved to: ([^\n]{1,1000})")


def of_user(part: Part, *, by_host: bool) -> Draft | None:
    """None for what is not sent. `by_host`: a subagent is spoken to by the harness, never by the human."""
    value = part.value
    maker: Maker = "host" if by_host or value.get("synthetic") is True else "human"
    if part.kind == "text":
        text = said(value, "text")
        return Draft(text, "user", maker) if text and value.get("ignored") is not True else None
    if part.kind == "file" and value.get("mime") not in _SHOWN_AS_TEXT:
        named = said(value, "filename") or "file"
        shown = f"[Attached {said(value, 'mime') or 'file'}: {named}]"
        return Draft(shown, "user", maker, {"complete": False})
    if part.kind == "subtask":
        return Draft(_SUBTASK, "user", "host")
    return Draft(QUESTION, "user", "host") if part.kind == "compaction" else None


def of_assistant(part: Part) -> Draft | None:
    """What the model itself wrote in this part; None for what is not sent."""
    text = said(part.value, "text")
    if part.kind == "text" and text:
        return Draft(text, "assistant", "host" if part.value.get("synthetic") is True else "model")
    if part.kind == "reasoning" and text:
        return Draft(text, "scratchpad", "model", {"tags": ("thinking",)})
    if part.kind == "tool":
        arguments = inner(part.value, "state").get("input")
        return Draft(as_json(arguments), "assistant", "model", _bound(part) | {"kind": "tool-call"})
    return None


def result_of(part: Part) -> Draft | None:
    """What came back from the tool call in this part; None while nothing did."""
    state = inner(part.value, "state")
    status, metadata = said(state, "status"), inner(state, "metadata")
    fields = _bound(part) | {"kind": "read" if _looks_up(part) else "tool-result"}
    if status == "completed":
        text = said(state, "output") or ""
        fields["tags"] = ("error",) if metadata.get("exit") not in (None, 0) else ()
        fields["complete"] = isinstance(state.get("output"), str) and not listed(state.get("attachments"))
        return Draft(text, "tool", "tool", fields | {"external_copy": _saved(text, metadata)})
    if status == "error":
        shown = said(metadata, "output") if metadata.get("interrupted") is True else None
        fields["tags"] = () if shown else ("error",)
        return Draft(shown or said(state, "error") or "", "tool", "tool", fields)
    return None


def interrupted(part: Part) -> Draft:
    """What stands for a result that never came, once the model is called again."""
    return Draft(_INTERRUPTED, "tool", "host", _bound(part) | {"kind": "tool-result", "tags": ("error",)})


def cleared_at(part: Part) -> object:
    """When the result in this part was cleared, in milliseconds; whatever stands on disk."""
    return inner(inner(part.value, "state"), "time").get("compacted") if part.kind == "tool" else None


def _bound(part: Part) -> dict[str, Any]:
    return {"call_id": said(part.value, "callID") or part.id, "name": said(part.value, "tool")}


def _looks_up(part: Part) -> bool:
    tool = said(part.value, "tool") or ""
    command = said(inner(inner(part.value, "state"), "input"), "command")
    return tool in _LOOKUPS or (tool == "bash" and command is not None and only_reads(command))


def _saved(text: str, metadata: Mapping[str, Any]) -> str | None:
    """The file with the whole output, when the text that the model saw names it."""
    path = said(metadata, "outputPath")
    if path and path in text:
        return path
    named = _SAVED_TO.search(text, 0, 4000) if metadata.get("truncated") is True else None
    return named.group(1).strip() if named else None
