"""From one prompt to the next: what left the window, why, and on what that rests; what stands there now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ctxaudit.importers._snapshots.changes import Changes, How
from ctxaudit.importers._snapshots.model import Block, Snapshot
from ctxaudit.importers._snapshots.noted import Noted
from ctxaudit.importers._snapshots.phrases import by_tracer, drop_notice, saved_to, shortened, superseded
from ctxaudit.importers._snapshots.surrogates import Stand, stand_in
from ctxaudit.importers._snapshots.texts import Spans
from ctxaudit.importers.window import Cut, Place, Window
from ctxaudit.model import Basis, Span

_TOKENS_A_BYTE = 0.25
_LEAST = 40  # bytes; a smaller loss shows in no recorded size


@dataclass(frozen=True, slots=True)
class Entry:
    """A block of the last prompt or answer, and the spans that hold it. `hidden`: the last prompt did not show it."""

    block: Block
    ids: tuple[str, ...]
    answer: bool = False
    hidden: bool = False


@dataclass(slots=True)
class Step:
    """The edits between two prompts. `hidden` and `surrogates` are settled by `edit`."""

    window: Window
    spans: Spans
    noted: Noted
    entries: Sequence[Entry]
    last: Snapshot | None
    call: Snapshot
    place: Place
    found: Changes
    holes: bool
    hidden: list[Entry] = field(default_factory=list)
    surrogates: set[int] = field(default_factory=set)
    _made: dict[int, list[Span]] = field(default_factory=dict)

    def edit(self) -> None:
        """Writes the edits. Nothing is taken to have left where the tracer kept only a part of the prompt."""
        known = [place for place in self.found.gone if self.entries[place].hidden]
        self.found.gone = [place for place in self.found.gone if not self.entries[place].hidden]
        self.hidden = [self.entries[place] for place in known]
        if not self.call.whole:
            self.hidden += [self.entries[place] for place in self.found.gone]
            self.noted.partly.append(self.call.line)
            self.found.how = {place: how for place, how in self.found.how.items() if how == "grown"}
            self._alter_all()
            return
        if self.last is not None and self._untraced():
            self.noted.untraced.append(self.call.line)
        stand = stand_in([entry.block for entry in self.entries], self.call, self.found)
        self._discard_by_rule()
        if stand is not None:
            self._rewrite(stand)
        else:
            self._explain([place for place in self.found.gone if self.window.holds(self.entries[place].ids[0])])
        self._alter_all()

    def after(self) -> list[list[Span]]:
        """The spans of each block of the prompt."""
        spans: list[list[Span]] = []
        for number, block in enumerate(self.call.blocks):
            old = self.found.paired[number]
            if number in self._made:
                spans.append(self._made[number])
            elif old is not None:
                spans.append([self.window.span(name) for name in self.entries[old].ids])
            else:
                spans.append([self.spans.span(block)])
        return spans

    def _discard_by_rule(self) -> None:
        """Thinking that is not sent again, and system text that a newer one replaces."""
        gone = [self.entries[place] for place in self.found.gone]
        renewed = any(self.call.blocks[place].role == "system" for place in self.found.fresh)
        ids = [
            name
            for entry in gone
            if entry.block.kind == "thinking" or (entry.block.role == "system" and renewed)
            for name in entry.ids
        ]
        self.window.evict(ids, "dispensable", self.place, basis="inferred")

    def _enter_tail(self, stand: Stand) -> None:
        """What is new at the end of the prompt came in before the summary did: its writer may have seen it."""
        tail = len(self.call.blocks)
        while tail > stand.place + 1 and self.found.paired[tail - 1] is None:
            tail -= 1
        for number in range(tail, len(self.call.blocks)):
            span = self.spans.span(self.call.blocks[number])
            self.window.add(span, self.place)
            self._made[number] = [span]

    def _rewrite(self, stand: Stand) -> None:
        self._enter_tail(stand)
        block = self.call.blocks[stand.place]
        again = self.found.paired[stand.place]
        staying = {
            name
            for place, old in enumerate(self.found.paired)
            if old is not None and place != stand.place
            for name in self.entries[old].ids
        }
        staying |= {span.id for spans in self._made.values() for span in spans}
        leaving = [name for name in self.window.live if name not in staying and self.window.span(name).role != "system"]
        self.hidden = [entry for entry in self.hidden if entry.block.role == "system"]
        if self._incomplete() and (again is None or leaving):
            lost = self.spans.lost()
            self.window.add(lost, self.place, basis="inferred")
            leaving.append(lost.id)
        surrogate = self.spans.summary(block)
        if surrogate.lossy:
            surrogate = replace(surrogate, provenance=tuple(leaving))
        self.window.rewrite(leaving, surrogate, self.place, Cut(surrogate=surrogate, basis=stand.basis))
        self._made[stand.place] = [surrogate]
        self.surrogates.add(stand.place)
        self.noted.rewritten.append(self.call.line)

    def _incomplete(self) -> bool:
        """Something that the summary stood for may be in no prompt that the tracer kept."""
        if self.holes or self.last is None or not self.last.whole or any(entry.hidden for entry in self.entries):
            return True
        shown = {block.call_id for block in self.call.blocks if block.kind == "result"}
        unseen = any(block.kind == "call" and block.call_id not in shown for block in self.last.answer)
        return unseen or self._untraced()

    def _untraced(self) -> bool:
        """The prompt holds what a model made in a call that the log does not hold."""
        made = [self.call.blocks[place] for place in self.found.fresh]
        return any(block.kind == "call" or (block.role == "scratchpad") for block in made)

    def _explain(self, gone: Sequence[int]) -> None:
        """Blocks that left while nothing stands for them."""
        if not gone:
            return
        ids = [name for place in gone for name in self.entries[place].ids]
        if self._went_back(gone):
            human = any(self.window.span(name).by == "human" for name in ids)
            self.window.evict(ids, "withdrawn", self.place, by="human" if human else "host", basis="inferred")
            self.noted.rewound.append(self.call.line)
        elif any(drop_notice(self.call.blocks[place].text) for place in self.found.fresh):
            self.window.truncate(ids, self.place, basis="derived")
            self.noted.dropped.append(self.call.line)
        elif self._fell(sum(len(self.entries[place].block.text) for place in gone)):
            self.window.truncate(ids, self.place, basis="inferred")
            self.noted.dropped.append(self.call.line)
        else:
            self.hidden += [replace(self.entries[place], hidden=True) for place in gone]
            self.noted.hidden.append(self.call.line)

    def _went_back(self, gone: Sequence[int]) -> bool:
        """All that left stood behind all that stayed, and what is new is a prompt: not an answer, not a result."""
        stayed = [old for old in self.found.paired if old is not None and self.entries[old].block.role != "system"]
        if not stayed or max(stayed) > min(gone):
            return False
        new = [self.call.blocks[place] for place in self.found.fresh]
        return not any(block.kind in ("call", "result") or drop_notice(block.text) for block in new)

    def _alter_all(self) -> None:
        for number, how in self.found.how.items():
            old = self.found.paired[number]
            if old is not None:
                self._alter(number, self.entries[old], how)

    def _alter(self, number: int, entry: Entry, how: How) -> None:
        block = self.call.blocks[number]
        if how == "grown":
            self._made[number] = self._grown(block, entry)
            return
        if by_tracer(block.text):
            return
        if how == "cut" and not shortened(block.text) and not self._fell(len(entry.block.text) - len(block.text)):
            self.noted.shortened.append(self.call.line)
            return
        if how == "condensed" or (block.kind == "text" and how == "replaced"):
            surrogate = self.spans.summary(block)
            self.window.rewrite(entry.ids, surrogate, self.place, Cut(surrogate=surrogate, basis="inferred"))
            self._made[number] = [surrogate]
            return
        basis: Basis = "derived" if how == "cleared" or shortened(block.text) else "inferred"
        self._take(entry, block, basis)
        self._made[number] = [self.spans.span(block, stub=how != "replaced")]

    def _take(self, entry: Entry, block: Block, basis: Basis) -> None:
        """The whole text leaves for the placeholder or the rest that stands there now."""
        copy = saved_to(block.text)
        if copy is not None:
            copies = dict.fromkeys(entry.ids, copy)
            self.window.evict(entry.ids, "external-copy", self.place, copies=copies, basis=basis)
        elif superseded(block.text):
            self.window.evict(entry.ids, "dispensable", self.place, basis=basis)
        else:
            self.window.truncate(entry.ids, self.place, basis=basis)

    def _grown(self, block: Block, entry: Entry) -> list[Span]:
        """The spans that were there, and what now stands before and behind them in the same block."""
        before, _, behind = block.text.partition(entry.block.text.strip())
        held = [self.window.span(name) for name in entry.ids]
        front = [self._extra(block, before)] if before.strip() else []
        back = [self._extra(block, behind)] if behind.strip() else []
        return [*front, *held, *back]

    def _extra(self, block: Block, text: str) -> Span:
        return self.spans.span(replace(block, text=text, id=None, summary=False), stub=True)

    def _fell(self, lost: int) -> bool:
        """The recorded size moved as it does when so many bytes leave, and not as when they stay."""
        before, now = self.last.tokens if self.last else None, self.call.tokens
        if not before or not now or lost < _LEAST:
            return False
        old = sum(
            len(self.entries[place].block.text)
            for place in self.found.paired
            if place is not None and not self.entries[place].answer
        )
        grown = max(0, sum(len(block.text) for block in self.call.blocks) - old)
        return now - before <= 0.5 * _TOKENS_A_BYTE * (grown - lost)
