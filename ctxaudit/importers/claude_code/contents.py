"""One block of a message: what the window can hold of it, and nothing else that the log keeps of the block."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from sys import intern
from typing import Any

from ctxaudit.importers._values import said
from ctxaudit.packed import packed

CALLS = frozenset({"tool_use", "server_tool_use", "mcp_tool_use"})
CALL_RESULTS = frozenset({"tool_result", "web_search_tool_result", "web_fetch_tool_result", "mcp_tool_result"})
THINKING = frozenset({"thinking", "redacted_thinking"})


@dataclass(slots=True, eq=False)
class Block:
    """`call`: the id of a tool call, or of the call that a result answers. A block without a type has an empty kind."""

    kind: str
    text: str | None = None  # None, too, for an empty one
    call: str | None = None
    name: str | None = None
    content: Any = None  # a call's arguments, a result's text as it is kept, the words of a thought
    whole: bool = True  # False: the result holds what the log does not
    failed: bool = False


def block_of(block: Mapping[str, Any]) -> Block:
    kind = block.get("type")
    if kind == "text":
        return Block("text", said(block, "text"))
    if not isinstance(kind, str):
        return Block("", said(block, "text"))
    if kind in CALLS:
        return Block(kind, None, said(block, "id"), intern(said(block, "name") or ""), block.get("input"))
    if kind in CALL_RESULTS:
        content, whole = _result_text(block.get("content"))
        failed = block.get("is_error") is True
        return Block(kind, None, said(block, "tool_use_id"), None, packed(content), whole, failed)
    return Block(kind, said(block, "text"), content=said(block, "thinking") if kind in THINKING else None)


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
