"""Folds events into lives and steps, in file order, one handler an event type."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from ctxaudit.model import (
    Add,
    Allow,
    Attribution,
    Call,
    Checkpoint,
    Cite,
    Decide,
    Event,
    Evict,
    Pin,
    Problem,
    Rank,
    Restore,
    Rewrite,
    Span,
    Truncate,
    Unpin,
)
from ctxaudit.timeline.life import Arrival, Life, Step, estimate_tokens
from ctxaudit.timeline.order import WindowOrder

EVICTED: dict[str, Attribution] = {
    "external-copy": "evicted-with-external-copy",
    "dispensable": "evicted-as-dispensable",
    "withdrawn": "withdrawn",
}
POLICY = frozenset({"evicted-with-external-copy", "evicted-as-dispensable", "rewritten-with-surrogate"})


class Replay:
    """The window while events are applied to it. Only `timeline.replay` uses it; what comes out is plain values."""

    def __init__(self) -> None:
        self.lives: list[Life] = []
        self.steps: list[Step] = []
        self.problems: list[Problem] = []
        self.order = WindowOrder()
        self.pinned_tokens: list[tuple[str, int, int | None]] = []  # token, moments [from, to)
        self._standing: dict[str, int] = {}  # tokens pinned now, with their place in that list
        self._last: dict[str, Life] = {}  # the newest life of each id
        self._live: dict[str, Life] = {}
        self._turn = 0
        self._unknown: list[str] = []  # of the step at hand, as the three below
        self._named_gone: list[Life] = []
        self._explained: list[Life] = []
        self._conflicts: list[Life] = []

    def apply(self, events: Iterable[Event]) -> None:
        for event in events:
            if event.turn < self._turn:
                self._problem(
                    event, "turn-went-back", f"turn {event.turn} after turn {self._turn}; read as {self._turn}"
                )
            self._turn = max(self._turn, event.turn)
            step = Step(len(self.steps), event, self._turn)
            self._dispatch(step, event)
            self._close(step)
            self.steps.append(step)

    def _close(self, step: Step) -> None:
        if self._unknown:
            step.unknown, self._unknown = tuple(self._unknown), []
        if self._named_gone:
            step.named_gone, self._named_gone = tuple(self._named_gone), []
        if self._explained:
            step.explained, self._explained = tuple(self._explained), []
        if self._conflicts:
            step.conflicts, self._conflicts = tuple(self._conflicts), []

    def _dispatch(self, step: Step, event: Event) -> None:
        match event:
            case Add():
                self._add(step, event)
            case Evict() | Truncate():
                self._remove(step, event)
            case Rewrite():
                self._rewrite(step, event)
            case Restore():
                self._restore(step, event)
            case Checkpoint():
                self._checkpoint(step, event)
            case Pin():
                self._pin(step, event)
            case Unpin():
                self._unpin(step, event)
            case Rank():
                self._note_unknown(event, (entry.span for entry in event.order))
            case Cite():
                self._note_unknown(event, (name for name in (event.claim, event.span) if name is not None))
            case Decide():
                self._note_unknown(event, () if event.span is None else (event.span,))
            case Call() | Allow():
                pass
            case _:
                assert_never(event)

    # --- one handler an event type ---

    def _add(self, step: Step, event: Add) -> None:
        if event.span.id in self._last:
            self._problem(event, "duplicate-span", f"a second `add` of {event.span.id!r} is not applied")
            return
        place = None
        if event.before is not None:
            place = self._live.get(event.before)
            if place is None:
                self._absent(event, event.before, "the span is put at the end")
        life = self._enter(step, event.span, "add")
        self.order.put(life, before=place)

    def _remove(self, step: Step, event: Evict | Truncate) -> None:
        step.edit = True
        left: list[Life] = []
        for name in dict.fromkeys(event.spans):
            life = self._live.get(name)
            if life is not None:
                left.append(life)
                self._leave(step, life, self._attribution(event, life))
            elif not self._same_removal(step, event, name):
                self._absent(event, name, "nothing left")
        step.left = tuple(left)

    @staticmethod
    def _attribution(event: Evict | Truncate, life: Life) -> Attribution:
        if isinstance(event, Truncate):
            return "unattributed"
        life.copy = event.copies.get(life.id) or None
        return EVICTED[event.reason]

    def _same_removal(self, step: Step, event: Evict | Truncate, name: str) -> bool:
        """An evict and a truncate of one turn that name one span are two records of one removal, in either order."""
        life = self._last.get(name)
        if life is None or life.left is None:
            return False
        took = self.steps[life.left]
        if took.turn != step.turn:
            return False
        if isinstance(event, Truncate):
            return isinstance(took.event, Evict)
        if not isinstance(took.event, Truncate):
            return False
        if life.attribution == "unattributed":
            life.attribution = self._attribution(event, life)
            self._named_gone.append(life)
            self._explained.append(life)
            return True
        return False

    def _rewrite(self, step: Step, event: Rewrite) -> None:
        if event.refused:
            return
        step.edit = True
        sources: list[Life] = []
        for name in dict.fromkeys(event.sources):
            life = self._live.get(name)
            if life is None:
                self._absent(event, name, "it is no source of the rewrite")
            else:
                sources.append(life)
        step.left = tuple(sources)
        place = self.order.first(sources)
        for life in sources:
            self._leave(step, life, "rewritten-with-surrogate")
        span = event.surrogate
        if span.id in self._last:
            entering = span.id not in self._live
            outcome = "it enters as a new life" if entering else "it is live and does not enter again"
            self._problem(event, "duplicate-span", f"the surrogate's id {span.id!r} is taken; {outcome}")
            if not entering:
                return
        surrogate = self._enter(step, span, "surrogate", parents=tuple(sources), recorded=event.tokens_after)
        self.order.put(surrogate, before=place)
        for life in sources:
            life.successor = surrogate

    def _restore(self, step: Step, event: Restore) -> None:
        of = self._last.get(event.of)
        if of is None:
            self._absent(event, event.of, "nobody can tell what is brought back")
        if event.failed or event.span is None:
            return
        live_of = self._live.get(event.of)
        replaced = live_of if live_of is not None and live_of.surrogate else None
        if event.span.id in self._live and self._live[event.span.id] is not replaced:
            self._problem(event, "duplicate-span", f"{event.span.id!r} is live; the restore is not applied")
            return
        if replaced is not None:
            step.edit = True
            step.left = (replaced,)
            self._leave(step, replaced, "rewritten-with-surrogate")
        life = self._enter(step, event.span, event.source, parents=() if of is None else (of,))
        self.order.put(life, before=replaced)
        if replaced is not None:
            replaced.successor = life

    def _checkpoint(self, step: Step, event: Checkpoint) -> None:
        stated: list[Life] = []
        revived: list[Life] = []
        for name in dict.fromkeys(event.spans):
            life = self._live.get(name)
            if life is None:
                life = self._last.get(name)
                if life is None:
                    self._absent(event, name, "replay goes on without it")
                    continue
                self._revive(step, life)
                revived.append(life)
            stated.append(life)
        kept = {life.serial for life in stated}
        missing = [life for life in self._live.values() if life.serial not in kept]
        step.left = tuple(self.order.sorted(missing))
        for life in step.left:
            self._leave(step, life, "unattributed")
        step.revived = tuple(revived)
        self._named_gone.extend(revived)
        self.order.restate(stated, step.after)

    def _pin(self, step: Step, event: Pin) -> None:
        for name in event.spans:
            life = self._live.get(name)
            if life is None:
                self._absent(event, name, "it is not pinned")
            elif not _pinned(life):
                life.pins = (*life.pins, (step.after, None))
        for token in event.tokens:
            if token not in self._standing:
                self._standing[token] = len(self.pinned_tokens)
                self.pinned_tokens.append((token, step.after, None))

    def _unpin(self, step: Step, event: Unpin) -> None:
        for name in event.spans:
            life = self._live.get(name)
            if life is None:
                self._absent(event, name, "there is nothing to unpin")
            elif _pinned(life):
                life.pins = (*life.pins[:-1], (life.pins[-1][0], step.after))
        for token in event.tokens:
            place = self._standing.pop(token, None)
            if place is not None:
                self.pinned_tokens[place] = (token, self.pinned_tokens[place][1], step.after)

    # --- what they share ---

    def _enter(
        self, step: Step, span: Span, arrival: Arrival, *, parents: tuple[Life, ...] = (), recorded: int | None = None
    ) -> Life:
        named = tuple(self._last[name] for name in span.provenance if name in self._last)
        counted = span.tokens if span.tokens is not None else recorded
        life = Life(
            serial=len(self.lives),
            span=span,
            entered=step.index,
            arrival=arrival,
            tokens=estimate_tokens(span.kept) if counted is None else counted,
            estimated=counted is None,
            parents=parents if arrival != "add" else named,
            named=named,
            surrogate=arrival in ("surrogate", "model") or span.lossy or bool(span.provenance),
            lossless=arrival == "surrogate" and holds_whole(span.text, parents),
            pins=((step.after, None),) if span.pinned else (),
        )
        if life.derivative:
            life.depth = 1 + max((parent.depth for parent in life.parents), default=0)
        self.lives.append(life)
        self._last[span.id] = self._live[span.id] = life
        step.entered = (*step.entered, life)
        return life

    def _leave(self, step: Step, life: Life, attribution: Attribution) -> None:
        life.leave(step.index)
        life.attribution = attribution
        del self._live[life.id]

    def _revive(self, step: Step, life: Life) -> None:
        life.come_back(step.after)
        life.attribution = life.successor = life.copy = None
        self._live[life.id] = life

    def _absent(self, event: Event, name: str, outcome: str) -> None:
        life = self._last.get(name)
        if life is None:
            self._unknown.append(name)
            self._problem(event, "unknown-span", f"no span {name!r} ever entered this trace; {outcome}")
            return
        self._named_gone.append(life)
        if second_attribution(event, life):
            self._conflicts.append(life)
        self._problem(event, "not-live", f"{name!r} is not in the window; {outcome}")

    def _note_unknown(self, event: Event, names: Iterable[str]) -> None:
        for name in dict.fromkeys(names):
            if name not in self._last:
                self._unknown.append(name)
                self._problem(event, "unknown-span", f"no span {name!r} ever entered this trace")

    def _problem(self, event: Event, kind: str, detail: str) -> None:
        self.problems.append(Problem(kind, event.line, detail))


def _pinned(life: Life) -> bool:
    """A pin of it has not been taken off. Only the last can be such a one."""
    return bool(life.pins) and life.pins[-1][1] is None


def second_attribution(event: Event, life: Life) -> bool:
    """The event would attribute a life that has an attribution already, and another one."""
    if life.attribution not in POLICY:
        return False
    match event:
        case Evict():
            given = EVICTED[event.reason]
            return given in POLICY and given != life.attribution
        case Rewrite():
            return life.attribution != "rewritten-with-surrogate"
        case _:
            return False


def holds_whole(text: str, sources: Sequence[Life]) -> bool:
    """The text holds every source's text (white space folded), and no source is itself a rewrite."""
    if not sources or any(source.derivative for source in sources):
        return False
    folded = " ".join(text.split())
    return all(" ".join(source.span.text.split()) in folded for source in sources)
