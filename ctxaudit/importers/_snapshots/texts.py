"""From a block of a prompt to the span that it is in the window."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Any

import orjson

from ctxaudit.importers._results import looks_up
from ctxaudit.importers._snapshots.model import Block
from ctxaudit.importers._snapshots.phrases import by_host, saved_to, summary_lead
from ctxaudit.model import Kind, Maker, Span


@dataclass(slots=True)
class Spans:
    """Makes the spans of one chain. `free` gives an id that the chain has not used; `failed`: ids of tool calls."""

    free: Callable[[str], str]
    failed: Collection[str] = ()
    by_host: bool = False  # a subagent is spoken to by the harness
    _tools: dict[str, tuple[str, bool]] = field(default_factory=dict)
    _count: int = 0
    _given: set[str] = field(default_factory=set)

    def span(self, block: Block, *, stub: bool = False) -> Span:
        """`stub`: harness text that stands where a block was."""
        if block.kind == "result":
            return self._result(block, stub)
        if block.kind == "call":
            return self._call(block, stub)
        if block.summary or block.kind == "compaction" or (block.kind == "text" and summary_lead(block.text) > 0):
            return self.summary(block)
        tags = ("thinking",) if block.kind == "thinking" else ()
        return Span(
            id=self._id(block),
            text=block.text,
            role=block.role,
            by="host" if stub else self._maker(block),
            tags=tags,
            complete=block.complete,
        )

    def summary(self, block: Block) -> Span:
        """The block as a surrogate. It is lossy only when the window itself says that it is a summary."""
        lead = summary_lead(block.text)
        opaque = not block.text.strip()
        return Span(
            id=self._free(f"summary-{self._next()}"),
            text=block.text,
            role=block.role,
            by="model",
            kind="tool-result" if block.kind == "result" else "summary",
            call_id=block.call_id,
            name=block.name,
            tags=("opaque",) if opaque else (),
            complete=block.complete and not opaque,
            lossy=lead > 0 or block.kind == "compaction",
            body_start=lead,
        )

    def lost(self) -> Span:
        """What left the window and stands in no prompt that the tracer kept."""
        return Span(
            id=self._free(f"lost-{self._next()}"), text="", role="tool", by="host", tags=("lost",), complete=False
        )

    def learn(self, block: Block) -> None:
        """A call tells what its result is."""
        if block.kind == "call" and block.call_id:
            self._tools[block.call_id] = (block.name or "", _reads(block))

    def _result(self, block: Block, stub: bool) -> Span:
        tool, reads = self._tools.get(block.call_id or "", (block.name or "", False))
        failed = block.failed or (block.call_id or "") in self.failed
        kind: Kind = "read" if reads and not stub else "tool-result"
        return Span(
            id=self._free(f"{block.call_id}.result"[-60:] if block.call_id else f"result-{self._next()}"),
            text=block.text,
            role="tool",
            by="host" if stub else "tool",
            kind=kind,
            call_id=block.call_id,
            name=block.name or tool or None,
            tags=("error",) if failed else (),
            complete=block.complete,
            external_copy=saved_to(block.text),
        )

    def _call(self, block: Block, stub: bool) -> Span:
        self.learn(block)
        fields: dict[str, Any] = {"kind": "tool-call", "call_id": block.call_id, "name": block.name}
        name = self._free(block.call_id[-50:] if block.call_id else f"call-{self._next()}")
        return Span(id=name, text=block.text, role="assistant", by="host" if stub else "model", **fields)

    def _maker(self, block: Block) -> Maker:
        if block.role == "user":
            return "host" if self.by_host or by_host(block.text) else "human"
        return "model" if block.role in ("assistant", "scratchpad") else "tool" if block.role == "tool" else "host"

    def _id(self, block: Block) -> str:
        return self._free(block.id[:40] if block.id else f"{block.role}-{self._next()}")

    def _free(self, wanted: str) -> str:
        """A name that is neither in the window's history nor given to a span that has not entered yet."""
        name, number = self.free(wanted), 2
        while name in self._given:
            name, number = self.free(f"{wanted}-{number}"), number + 1
        self._given.add(name)
        return name

    def _next(self) -> int:
        self._count += 1
        return self._count


def _reads(block: Block) -> bool:
    try:
        arguments = orjson.loads(block.text)
    except orjson.JSONDecodeError:
        arguments = None
    return looks_up(block.name or "", arguments)
