"""Turns in the shape of Google's API (a role and parts) to pieces: the form that Gemini CLI and its offspring log."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ctxaudit.importers._draft import Draft, Piece
from ctxaudit.importers._results import looks_up as reads_by_name
from ctxaudit.importers._results import plain
from ctxaudit.importers._shell import only_reads
from ctxaudit.importers._values import as_json, part, said
from ctxaudit.model import Maker, Role

SNAPSHOT = "<state_snapshot>"
_SNAPSHOT_END = "</state_snapshot>"
ACKNOWLEDGED = "Got it. Thanks for the additional context!"
CLEARED = "[Old tool result content cleared]"

_HOST_OPENINGS = (
    "<session_context>",
    "<hook_context>",
    "<system-reminder>",
    "<system_reminder>",
    "<background_",
    "<task-notification>",
    "<qwen:",
    "This is the Gemini CLI. We are setting up the context",
    "This is the Qwen Code. We are setting up the context",
    "System: ",
)
_CUT_OPENINGS = ("<tool_output_masked>", "Output too large.", "Tool output was too large", CLEARED)
_COPY = re.compile(
    r"(?:For full output see:|Full output available at:|full output has been saved to:)[ \t]*(\S[^\n<]*)", re.IGNORECASE
)
_EXIT = re.compile(r"(?:\A|\n)Exit Code: (-?\d+)")
_LOOKUPS = frozenset({"web_fetch", "google_web_search", "web_search", "get_internal_docs", "read_many_files"})
_SHELLS = frozenset({"run_shell_command", "shell"})
_ENDS = 4000


@dataclass(slots=True)
class Contents:
    """Makes the pieces of one session's turns. `thoughts`: whether they stay in the window; else they are counted."""

    by_host: bool = False  # a subagent is spoken to by the harness, never by the human
    thoughts: bool = False
    left_out: int = 0
    _tools: dict[str, tuple[str, bool]] = field(default_factory=dict)

    def pieces(self, content: Any, *, by_model: bool, by_host: bool = False) -> list[Piece]:
        """In order; nothing for empty texts and for parts that carry no content."""
        maker: Maker = "host" if by_host or self.by_host else "human"
        found = []
        for block in parts_of(content):
            piece = self._made(block) if by_model else self._told(block, maker)
            if piece is not None:
                found.append(piece)
        return found

    def call(self, call: Mapping[str, Any]) -> Piece:
        name, key, arguments = said(call, "name") or "", said(call, "id"), call.get("args")
        if key is not None:
            self._tools[key] = (name, looks_up(name, arguments))
        text = as_json(arguments)
        fields = {"kind": "tool-call", "call_id": key, "name": name or None}
        return Piece(("call", key, name, text), (Draft(text, "assistant", "model", fields),))

    def result(self, response: Mapping[str, Any]) -> Piece:
        key = said(response, "id")
        told = response.get("response")
        text = _result_text(told)
        name, reads = self._tools.get(key or "", (said(response, "name") or "", False))
        wrong = isinstance(told, dict) and bool(told.get("error")) and not said(told, "output")
        fields: dict[str, Any] = {
            "kind": "read" if reads else "tool-result",
            "call_id": key,
            "name": name or None,
            "tags": ("error",) if wrong or _ended_badly(text) else (),
            "external_copy": copy_named(text),
        }
        by: Maker = "host" if text.startswith(CLEARED) else "tool"
        return Piece(("result", key, text), (Draft(text, "tool", by, fields),))

    def _made(self, block: Mapping[str, Any]) -> Piece | None:
        if isinstance(block.get("functionCall"), dict):
            return self.call(block["functionCall"])
        text = said(block, "text")
        if text is None:
            return _binary(block, "assistant", "model")
        if block.get("thought") is True:
            self.left_out += not self.thoughts
            thinking = Draft(text, "scratchpad", "model", {"tags": ("thinking",)})
            return Piece(("thought", text), (thinking,)) if self.thoughts else None
        maker: Maker = "host" if text == ACKNOWLEDGED else "model"
        return Piece(("assistant", text), (Draft(text, "assistant", maker),))

    def _told(self, block: Mapping[str, Any], maker: Maker) -> Piece | None:
        if isinstance(block.get("functionResponse"), dict):
            return self.result(block["functionResponse"])
        text = said(block, "text")
        if text is None:
            return _binary(block, "user", maker)
        if SNAPSHOT in text:
            return summary_piece(text)
        host = text.lstrip().startswith(_HOST_OPENINGS)
        return Piece(("user", text), (Draft(text, "user", "host" if host else maker),))


def parts_of(content: Any) -> list[Mapping[str, Any]]:
    blocks = content if isinstance(content, list) else [content]
    texts = [{"text": block} if isinstance(block, str) else block for block in blocks]
    return [block for block in texts if isinstance(block, dict)]


def summary_piece(text: str) -> Piece:
    """A summary of what went before; its tag in the window says so."""
    start, end = text.find(SNAPSHOT), text.rfind(_SNAPSHOT_END)
    fields: dict[str, Any] = {"kind": "summary", "lossy": True}
    if start >= 0:
        fields["body_start"] = start + len(SNAPSHOT)
    if end > start >= 0:
        fields["body_end"] = end
    return Piece(("summary", text), (Draft(text, "user", "model", fields),))


def is_summary(piece: Piece) -> bool:
    return piece.drafts[0].fields.get("kind") == "summary"


def call_of(piece: Piece) -> str | None:
    """The call that a result answers; None for other pieces."""
    key = piece.key
    return key[1] if isinstance(key, tuple) and key[0] == "result" else None


def is_cut(text: str) -> bool:
    """A preview or a mark that the harness put in the place of a result."""
    return text.startswith(_CUT_OPENINGS)


def copy_named(text: str) -> str | None:
    """Where the whole of a result lies, when the text that the model saw is a cut one that says so."""
    if not is_cut(text):
        return None
    found = _COPY.search(text, 0, _ENDS) or _COPY.search(text, max(0, len(text) - _ENDS))
    return found.group(1).strip() if found else None


def looks_up(tool: str, arguments: Any) -> bool:
    if tool in _SHELLS:
        command = arguments.get("command") if isinstance(arguments, dict) else None
        return isinstance(command, str) and only_reads(command)
    return tool in _LOOKUPS or reads_by_name(tool, arguments)


def _result_text(told: Any) -> str:
    if isinstance(told, dict):
        for key in ("output", "error", "content"):
            text = said(told, key)
            if text is not None:
                return text
    return plain(told)


def _ended_badly(text: str) -> bool:
    found = _EXIT.search(text, max(0, len(text) - _ENDS))
    return found is not None and found.group(1) != "0"


def _binary(block: Mapping[str, Any], role: Role, maker: Maker) -> Piece | None:
    for key in ("inlineData", "fileData"):
        if isinstance(block.get(key), dict):
            held = part(block, key)
            told = f"[{said(held, 'mimeType') or key}]"
            shown = (said(held, "fileUri") or said(held, "data") or "")[:200]
            return Piece((role, told, shown), (Draft(told, role, maker, {"complete": False}),))
    return None


def with_fields(piece: Piece, maker: Maker, fields: Mapping[str, Any]) -> Piece:
    """The same piece, made by another and told otherwise."""
    draft = piece.drafts[0]
    return Piece(piece.key, (Draft(draft.text, draft.role, maker, {**draft.fields, **fields}), *piece.drafts[1:]))
