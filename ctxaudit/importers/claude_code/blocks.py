"""From one record to its spans: one a block, with who made it, what kind it is, and what of it the log lacks."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from ctxaudit.importers._values import as_json, short
from ctxaudit.importers.claude_code.attachments import Told
from ctxaudit.importers.claude_code.contents import CALL_RESULTS, CALLS, THINKING, Block
from ctxaudit.importers.claude_code.lookups import fetches_copy, looks_up
from ctxaudit.importers.claude_code.nodes import NOTHING, Node
from ctxaudit.importers.claude_code.voices import parts_of, rejection_parts
from ctxaudit.model import Maker, Span
from ctxaudit.packed import Kept, sharing, unpacked

SPILLED = "<persisted-output>"
CLEARED = "[Old tool result content cleared]"

_ERROR = ("error",)
_THINKING = ("thinking",)

_SAVED_TO = re.compile(r"Full output saved to: (\S[^\n]*)")
_PREVIEWS = (SPILLED.encode(), b"Error: result (")
_OVERFLOW = re.compile(r"Error: result \([^)\n]{1,60}\)[^\n]{0,200}?Output has been saved to (\S+?)[.,]?(?:\s|$)")


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool call as its result needs it."""

    name: str | None
    reads: bool
    fetches: bool = False
    call: str | None = None  # its id


_NO_TOOL = Tool(None, reads=False)


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
            spans = self._text(str(node.kept.get("content")), name, by_host=False)
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
            elif block.kind == "text" and block.text:
                spans += self._text(block.text, name, by_host=node.by_host)
            elif block.kind in ("image", "document"):
                maker: Maker = "host" if node.by_host or self.all_by_host else "human"
                spans.append(Span(id=name, text=f"[{block.kind}]", role="user", by=maker, complete=False))
        return spans

    def _text(self, text: str, name: str, *, by_host: bool) -> list[Span]:
        if not text or text.isspace():
            return []
        if by_host or self.all_by_host:
            return [Span(id=name, text=text, role="user", by="host")]
        return [Span(id=name, text=part, role="user", by=maker) for part, maker in parts_of(text)]

    def _result(self, block: Block, name: str) -> list[Span]:
        kept: Kept = self.texts.setdefault(block.content, block.content)
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
                if block.text:
                    spans.append(Span(id=name, text=block.text, role="assistant", by=maker))
            elif block.kind in THINKING:
                self.thinking_left_out += block.content is None
                if block.content is not None:
                    spans.append(Span(id=name, text=block.content, role="scratchpad", by=maker, tags=_THINKING))
            elif block.kind in CALL_RESULTS:
                spans += self._result(block, name)
        return spans

    def _call(self, block: Block, name: str, maker: Maker) -> Span:
        tool, call, arguments = block.name or "", block.call, block.content
        if call is not None:
            reads = looks_up(tool, arguments)
            self.tools[call] = Tool(tool, reads, reads and fetches_copy(arguments), call)
        text = as_json(arguments)
        return Span(id=name, text=text, role="assistant", by=maker, kind="tool-call", call_id=call, name=tool or None)


def _attached(told: Told, name: str) -> Span:
    return Span(id=name, text=told.text, role=told.role, by=told.by, kind=told.kind, complete=told.whole)


def saved_copy(kept: Kept) -> str | None:
    """The path at which the whole of a result lies, when the text that the model saw is a preview that names it."""
    if isinstance(kept, bytes) and not kept.startswith(_PREVIEWS):
        return None
    text = unpacked(kept)
    if text.startswith(SPILLED):
        found = _SAVED_TO.search(text, 0, 4000)
        return found.group(1).strip() if found else None
    found = _OVERFLOW.match(text)
    return found.group(1) if found else None
