"""A second replay, as plain as it can be: one list for the window, one record a stay, everything worked out anew.

It shares no code with the timeline, so the two can only agree by being right, or by being wrong in the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ctxaudit.model import Add, Checkpoint, Event, Evict, Restore, Rewrite, Span, Truncate

NAMES = {
    "external-copy": "evicted-with-external-copy",
    "dispensable": "evicted-as-dispensable",
    "withdrawn": "withdrawn",
}


@dataclass(eq=False)
class Stay:
    """A span that entered once: what became of it, and by which event."""

    id: str
    tokens: int
    stands_for_others: bool
    left_as: str = ""
    taken_by: str = ""
    taken_in: int = -1


@dataclass
class Naive:
    """The window after every event, the attribution of everything that entered, and the tokens by where they are."""

    window: list[Stay] = field(default_factory=list)
    entered: list[Stay] = field(default_factory=list)
    windows: list[list[str]] = field(default_factory=list)
    turn: int = 0

    def attributions(self) -> list[tuple[str, str]]:
        return [(stay.id, stay.left_as) for stay in self.entered]

    def ledger(self) -> Counter[str]:
        totals: Counter[str] = Counter(entered=sum(stay.tokens for stay in self.entered))
        for stay in self.entered:
            cut = stay.left_as == "unattributed" and stay.taken_by == "truncate"
            totals["truncated" if cut else stay.left_as or "live"] += stay.tokens
        return totals

    def live(self, name: str) -> Stay | None:
        return next((stay for stay in self.window if stay.id == name), None)

    def last(self, name: str) -> Stay | None:
        return next((stay for stay in reversed(self.entered) if stay.id == name), None)

    def place(self, name: str) -> int:
        return [stay.id for stay in self.window].index(name)


def naive_replay(events: Sequence[Event]) -> Naive:
    state = Naive()
    for event in events:
        state.turn = max(state.turn, event.turn)
        if isinstance(event, Add):
            _add(state, event)
        elif isinstance(event, Evict):
            _evict(state, event)
        elif isinstance(event, Truncate):
            _take(state, event.spans, "unattributed", "truncate")
        elif isinstance(event, Rewrite) and not event.refused:
            _rewrite(state, event)
        elif isinstance(event, Restore) and not event.failed and event.span is not None:
            _restore(state, event, event.span)
        elif isinstance(event, Checkpoint):
            _checkpoint(state, event)
        state.windows.append([stay.id for stay in state.window])
    return state


def _stay(state: Naive, span: Span, *, surrogate: bool = False, recorded: int | None = None) -> Stay:
    size = -(-len(span.text.encode("utf-8", "surrogatepass")) // 4)
    tokens = span.tokens if span.tokens is not None else size if recorded is None else recorded
    stay = Stay(span.id, tokens, surrogate or span.lossy or len(span.provenance) > 0)
    state.entered.append(stay)
    return stay


def _add(state: Naive, event: Add) -> None:
    if state.last(event.span.id) is not None:
        return
    place = len(state.window)
    if event.before is not None and state.live(event.before) is not None:
        place = state.place(event.before)
    state.window.insert(place, _stay(state, event.span))


def _take(state: Naive, names: Iterable[str], left_as: str, taken_by: str) -> None:
    for name in names:
        stay = state.live(name)
        if stay is not None:
            state.window.remove(stay)
            stay.left_as, stay.taken_by, stay.taken_in = left_as, taken_by, state.turn


def _evict(state: Naive, event: Evict) -> None:
    for name in event.spans:
        if state.live(name) is not None:
            _take(state, [name], NAMES[event.reason], "evict")
            continue
        stay = state.last(name)
        if stay is not None and stay.taken_by == "truncate" and stay.taken_in == state.turn:
            stay.left_as = NAMES[event.reason] if stay.left_as == "unattributed" else stay.left_as


def _rewrite(state: Naive, event: Rewrite) -> None:
    places = [state.place(name) for name in event.sources if state.live(name) is not None]
    place = min(places, default=len(state.window))
    _take(state, event.sources, "rewritten-with-surrogate", "rewrite")
    if state.live(event.surrogate.id) is None:
        state.window.insert(place, _stay(state, event.surrogate, surrogate=True, recorded=event.tokens_after))


def _restore(state: Naive, event: Restore, span: Span) -> None:
    replaced = state.live(event.of)
    if replaced is not None and not replaced.stands_for_others:
        replaced = None
    twin = state.live(span.id)
    if twin is not None and twin is not replaced:
        return
    place = len(state.window) if replaced is None else state.place(event.of)
    if replaced is not None:
        _take(state, [event.of], "rewritten-with-surrogate", "restore")
    state.window.insert(place, _stay(state, span, surrogate=event.source == "model"))


def _checkpoint(state: Naive, event: Checkpoint) -> None:
    stated = [stay for name in event.spans if (stay := state.live(name) or state.last(name)) is not None]
    missing = [stay.id for stay in state.window if stay not in stated]
    _take(state, missing, "unattributed", "checkpoint")
    for stay in stated:
        stay.left_as = stay.taken_by = ""
    state.window = stated
