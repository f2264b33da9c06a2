"""The records of one lane on their way into the window: which spans they became, how large they are, what left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ctxaudit.importers._account import Account, LaneKey
from ctxaudit.importers._values import said
from ctxaudit.importers.claude_code.blocks import CLEARED, SPILLED, Reader
from ctxaudit.importers.claude_code.compaction import Compaction
from ctxaudit.importers.claude_code.nodes import Node
from ctxaudit.importers.window import Cut, Placed, Window
from ctxaudit.model import Basis, Decider, Span
from ctxaudit.packed import size_of

_LOST = frozenset({"lost", "opaque"})


@dataclass(slots=True)
class Stage:
    """The window, and the way back from its spans to the records of the log."""

    window: Window
    account: Account
    lane: LaneKey
    reader: Reader
    size: int = 0  # bytes of the live spans' texts
    made: int = 0  # bytes that the model wrote since the last call
    _spans: dict[str, tuple[str, ...]] = field(default_factory=dict)
    _owner: dict[str, str] = field(default_factory=dict)

    def enter(self, node: Node, basis: Basis = "recorded") -> None:
        """The record's spans enter; a record that had left comes back with the spans that it had."""
        key = node.key
        known = self._spans.get(key)
        if known is None:
            spans = self.reader.spans_of(node)
            self._spans[key] = (spans[0].id,) if len(spans) == 1 else tuple([span.id for span in spans])
            if spans:
                self.account.event(node.line, self.lane)
            else:
                self.account.aside(node.line, self.lane, _nothing_in(node))
        else:
            spans = [self.window.span(name) for name in known]
        for span in spans:
            self._hold(span, key)
            self.window.add(span, node, basis=basis)

    def entered(self, node: Node) -> bool:
        return node.key in self._spans

    def withdraw(self, nodes: Sequence[Node], place: Placed, by: Decider) -> None:
        names = [name for node in nodes for name in self._spans.get(node.key, ())]
        self.size -= self._size_of(name for name in names if self.window.holds(name))
        self.window.evict(names, "withdrawn", place, by=by, basis="derived")

    def compact(self, told: Compaction, kept: Sequence[Node], place: Placed) -> tuple[str, ...]:
        """One rewrite of all that is not kept; returns its sources."""
        if told.lost_tip:
            lost = Span(
                id=self.window.free(f"{told.name}-lost"),
                text="",
                role="user",
                by="host",
                tags=("lost",),
                complete=False,
            )
            self._hold(lost, told.node.key)
            self.window.add(lost, place, basis="derived")
        staying = [self.window.span(name) for node in kept for name in self._spans.get(node.key, ())]
        names = {span.id for span in staying}
        sources = tuple(name for name in self.window.live if name not in names)
        surrogate = told.surrogate(self.window.free(told.name), sources)
        self.window.become([surrogate, *staying], Cut(surrogate=surrogate, basis=told.basis), place)
        self._spans[told.node.key] = (surrogate.id,)
        self._hold(surrogate, told.node.key)
        self.size = self._size_of(self.window.live)
        return sources

    def records_of(self, names: Iterable[str]) -> int:
        """How many records of the log these spans come from."""
        span = self.window.span
        return len({self._owner[name] for name in names if not (tags := span(name).tags) or _LOST.isdisjoint(tags)})

    def results(self, calls: Iterable[str] | None = None) -> list[Span]:
        """Live tool results that are no stubs, in window order: all, or those of the named calls."""
        wanted = None if calls is None else set(calls)
        live = (self.window.span(name) for name in self.window.live)
        return [
            span
            for span in live
            if span.kind in ("tool-result", "read")
            and span.role == "tool"
            and span.by != "host"
            and (wanted is None or span.call_id in wanted)
        ]

    def thinking(self, turns: int, order: Mapping[str, Node]) -> list[str]:
        """The recorded thinking of the oldest model calls, so many of them as the count says."""
        groups: dict[str, list[str]] = {}
        for node in order.values():
            names = [n for n in self._spans.get(node.key, ()) if "thinking" in self.window.span(n).tags]
            if names:
                groups.setdefault(node.group, []).extend(names)
        return [name for group in list(groups)[:turns] for name in groups[group]]

    def discard(self, names: Sequence[str], place: Placed, basis: Basis) -> None:
        """Thinking that the provider drops by rule."""
        self.size -= self._size_of(name for name in names if self.window.holds(name))
        self.window.evict(names, "dispensable", place, basis=basis)

    def move_out(self, results: Sequence[Span], copies: Mapping[str, str], place: Placed, basis: Basis) -> None:
        """Results leave, each for a stub in its place: evicted where a whole copy can be read, else truncated."""
        stubs = {span.id: self._stub(span, copies.get(span.id)) for span in results}
        after = [stubs.get(name) or self.window.span(name) for name in self.window.live]
        self.window.become(after, Cut(copies=copies, basis=basis), place)
        for name, stub in stubs.items():
            owner = self._owner[name]
            self._spans[owner] = tuple(stub.id if known == name else known for known in self._spans[owner])
            self.size -= size_of(self.window.span(name).kept)
            self._hold(stub, owner)

    def drop(self, names: Sequence[str], place: Placed) -> None:
        self.size -= self._size_of(name for name in names if self.window.holds(name))
        self.window.truncate(names, place)

    def spans_of(self, key: str) -> tuple[str, ...]:
        return self._spans.get(key, ())

    def _stub(self, span: Span, copy: str | None) -> Span:
        text = f"{SPILLED}Tool result saved to: {copy}</persisted-output>" if copy else CLEARED
        return Span(
            id=self.window.free(f"{span.id}-stub"),
            text=text,
            role="tool",
            by="host",
            kind="tool-result",
            call_id=span.call_id,
            name=span.name,
            external_copy=copy,
        )

    def _hold(self, span: Span, owner: str) -> None:
        size = size_of(span.kept)
        self._owner[span.id] = owner
        self.size += size
        if span.by == "model":
            self.made += size

    def _size_of(self, names: Iterable[str]) -> int:
        return sum(size_of(self.window.span(name).kept) for name in names)


def _nothing_in(node: Node) -> str:
    if node.kind == "assistant":
        return "assistant (thinking that is empty on disk)"
    if node.kind == "attachment":
        return f"attachment/{said(node.kept, 'type') or 'untyped'}"[:60]
    return f"{node.kind} (empty)"
