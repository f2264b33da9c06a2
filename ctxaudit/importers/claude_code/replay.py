"""One lane's records, in file order, to the events of its window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ctxaudit.importers._usage import Sample
from ctxaudit.importers.claude_code.chain import ON, Chain, Move
from ctxaudit.importers.claude_code.compaction import compaction_of
from ctxaudit.importers.claude_code.lanes import Lane
from ctxaudit.importers.claude_code.nodes import Node
from ctxaudit.importers.claude_code.notes import Noted
from ctxaudit.importers.claude_code.queued import Entries, entries_of
from ctxaudit.importers.claude_code.sidecars import BYTES_PER_TOKEN, FALL, Sidecars, clearing_of, moved_silently
from ctxaudit.importers.claude_code.stage import Stage
from ctxaudit.importers.claude_code.summaries import kept_by, summaries_by_boundary
from ctxaudit.model import Basis, Span

_SPEAKING = frozenset({"user", "assistant", "attachment"})
STILL_THERE = 0.7  # share of the last call's size; a prompt without a parent begins anew only below it


@dataclass(slots=True)
class Replay:
    """The state of one lane while its records are read: the chain, the stage, what waits for the next call."""

    lane: Lane
    stage: Stage
    copies: Sidecars
    noted: Noted = field(default_factory=Noted)
    samples: list[Sample] = field(default_factory=list)
    _chain: Chain = field(default_factory=Chain)
    _pending: dict[str, tuple[Node, Basis]] = field(default_factory=dict)
    _cuts: int = 0
    _bridged: bool = False  # since the last cut
    _edited: bool = False  # since the last call
    _last_tokens: int | None = None
    _last_group: str = ""
    _server_cleared: int = 0
    _falls: int | None = None  # falls of the recorded size that are still to come and that no record explains
    _coming: list[int | None] | None = None

    def run(self) -> None:
        nodes = self.lane.nodes
        summaries = summaries_by_boundary(nodes)
        used = {node.key for node in summaries.values()}
        entries = entries_of(nodes)
        for number, node in enumerate(nodes):
            kind = node.kind
            if kind in _SPEAKING:
                if node.key not in used:
                    self._talk(node, number)
            elif kind == "link":
                self._chain.link(node)
            elif kind == "copy":
                self._chain.relink(node)
            elif kind == "queue":
                self._take_from_queue(node, entries)
            elif kind == "boundary":
                self._compact(node, summaries.get(node.key), _next(nodes, number))
            elif kind == "clearing":
                self._clear(node)
            elif node.key not in used:
                self._compact(None, node, None)
        self._flush(sent=False)
        self.noted.thinking = self.stage.reader.thinking_left_out

    def _talk(self, node: Node, number: int) -> None:
        """A message or an attachment: the model's own enters at once, everything else waits for the next call."""
        if node.parent == "" and self._last_tokens:
            coming = self._coming_tokens(number)
            if coming and coming > STILL_THERE * self._last_tokens:
                node.parent = None
        models = node.kind == "assistant" and not node.by_host
        calls = models and not self._chain.knows_group(node.group)
        move = self._chain.attach(node)
        if move.dead:
            self.stage.account.aside(node.line, self.lane.key, "record of a branch that was left")
            return
        basis = "recorded" if move is ON else self._moved(node, move)
        if not models:
            self._pending[node.key] = (node, basis)
            return
        if calls:
            self._call(node)
        self.stage.enter(node, basis)

    def _coming_tokens(self, number: int) -> int | None:
        """The recorded size of the next model call after that node. Worked out for all when it is first asked for."""
        if self._coming is None:
            self._coming = _coming_tokens(self.lane)
        return self._coming[number]

    def _moved(self, node: Node, move: Move) -> Basis:
        """Tells of the branch that was left and the one that was taken up; the basis of what the record brings."""
        if move.bridged:
            self.noted.bridged.append(node.line)
            self._bridged = True
        left = [gone for gone in move.left if self.stage.entered(gone)]
        for gone in move.left:
            if self._pending.pop(gone.key, None) is not None:
                self.stage.account.aside(gone.line, self.lane.key, "draft that was never sent")
        if left:
            self.stage.withdraw(left, node, "human" if node.kind == "user" else "host")
            self.noted.rewound.append(node.line)
            self._edited = True
        for old in move.back:
            if self.stage.entered(old):
                self.stage.enter(old, "derived")
            else:
                self._pending[old.key] = (old, "derived")
        return "derived" if move.bridged else "recorded"

    def _take_from_queue(self, node: Node, entries: Entries) -> None:
        for waiting in entries.get(node.key, ()):
            self._chain.attach(waiting)
            self._pending[waiting.key] = (waiting, "derived")
        self.stage.account.aside(node.line, self.lane.key, "queue-operation")

    def _flush(self, *, sent: bool = True) -> None:
        """What waited enters. At the end of the log nothing is sent any more: a queued text stays outside."""
        for node, basis in self._pending.values():
            if sent or node.kind != "queue":
                self.stage.enter(node, basis)
        self._pending.clear()

    def _call(self, node: Node) -> None:
        tokens = self.lane.tokens.get(node.group)
        fell = self._fell(tokens)
        seen = self.stage.results() if fell else []
        before = self.stage.size
        self._flush()
        if fell:
            self._move_silently(node, seen, fell + (self.stage.size - before) // BYTES_PER_TOKEN)
        self._apply_edits(node)
        self.stage.window.call(node, tokens=tokens)
        self.stage.account.event(node.line, self.lane.key)
        if tokens is not None:
            event = len(self.stage.window.events) - 1
            answer = self.lane.output.get(self._last_group, 0)
            self.samples.append(Sample(event, node.line, tokens, self.stage.size, self._cuts, self.stage.made, answer))
            self._last_tokens = tokens
            self._last_group = node.group
            self.stage.made = 0
        self._edited = False
        self._chain.called()

    def _fell(self, tokens: int | None) -> int:
        """By how many tokens the recorded size fell, when no edit on record says why."""
        if self._edited or not tokens or not self._last_tokens:
            return 0
        fell = self._last_tokens - tokens
        return fell if fell > FALL and self.copies.known() else 0

    def _move_silently(self, node: Node, results: Sequence[Span], fell: int) -> None:
        if self._falls is None:
            self._falls = _unexplained_falls(self.lane)
        self._falls -= 1
        moved = moved_silently(results, fell, self.copies, last=self._falls <= 0)
        if moved:
            copies = {span.id: self.copies.copy_of(span.call_id or "") or "" for span in moved}
            self.stage.move_out(moved, copies, node, "inferred")
            self.noted.guessed.append(node.line)

    def _apply_edits(self, node: Node) -> None:
        """The provider's own clearing, of which the log holds counts: the oldest results, the oldest thinking."""
        applied = self.lane.applied.get(node.group)
        if applied is None:
            return
        results = self.stage.results()[: max(0, applied.results - self._server_cleared)]
        thinking = self.stage.thinking(applied.thinking_turns, self._chain.order) if applied.thinking_turns else []
        if results:
            self._server_cleared += len(results)
            self.stage.move_out(results, {}, node, "inferred")
        if thinking:
            self.stage.discard(thinking, node, "inferred")
        if results or thinking:
            self.noted.guessed.append(node.line)

    def _clear(self, node: Node) -> None:
        """A micro-compaction: the named results leave for stubs, the named attachments leave for nothing."""
        self._flush()
        self._chain.link(node)
        clearing = clearing_of(node)
        results = self.stage.results(clearing.calls)
        copies = {span.id: copy for span in results if (copy := self.copies.copy_of(span.call_id or ""))}
        attached = [name for key in clearing.attachments for name in self.stage.spans_of(key)]
        if results:
            self.stage.move_out(results, copies, node, "recorded")
        self.stage.drop(attached, node)
        if results or attached:
            self._edited = True
            self.stage.account.event(node.line, self.lane.key)
        else:
            self.stage.account.aside(node.line, self.lane.key, "system/microcompact_boundary")
        if len({span.call_id for span in results}) < len(set(clearing.calls)):
            self.noted.unplaced.append(node.line)

    def _compact(self, boundary: Node | None, summary: Node | None, behind: Node | None) -> None:
        """A compaction: everything but what was kept leaves for the summary, or for nothing that can be read."""
        at = boundary or summary
        if at is None:
            return
        self._flush()
        kept = self._kept(boundary) if boundary else []
        tip = boundary.kept.get("logicalParentUuid") if boundary else None
        lost_tip = isinstance(tip, str) and not self._chain.knows(tip)
        told = compaction_of(boundary, summary, bridged=self._bridged, lost_tip=lost_tip)
        sources = self.stage.compact(told, kept, at)
        for node in (boundary, summary):
            if node is not None:
                self.stage.account.event(node.line, self.lane.key)
        self._chain.cut(boundary or at, told.node, kept)
        self.noted.said += told.sentences(self.stage.records_of(sources), behind)
        self._cuts += 1
        self._bridged = False
        self._edited = True

    def _kept(self, boundary: Node) -> list[Node]:
        """Records that the boundary says stayed and that were in the window."""
        kept = kept_by(boundary)
        order = self._chain.order
        if kept.listed:
            also = {key for key in kept.extra if key in order and order[key].kind == "attachment"}
            named = [key for key in dict.fromkeys(kept.listed) if key in order]
            return [order[key] for key in [*named, *(key for key in order if key in also and key not in named)]]
        return self._chain.run(kept.head, kept.tail)


def _next(nodes: Sequence[Node], number: int) -> Node | None:
    return next((node for node in nodes[number + 1 : number + 20] if node.kind in ("user", "assistant")), None)


def _coming_tokens(lane: Lane) -> list[int | None]:
    """For each node the recorded size of the next model call."""
    coming: list[int | None] = []
    tokens: int | None = None
    for node in reversed(lane.nodes):
        coming.append(tokens)
        if node.kind == "assistant":
            tokens = lane.tokens.get(node.group, tokens)
    coming.reverse()
    return coming


def _unexplained_falls(lane: Lane) -> int:
    """How often the recorded size falls from one call to the next with no record of a cut between."""
    falls = 0
    last: int | None = None
    for node in lane.nodes:
        if node.kind in ("boundary", "clearing", "summary"):
            last = None
        elif node.kind == "assistant" and (tokens := lane.tokens.get(node.group)):
            falls += last is not None and last - tokens > FALL
            last = tokens
    return falls
