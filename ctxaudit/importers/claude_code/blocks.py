"""From one record to its spans: one a block, with who made it, what kind it is, and what of it the log lacks."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ctxaudit.importers._values import short
from ctxaudit.importers.claude_code.attachments import Told
from ctxaudit.importers.claude_code.contents import CALL_RESULTS, CALLS, THINKING, Block, Tool
from ctxaudit.importers.claude_code.nodes import NOTHING, Node
from ctxaudit.importers.claude_code.voices import parts_of, rejection_parts
from ctxaudit.model import Maker, Span
from ctxaudit.packed import Kept, packed, sharing, unpacked

SPILLED = "<persisted-output>"
CLEARED = "[Old tool result content cleared]"

_ERROR = ("error",)
_THINKING = ("thinking",)

_SAVED_TO = re.compile(r"Full output saved to: (\S[^\n]*)")
_PREVIEWS = (SPILLED.encode(), b"Error: result (")
_OVERFLOW = re.compile(r"Error: result \([^)\n]{1,60}\)[^\n]{0,200}?Output has been saved to (\S+?)[.,]?(?:\s|$)")


_NO_TOOL = Tool(None)


@dataclass(slots=True)
class Reader:
    """Makes the spans of one lane's records. `free` gives an id that the lane has not used yet."""

    free: Callable[[str], str]
    all_by_host: bool = False  # a subagent is spoken to by the harness, never by the human
    tools: dict[str, Tool] = field(default_factory=dict)
    texts: dict[Kept, Kept] = field(default_factory=dict)  # of results: what is read again is held once
    thinking_left_out: int = 0

    def spans_of(self, node: Node) -> list[Span]:
        """The spans of a record that enters; the node lets go of what they were made from."""
        name = short(node.key)
        if node.kind == "assistant":
            spans = self._assistant(node, name)
        elif node.kind == "attachment":
            spans = [_attached(told, name) for told in node.kept["told"]]
        elif node.kind == "queue":
            spans = self._text(packed(str(node.kept.get("content"))), name, by_host=False)
        else:
            spans = self._user(node, name)
        if not spans:
            return spans
        node.blocks, node.kept = (), NOTHING
        if len(spans) > 1:
            return [replace(span, id=self.free(f"{name}.{number}")) for number, span in enumerate(spans)]
        free = self.free(name)
        return spans if free == name else [replace(spans[0], id=free)]

    def _user(self, node: Node, name: str) -> list[Span]:
        spans: list[Span] = []
        for block in node.blocks:
            if block.kind in CALL_RESULTS:
                spans += self._result(block, name)
            elif block.kind == "text" and block.kept:
                spans += self._text(block.kept, name, by_host=node.by_host)
            elif block.kind in ("image", "document"):
                maker: Maker = "host" if node.by_host or self.all_by_host else "human"
                spans.append(Span(id=name, text=f"[{block.kind}]", role="user", by=maker, complete=False))
        return spans

    def _text(self, kept: Kept, name: str, *, by_host: bool) -> list[Span]:
        text, same = unpacked(kept), sharing(kept)
        if not text or text.isspace():
            return []
        if by_host or self.all_by_host:
            return [Span(id=name, text=same, role="user", by="host")]
        parts = parts_of(text)
        return [Span(id=name, text=same if part is text else part, role="user", by=by) for part, by in parts]

    def _result(self, block: Block, name: str) -> list[Span]:
        kept = block.kept or ""
        kept = self.texts.setdefault(kept, kept)
        words = rejection_parts(unpacked(kept)) if block.failed else None
        tool = self.tools.get(block.call or "", _NO_TOOL)
        told = Span(
            id=name,
            text=words[0] if words else sharing(kept),
            role="tool",
            by="host" if words else "tool",
            kind="read" if tool.reads else "tool-result",
            call_id=tool.call or block.call,
            name=tool.name,
            external_copy=saved_copy(kept),
            external_source=tool.fetches,
            tags=_ERROR if block.failed else (),
            complete=block.whole,
        )
        return [told, Span(id=name, text=words[1], role="user", by="human")] if words else [told]

    def _assistant(self, node: Node, name: str) -> list[Span]:
        spans: list[Span] = []
        maker: Maker = "host" if node.by_host else "model"
        for block in node.blocks:
            if block.kind in CALLS:
                spans.append(self._call(block, name, maker))
            elif block.kind == "text":
                if block.kept:
                    spans.append(Span(id=name, text=sharing(block.kept), role="assistant", by=maker))
            elif block.kind in THINKING:
                self.thinking_left_out += block.kept is None
                if block.kept is not None:
                    text = sharing(block.kept)
                    spans.append(Span(id=name, text=text, role="scratchpad", by=maker, tags=_THINKING))
            elif block.kind in CALL_RESULTS:
                spans += self._result(block, name)
        return spans

    def _call(self, block: Block, name: str, maker: Maker) -> Span:
        tool, call, text = block.tool or _NO_TOOL, block.call, sharing(block.kept or "")
        if call is not None:
            self.tools[call] = tool
        named = tool.name or None
        return Span(id=name, text=text, role="assistant", by=maker, kind="tool-call", call_id=call, name=named)


def _attached(told: Told, name: str) -> Span:
    return Span(id=name, text=told.text, role=told.role, by=told.by, kind=told.kind, complete=told.whole)


def saved_copy(kept: Kept) -> str | None:
    """The path at which the whole of a result lies, when the text that the model saw is a preview that names it."""
    if not isinstance(kept, str) and not bytes(kept).startswith(_PREVIEWS):
        return None
    text = unpacked(kept)
    if text.startswith(SPILLED):
        found = _SAVED_TO.search(text, 0, 4000)
        return found.group(1).strip() if found else None
    found = _OVERFLOW.match(text)
    return found.group(1) if found else None
