"""From one item of the history to its pieces: who made them, of what kind they are, and what of them the log lacks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ctxaudit.importers._draft import Draft, Piece
from ctxaudit.importers._values import as_json, listed, part, said
from ctxaudit.importers.codex.cap import Cap
from ctxaudit.importers.codex.tools import failed, looks_up
from ctxaudit.importers.codex.voices import parts_of
from ctxaudit.model import Maker, Role

MADE_BY_THE_MODEL = frozenset(
    {
        *("reasoning", "function_call", "custom_tool_call", "local_shell_call", "web_search_call"),
        *("tool_search_call", "image_generation_call"),
    }
)
SUMMARIES = frozenset({"compaction", "compaction_summary", "context_compaction"})
NOT_SENT = frozenset({"ghost_snapshot", "compaction_trigger", "other"})
_MESSAGES = frozenset({"agent_message", "inter_agent_communication"})
_CALLS = frozenset({"function_call", "custom_tool_call", "local_shell_call", "tool_search_call"})
_OUTPUTS = frozenset({"function_call_output", "custom_tool_call_output", "tool_search_output"})
_ROLES: Mapping[str, Role] = {"assistant": "assistant", "developer": "system", "system": "system"}


def kind_of(item: Mapping[str, Any]) -> str:
    """Fixtures and the oldest logs leave the type of a message out."""
    return said(item, "type") or ("message" if said(item, "role") else "untyped")


def is_models(item: Mapping[str, Any]) -> bool:
    kind = kind_of(item)
    return kind in MADE_BY_THE_MODEL or (kind == "message" and item.get("role") == "assistant")


def is_known(item: Mapping[str, Any]) -> bool:
    kind = kind_of(item)
    return kind in MADE_BY_THE_MODEL | SUMMARIES | NOT_SENT | _MESSAGES | _OUTPUTS or kind == "message"


@dataclass(slots=True)
class Reader:
    """Makes the pieces of one thread's items. `reads`: for each call, whether it only looks something up."""

    by_host: bool = False  # a subagent is spoken to by the harness, never by the human
    cap: Cap = field(default_factory=Cap)
    encrypted_thoughts: int = 0
    searches: int = 0
    capped: list[int] = field(default_factory=list)
    guessed: list[int] = field(default_factory=list)
    _tools: dict[str, tuple[str, bool]] = field(default_factory=dict)

    def pieces_of(self, item: Mapping[str, Any], line: int) -> list[Piece]:
        """In order; none for what is not sent, cannot be read, or is of no known kind."""
        kind = kind_of(item)
        if kind == "message":
            return self._message(item)
        if kind in _MESSAGES:
            return [_mail(item)]
        if kind in _CALLS:
            return [self._call(kind, item)]
        if kind in _OUTPUTS:
            return [self._output(kind, item, line)]
        if kind == "reasoning":
            return self._thought(item)
        if kind == "web_search_call":
            return self._search(item, line)
        if kind == "image_generation_call":
            return [_image(item)]
        if kind in SUMMARIES:
            return [sealed(item)]
        return []

    def _message(self, item: Mapping[str, Any]) -> list[Piece]:
        role: Role = _ROLES.get(said(item, "role") or "", "user")
        content = item.get("content")
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else listed(content)
        pieces = []
        for block in blocks:
            text = said(block, "text")
            if text is not None:
                drafts = tuple(Draft(words, role, maker) for words, maker in self._voices(text, role))
                pieces.append(Piece((role, text), drafts))
            elif said(block, "type") in ("input_image", "input_audio", "input_file"):
                maker: Maker = "human" if role == "user" and not self.by_host else "host"
                told = f"[{str(block['type']).removeprefix('input_')}]"
                shown = said(block, "image_url") or ""
                pieces.append(Piece((role, told, shown), (Draft(told, role, maker, {"complete": False}),)))
        return pieces

    def _voices(self, text: str, role: Role) -> list[tuple[str, Maker]]:
        if role == "assistant":
            return [(text, "model")]
        if role == "system" or self.by_host:
            return [(text, "host")]
        return parts_of(text)

    def _call(self, kind: str, item: Mapping[str, Any]) -> Piece:
        call = said(item, "call_id") or said(item, "id")
        if kind == "local_shell_call":
            name, arguments = "shell", as_json(item.get("action"))
        elif kind == "custom_tool_call":
            name, arguments = said(item, "name") or "", as_json({"input": item.get("input")})
        else:
            name = said(item, "name") or ("tool_search" if kind == "tool_search_call" else "")
            given = item.get("arguments")
            arguments = given if isinstance(given, str) else as_json(given)
        if call is not None:
            self._tools[call] = (name, looks_up(name, arguments))
        fields = {"kind": "tool-call", "call_id": call, "name": name or None}
        return Piece((kind, call, arguments), (Draft(arguments, "assistant", "model", fields),))

    def _output(self, kind: str, item: Mapping[str, Any], line: int) -> Piece:
        call = said(item, "call_id")
        name, reads = self._tools.get(call or "", ("", False))
        told = item.get("tools") if kind == "tool_search_output" else item.get("output")
        said_so = isinstance(told, dict) and told.get("success") is False
        texts, whole = _texts(told)
        text = "\n".join(texts)
        seen = text if kind == "tool_search_output" else self._capped(texts)
        if seen != text:
            (self.capped if self.cap.known else self.guessed).append(line)
        fields = {
            "kind": "read" if reads or kind == "tool_search_output" else "tool-result",
            "call_id": call,
            "name": name or None,
            "tags": ("error",) if said_so or failed(seen) else (),
            "complete": whole and (seen == text or self.cap.known),
        }
        return Piece((kind, call, text), (Draft(seen, "tool", "tool", fields),))

    def _capped(self, texts: list[str]) -> str:
        return self.cap.cut(texts[0]) if len(texts) == 1 else "\n".join(self.cap.cut_all(texts))

    def _thought(self, item: Mapping[str, Any]) -> list[Piece]:
        text = "\n".join(words for block in listed(item.get("content")) if (words := said(block, "text")))
        if not text:
            self.encrypted_thoughts += 1
            return []
        return [Piece(("reasoning", text), (Draft(text, "scratchpad", "model", {"tags": ("thinking",)}),))]

    def _search(self, item: Mapping[str, Any], line: int) -> list[Piece]:
        """A search that the provider runs within the answer: what it found is in no log."""
        self.searches += 1
        call = said(item, "id") or f"web-search-{line}"
        arguments = as_json(item.get("action"))
        asked = {"kind": "tool-call", "call_id": call, "name": "web_search"}
        found = {"kind": "read", "call_id": call, "name": "web_search", "complete": False}
        return [
            Piece(("search", call, arguments), (Draft(arguments, "assistant", "model", asked),)),
            Piece(("found", call), (Draft("", "tool", "tool", found),)),
        ]


