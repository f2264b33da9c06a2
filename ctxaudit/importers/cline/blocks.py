"""From one message's blocks to the spans that the window holds of them, in both dialects of the family."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ctxaudit.importers._draft import Draft
from ctxaudit.importers._results import looks_up, plain
from ctxaudit.importers._values import as_json, listed, said
from ctxaudit.importers.cline.voices import Voices, refusal
from ctxaudit.importers.cline.wording import sent_input

_WRAPPED = re.compile(r"\s*[\[{]")


@dataclass(slots=True)
class Reader:
    """`tools` remembers each call for its result. `sdk`: the newer dialect, whose user texts wear a wrapper."""

    sdk: bool
    tools: dict[str, tuple[str, bool]] = field(default_factory=dict)

    def drafts_of(self, message: Mapping[str, Any]) -> list[list[Draft]]:
        """The drafts of each block. A message whose content is a string has one block."""
        content = message.get("content")
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else listed(content)
        if message.get("role") == "assistant":
            return [self._assistant(block) for block in blocks]
        voices = Voices()
        return [self._user(block, voices) for block in blocks]

    def _assistant(self, block: Mapping[str, Any]) -> list[Draft]:
        kind = said(block, "type") or "block"
        if kind in ("text", "thinking", "reasoning"):
            text = said(block, "thinking") or said(block, "text")
            if text is None or not text.strip():
                return []
            fields = {} if kind == "text" else {"tags": ("thinking",)}
            return [Draft(text, "assistant" if kind == "text" else "scratchpad", "model", fields)]
        if kind != "tool_use":
            return (
                [] if kind == "redacted_thinking" else [Draft(f"[{kind}]", "assistant", "model", {"complete": False})]
            )
        name, call, arguments = said(block, "name") or "", said(block, "id"), block.get("input")
        if call is not None:
            self.tools[call] = (name, looks_up(name, arguments))
        return [
            Draft(
                as_json(arguments), "assistant", "model", {"kind": "tool-call", "call_id": call, "name": name or None}
            )
        ]

    def _user(self, block: Mapping[str, Any], voices: Voices) -> list[Draft]:
        kind = said(block, "type") or "block"
        if kind == "text":
            text = said(block, "text") or ""
            if not self.sdk:
                return voices.drafts(text)
            text = sent_input(text)
            return [Draft(text, "user", "human")] if text else []
        if kind == "tool_result":
            return self._result(block)
        if kind == "file":
            text = f'<file_content path="{said(block, "path") or ""}">\n{said(block, "content") or ""}\n</file_content>'
            return [Draft(text, "user", "host", {"kind": "read", "name": "file"})]
        return [Draft(f"[{kind}]", "user", "human", {"complete": False})]

    def _result(self, block: Mapping[str, Any]) -> list[Draft]:
        call = said(block, "tool_use_id")
        name, reads = self.tools.get(call or "", (said(block, "name") or "", False))
        text, whole = result_text(block.get("content"))
        fields: dict[str, Any] = {
            "kind": "read" if reads else "tool-result",
            "call_id": call,
            "name": name or None,
            "tags": ("error",) if block.get("is_error") is True or _failed(block.get("content")) else (),
            "complete": whole,
        }
        refused = refusal(text)
        if refused is None:
            return [Draft(text, "tool", "tool", fields)]
        return [Draft(refused[0], "tool", "host", fields), Draft(refused[1], "user", "human")]


def result_text(content: Any) -> tuple[str, bool]:
    """A result's text as it is read, and whether the log holds all of it. Structured results are read decoded."""
    if isinstance(content, str):
        value = _operations(content)
        return (content, True) if value is None else (plain(value), True)
    texts: list[str] = []
    whole = True
    for block in listed(content):
        kind, text = said(block, "type"), block.get("text")
        if kind == "text" and isinstance(text, str):
            value = _operations(text)
            texts.append(text if value is None else plain(value))
        elif kind is None or "result" in block:
            texts.append(plain(block))
        else:
            texts.append(f"[{kind}]")
            whole = False
    return "\n".join(texts), whole


def _operations(text: str) -> Any:
    """What the tools of the SDK return, spelled as JSON: one or more of {query, result, success}."""
    if not _WRAPPED.match(text):
        return None
    from ctxaudit.importers._document import whole

    value = whole(text)
    entries = value if isinstance(value, list) else [value]
    wrapped = bool(entries) and all(
        isinstance(entry, dict) and {"query", "result"} <= entry.keys() for entry in entries
    )
    return value if wrapped else None


def _failed(content: Any) -> bool:
    value = _operations(content) if isinstance(content, str) else content
    entries = listed(value if isinstance(value, list) else [value])
    return bool(entries) and all(entry.get("success") is False for entry in entries)
