"""A truncate removed spans, and no evict of the same turn says why they left.

A span counts when it was live at the `truncate` and no `evict` of the same turn names it, before or after. A rewrite
that names it as a source only after the truncate does not attribute it, and an evict in a later turn comes too late.
Exempt is a surrogate that says what it stands for (`lossy: true`, `provenance` not empty) when each of its original
spans, at least one, is tagged `dispensable` or `superseded` or has an external copy (an unnamed one will do). One
finding for each truncate. A turn in which an unreadable line may hide the evict is not judged.

Why it matters
    The budget's backstop cuts by size, not by worth. What it takes without an attribution can be neither fetched
    again nor known to be worthless: nobody can answer why the span is absent. Often the cause stands earlier in the
    turn, a rewrite that was to free tokens and took more of them; the evidence names it.
How to fix
    Evict before the limit is reached, with a reason, and name the copy where there is one. When the host truncates,
    let it write an `evict` for each span in the same turn.
When this is wrong
    When the host did decide what to drop and only its log calls it a truncation. Write these as `evict`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ctxaudit.case import Case
from ctxaudit.model import Evidence, Finding, Looked, NotJudged, Rewrite, Rule, Said, Truncate
from ctxaudit.rules._attributions import Attributions
from ctxaudit.rules._finding import counted, found, life_shown, listed, shown
from ctxaudit.rules._sizes import sizes
from ctxaudit.timeline import Life, Step, Timeline

RULE = Rule(
    slug="unattributed-truncation",
    group="attribution",
    severity="error",
    seed="0 U",
    looks_at="truncates",
    condition="seed-0",
)
SPANS_SHOWN = 5


@dataclass(frozen=True, slots=True)
class _Cause:
    """What filled the window: a rewrite of the turn that freed nothing, or the step that went over the budget."""

    step: Step
    says: str
    edits: bool = False


def check(case: Case) -> Iterator[Said]:
    timeline = case.timeline
    attributions = Attributions(timeline)
    for step, causes in _truncates(timeline):
        yield Looked()
        hole = timeline.hole_in_turn(step)
        if hole is not None:
            yield NotJudged(step.line, f"the unreadable line {hole} may hold the evict of turn {step.turn}")
            continue
        unexplained = [
            life for life in step.left if not attributions.explained_in_turn(life, step) and not _may_go(life)
        ]
        if unexplained:
            yield _finding(timeline, step, unexplained, causes)


def _may_go(life: Life) -> bool:
    """A tagged surrogate of spans that nobody misses or everybody can fetch."""
    if not (life.span.lossy and life.span.provenance):
        return False
    ancestors = life.originals() if life.derivative else life.ancestors()
    originals = [ancestor for ancestor in ancestors if not ancestor.derivative]
    return bool(originals) and all(original.dispensable or original.has_copy for original in originals)


def _truncates(timeline: Timeline) -> Iterator[tuple[Step, list[_Cause]]]:
    """Each truncate with what may have caused it, in the order of the trace."""
    budget = _budget(timeline)
    grown: list[_Cause] = []
    overflow: _Cause | None = None
    turn = -1
    for step in timeline.steps:
        if step.turn != turn:
            turn, grown = step.turn, []
        event = step.event
        if isinstance(event, Truncate):
            yield step, grown if overflow is None else [*grown, overflow]
        if isinstance(event, Rewrite) and step.surrogate is not None and step.left:
            grown.extend(_growth(step, event))
        if budget is not None:
            overflow = _overflow(timeline, step, budget, overflow)


def _budget(timeline: Timeline) -> int | None:
    stated = (event.budget for _, event in timeline.of(Truncate) if event.budget is not None)
    return timeline.header.budget or next(stated, None)


def _growth(step: Step, event: Rewrite) -> Iterator[_Cause]:
    size = sizes(step, event)
    if size.after < size.before:
        return
    by = f"grew by {-size.freed:,} tokens, from {size.before:,} to {size.after:,}" if size.freed else "freed nothing"
    estimated = " (estimated)" if size.estimated else ""
    yield _Cause(step, f"the rewrite into {event.surrogate.id} {by}{estimated}", edits=True)


def _overflow(timeline: Timeline, step: Step, budget: int, earlier: _Cause | None) -> _Cause | None:
    """The step that took the window over the budget, for as long as it stays there."""
    tokens = timeline.tokens_at(step.after)
    if tokens <= budget:
        return None
    if timeline.tokens_at(step.before) > budget:
        return earlier
    if not step.entered or isinstance(step.event, Rewrite):
        return None  # a checkpoint, or a rewrite that grew and is told as such
    size = step.entered[0].tokens
    says = f"{step.entered[0].id} ({size:,} tokens) took the window to {tokens:,}, {tokens - budget:,} over {budget:,}"
    return _Cause(step, says)


def _finding(timeline: Timeline, step: Step, lives: list[Life], causes: list[_Cause]) -> Finding:
    names = [life.id for life in lives]
    tokens = sum(life.tokens for life in lives)
    estimated = ", estimated" if any(life.estimated for life in lives) else ""
    because = f"; {causes[0].says}" if causes else ""
    return found(
        RULE,
        step,
        f"truncation removed {listed(names)} ({tokens:,} tokens{estimated}) and no evict of turn {step.turn} "
        f"says why{because}",
        spans=names,
        evidence=_evidence(timeline, step, lives, causes),
        follows=_follows(timeline, step, lives),
        edit=next((cause.step for cause in causes if cause.edits), step),
    )


def _evidence(timeline: Timeline, step: Step, lives: list[Life], causes: list[_Cause]) -> list[Evidence]:
    told = [life_shown(timeline, cause.step.entered[0], f"the cause: {cause.says}") for cause in causes]
    entered = [life_shown(timeline, life, "came in here") for life in lives[:SPANS_SHOWN]]
    more = f", with {counted(len(lives) - SPANS_SHOWN, 'more span')}" if len(lives) > SPANS_SHOWN else ""
    return [*entered, *told, shown(step, f"cut here by the backstop{more}; no attribution")]


def _follows(timeline: Timeline, step: Step, lives: list[Life]) -> str:
    """Whether somebody asked for one of them again."""
    for life in lives[:SPANS_SHOWN]:
        again = next((later for later in timeline.lives_of(life.id) if later.entered > step.index), None)
        if again is not None:
            return f"{life.id} was wanted again: it came back at line {timeline.step_of(again).line}"
    return ""