def sealed(item: Mapping[str, Any]) -> Piece:
    """A summary that only the provider can read."""
    fields = {"kind": "summary", "tags": ("opaque",), "complete": False, "lossy": True}
    return Piece(("sealed", str(item.get("encrypted_content"))), (Draft("", "assistant", "model", fields),))


def _mail(item: Mapping[str, Any]) -> Piece:
    """What another agent wrote: no human's words."""
    content = item.get("content")
    blocks = listed(content)
    text = content if isinstance(content, str) else "\n".join(words for b in blocks if (words := said(b, "text")))
    locked = said(item, "encrypted_content") or any(said(block, "encrypted_content") for block in blocks)
    draft = Draft(text, "user", "host", {"complete": False} if locked else {})
    return Piece(("mail", said(item, "author"), text), (draft,))


def _image(item: Mapping[str, Any]) -> Piece:
    arguments = as_json({"prompt": item.get("revised_prompt")})
    fields = {"kind": "tool-call", "call_id": said(item, "id"), "name": "image_generation"}
    return Piece(("image", said(item, "id"), arguments), (Draft(arguments, "assistant", "model", fields),))


def _texts(told: Any) -> tuple[list[str], bool]:
    """The texts of an output, and whether the log holds all that the model saw of it."""
    if isinstance(told, str):
        return [told], True
    if isinstance(told, list):
        texts = [said(block, "text") for block in listed(told)]
        if any(texts):
            return [text for text in texts if text], None not in texts
        return [as_json(told) if told and not any("image_url" in block for block in listed(told)) else ""], not told
    if isinstance(told, dict):
        text = said(told, "text") or said(told, "content") or said(part(told, "body"), "text")
        return ([text], True) if text is not None else _texts(told.get("content_items") or told.get("content") or [])
    return [""], True
