"""One block of a message: what the window can hold of it, and nothing else that the log keeps of the block."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from sys import intern
from typing import Any

from ctxaudit.importers._values import as_json, said
from ctxaudit.importers.claude_code.lookups import fetches_copy, looks_up
from ctxaudit.packed import Kept, packed, unpacked

CALLS = frozenset({"tool_use", "server_tool_use", "mcp_tool_use"})
CALL_RESULTS = frozenset({"tool_result", "web_search_tool_result", "web_fetch_tool_result", "mcp_tool_result"})
THINKING = frozenset({"thinking", "redacted_thinking"})
_WITHOUT_WORDS = CALLS | CALL_RESULTS | THINKING


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool call as its result needs it."""

    name: str | None
    reads: bool = False
    fetches: bool = False
    call: str | None = None  # its id


@dataclass(slots=True, eq=False)
class Block:
    """`call`: the id of a tool call, or of the call that a result answers. A block without a type has an empty kind."""

    kind: str
    kept: Kept | None = None  # its words, a call's arguments as JSON, a result's text, the words of a thought
    call: str | None = None
    tool: Tool | None = None  # of a call
    whole: bool = True  # False: the result holds what the log does not
    failed: bool = False

    @property
    def words(self) -> str | None:
        """What it says by itself, if anything; nothing of a call, a result and a thought."""
        return None if self.kept is None or self.kind in _WITHOUT_WORDS else unpacked(self.kept)


def block_of(block: Mapping[str, Any]) -> Block:
    named = block.get("type")
    kind = named if isinstance(named, str) else ""
    if kind in CALLS:
        return _call(kind, block)
    if kind in CALL_RESULTS:
        text, whole = _result_text(block.get("content"))
        return Block(kind, packed(text), said(block, "tool_use_id"), None, whole, block.get("is_error") is True)
    words = said(block, "thinking" if kind in THINKING else "text")
    return Block(kind, None if words is None else packed(words))


def _call(kind: str, block: Mapping[str, Any]) -> Block:
    name, call, arguments = intern(said(block, "name") or ""), said(block, "id"), block.get("input")
    reads = call is not None and looks_up(name, arguments)
    tool = Tool(name, reads, reads and fetches_copy(arguments), call)
    return Block(kind, packed(as_json(arguments)), call, tool)


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
