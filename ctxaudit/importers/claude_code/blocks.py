"""From one record to its spans: one a block, with who made it, what kind it is, and what of it the log lacks."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ctxaudit.importers._values import as_json, said, short
from ctxaudit.importers.claude_code.attachments import told_by
from ctxaudit.importers.claude_code.lookups import fetches_copy, looks_up
from ctxaudit.importers.claude_code.nodes import Node
from ctxaudit.importers.claude_code.voices import parts_of, rejection_parts
from ctxaudit.model import Maker, Role, Span

SPILLED = "<persisted-output>"
CLEARED = "[Old tool result content cleared]"

_SAVED_TO = re.compile(r"Full output saved to: (\S[^\n]*)")
_OVERFLOW = re.compile(r"Error: result \([^)\n]{1,60}\)[^\n]{0,200}?Output has been saved to (\S+?)[.,]?(?:\s|$)")
_CALLS = frozenset({"tool_use", "server_tool_use", "mcp_tool_use"})
_CALL_RESULTS = frozenset({"tool_result", "web_search_tool_result", "web_fetch_tool_result", "mcp_tool_result"})


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool call as its result needs it."""

    name: str
    reads: bool
    fetches: bool = False


@dataclass(slots=True)
class Reader:
    """Makes the spans of one lane's records. `free` gives an id that the lane has not used yet."""

    free: Callable[[str], str]
    all_by_host: bool = False  # a subagent is spoken to by the harness, never by the human
    tools: dict[str, Tool] = field(default_factory=dict)
    thinking_left_out: int = 0

    def spans_of(self, node: Node) -> list[Span]:
        if node.kind == "assistant":
            drafts = self._assistant(node)
        elif node.kind == "attachment":
            drafts = [
                _Draft(told.text, told.role, told.by, fields={"kind": told.kind, "complete": told.whole})
                for told in told_by(node.record["attachment"])
            ]
        elif node.kind == "queue":
            drafts = self._text(str(node.record.get("content")), by_host=False)
        else:
            drafts = self._user(node)
        name = short(node.key)
        if len(drafts) == 1:
            return [drafts[0].span(self.free(name))]
        return [draft.span(self.free(f"{name}.{number}")) for number, draft in enumerate(drafts)]

    def _user(self, node: Node) -> list[_Draft]:
        drafts: list[_Draft] = []
        by_host = node.record.get("isMeta") is True
        for block in node.blocks:
            kind, text = block.get("type"), block.get("text")
            if kind == "text" and isinstance(text, str):
                drafts += self._text(text, by_host=by_host)
            elif kind in _CALL_RESULTS:
                drafts += self._result(block)
            elif kind in ("image", "document"):
                maker: Maker = "host" if by_host or self.all_by_host else "human"
                drafts.append(_Draft(f"[{kind}]", "user", maker, fields={"complete": False}))
        return drafts

    def _text(self, text: str, *, by_host: bool) -> list[_Draft]:
        if not text.strip():
            return []
        if by_host or self.all_by_host:
            return [_Draft(text, "user", "host")]
        return [_Draft(part, "user", maker) for part, maker in parts_of(text)]

    def _result(self, block: Mapping[str, Any]) -> list[_Draft]:
        text, whole = _result_text(block.get("content"))
        call = said(block, "tool_use_id")
        tool = self.tools.get(call or "")
        failed = block.get("is_error") is True
        fields: dict[str, Any] = {
            "kind": "read" if tool and tool.reads else "tool-result",
            "call_id": call,
            "name": tool.name if tool else None,
            "tags": ("error",) if failed else (),
            "complete": whole,
            "external_copy": saved_copy(text),
            "external_source": tool is not None and tool.fetches,
        }
        words = rejection_parts(text) if failed else None
        if words is None:
            return [_Draft(text, "tool", "tool", fields=fields)]
        return [_Draft(words[0], "tool", "host", fields=fields), _Draft(words[1], "user", "human")]

    def _assistant(self, node: Node) -> list[_Draft]:
        drafts: list[_Draft] = []
        maker: Maker = "host" if node.synthetic else "model"
        for block in node.blocks:
            kind = block.get("type")
            if kind == "text" and said(block, "text"):
                drafts.append(_Draft(block["text"], "assistant", maker))
            elif kind in ("thinking", "redacted_thinking"):
                text = said(block, "thinking")
                self.thinking_left_out += text is None
                if text is not None:
                    drafts.append(_Draft(text, "scratchpad", maker, fields={"tags": ("thinking",)}))
            elif kind in _CALLS:
                drafts.append(self._call(block, maker))
            elif kind in _CALL_RESULTS:
                drafts += self._result(block)
        return drafts

    def _call(self, block: Mapping[str, Any], maker: Maker) -> _Draft:
        name, call, arguments = said(block, "name") or "", said(block, "id"), block.get("input")
        if call is not None:
            reads = looks_up(name, arguments)
            self.tools[call] = Tool(name, reads, reads and fetches_copy(arguments))
        fields: dict[str, Any] = {"kind": "tool-call", "call_id": call, "name": name or None}
        return _Draft(as_json(arguments), "assistant", maker, fields=fields)


@dataclass(slots=True)
class _Draft:
    """A span that has no id yet."""

    text: str
    role: Role
    by: Maker
    fields: Mapping[str, Any] | None = None

    def span(self, name: str) -> Span:
        return Span(id=name, text=self.text, role=self.role, by=self.by, **(self.fields or {}))


def saved_copy(text: str) -> str | None:
    """The path at which the whole of a result lies, when the text that the model saw is a preview that names it."""
    if text.startswith(SPILLED):
        found = _SAVED_TO.search(text, 0, 4000)
        return found.group(1).strip() if found else None
    found = _OVERFLOW.match(text)
    return found.group(1) if found else None


def _result_text(content: Any) -> tuple[str, bool]:
    """A result's text as the model saw it, and whether the log holds all of it."""
    if isinstance(content, str):
        return content, True
    if content is None:
        return "", True
    texts: list[str] = []
    whole = True
    for block in content if isinstance(content, list) else [content]:
        text = said(block, "text") if isinstance(block, dict) else None
        if text is not None:
            texts.append(text)
        elif isinstance(block, dict) and block.get("type") != "text":
            texts.append(f"[{said(block, 'tool_name') or said(block, 'title') or said(block, 'type') or 'block'}]")
            whole = whole and block.get("type") == "tool_reference"
    return "\n".join(texts), whole
