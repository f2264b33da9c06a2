"""One chain of calls to the events of its window; it knows no tracer.

The window is what the prompts show, and what a tracer may have left out: a block that vanishes while the recorded size
does not fall, or where no size is recorded, stays in the window as a hidden one, and nothing is said of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ctxaudit.importers._snapshots.changes import changes
from ctxaudit.importers._snapshots.model import Block, Ranking, Snapshot
from ctxaudit.importers._snapshots.noted import Noted
from ctxaudit.importers._snapshots.steps import Entry, Step
from ctxaudit.importers._snapshots.texts import Spans
from ctxaudit.importers.window import Cut, Place, Window
from ctxaudit.model import RankEntry, Span

_LEAST = 20  # characters of a document by which it is found within a longer text


@dataclass(slots=True)
class Replay:
    """The state of one chain. `holes`: records of the file are lost, so any two calls may have had others between."""

    window: Window
    spans: Spans
    holes: bool = False
    noted: Noted = field(default_factory=Noted)
    _entries: list[Entry] = field(default_factory=list)
    _last: Snapshot | None = None

    def run(self, calls: Sequence[Snapshot]) -> None:
        for call in calls:
            place = Place(call.line, call.at, call.id)
            for ranking in call.rankings:
                self._rank(ranking)
            self._prompt(call, place)
            self.window.call(place, tokens=call.tokens if call.blocks else None)
            for block in call.answer:
                span = self.spans.span(block)
                self.window.add(span, place)
                self._entries.append(Entry(block, (span.id,), answer=True))
            self._last = call

    def _prompt(self, call: Snapshot, place: Place) -> None:
        if not call.blocks:
            self.noted.empty += 1
            return
        found = changes([entry.block for entry in self._entries], call.blocks)
        step = Step(self.window, self.spans, self.noted, self._entries, self._last, call, place, found, self.holes)
        step.edit()
        after = step.after()
        self._fill(after, place)
        entries: list[Entry] = []
        for number, (block, spans) in enumerate(zip(call.blocks, after, strict=True)):
            old = found.paired[number]
            surrogate = number in step.surrogates or (old is not None and self._entries[old].block.summary)
            entries.append(Entry(_marked(block) if surrogate else block, tuple(span.id for span in spans)))
        self._entries = entries + step.hidden

    def _fill(self, after: Sequence[Sequence[Span]], place: Place) -> None:
        """Everything new enters where it stands in the prompt; what is hidden stays behind what it stood behind."""
        wanted = {span.id: span for spans in after for span in spans}
        behind: dict[str | None, list[Span]] = {}
        anchor: str | None = None
        for name in self.window.live:
            if name in wanted:
                anchor = name
            else:
                behind.setdefault(anchor, []).append(self.window.span(name))
        order = behind.get(None, [])
        for name, span in wanted.items():
            order = [*order, span, *behind[name]] if name in behind else order
            if name not in behind:
                order.append(span)
        self.window.become(order, Cut(), place)

    def _rank(self, ranking: Ranking) -> None:
        """A ranking counts when at least two of its documents are spans of the window."""
        order: dict[str, RankEntry] = {}
        cut = 0
        for number, document in enumerate(ranking.documents):
            holder = self._holder(" ".join(document.text.split()))
            if holder is not None and holder not in order:
                order[holder] = RankEntry(holder, document.score)
                cut += number < ranking.cut
        if len(order) > 1:
            self.window.rank(list(order.values()), Place(ranking.line, ranking.at, ranking.id), cut=cut)
            self.noted.ranked.add(ranking.line)

    def _holder(self, text: str) -> str | None:
        if not text:
            return None
        for entry in reversed(self._entries):
            if entry.ids and entry.block.plain == text:
                return entry.ids[0]
        if len(text) >= _LEAST:
            return next((e.ids[0] for e in reversed(self._entries) if e.ids and text in e.block.plain), None)
        return None


def _marked(block: Block) -> Block:
    return block if block.summary else replace(block, summary=True)
