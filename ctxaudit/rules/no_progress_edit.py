"""An edit frees next to nothing, so the next turn has to edit again.

(a) Two edit turns (turns that hold an edit) come one after the other, and each frees less than 5 % of the tokens that
were live before its first edit, the window stays above 80 % of the `budget` after each, and between them it grew by no
more than the head-room that the first one left (budget less live tokens): growth beyond that explains the second edit.
Freed are the tokens that left by the turn's edits, less the tokens of the surrogates that came in by them. One finding
for a run of such turns, at the last edit of the second. Without a budget this part is silent.
(b) An edit that removes nothing: its list is empty, or names no live span although one of the ids at least did not
leave in the same turn. An edit that contradicts an earlier attribution is left to conflicting-attribution.

Why it matters
    Each pass costs a model call and loses detail, whatever it frees. A loop of passes that free almost nothing spends
    the session on housekeeping; an edit of nothing means that the policy's picture of the window is wrong.
How to fix
    Free enough at once to reach a low-water mark, pick the largest spans first, and stop when a pass did not help.
When this is wrong
    When small edits are cheap and meant, as a rolling window that drops one span a turn at a full budget.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ctxaudit.case import Case
from ctxaudit.model import Evict, Finding, Looked, Rewrite, Rule, Said, Truncate
from ctxaudit.rules._finding import counted, found, listed, shown
from ctxaudit.timeline import Life, Step, Timeline

RULE = Rule(slug="no-progress-edit", group="protocol", severity="warning", seed="B", looks_at="edits")
POOR_PERCENT = 5
FULL_PERCENT = 80


@dataclass(slots=True)
class _EditTurn:
    """The edits of one turn, and the ids that left in it."""

    number: int
    edits: list[Step] = field(default_factory=list)
    left: set[str] = field(default_factory=set)

    @property
    def removed(self) -> list[Life]:
        return [life for step in self.edits for life in step.left]

    @property
    def freed(self) -> int:
        gained = sum(life.tokens for step in self.edits for life in step.entered if life.surrogate)
        return sum(life.tokens for life in self.removed) - gained

    @property
    def before(self) -> int:
        return self.edits[0].before

    @property
    def after(self) -> int:
        return self.edits[-1].after


def check(case: Case) -> Iterator[Said]:
    timeline = case.timeline
    turns = list(_edit_turns(timeline))
    empty: set[int] = set()
    for turn in turns:
        for step in turn.edits:
            yield Looked()
            if _removes_nothing(step, turn):
                empty.add(step.line)
                yield _empty(step)
    budget = timeline.header.budget
    if budget is not None:
        yield from _poor_runs(timeline, turns, budget, empty)


def _edit_turns(timeline: Timeline) -> Iterator[_EditTurn]:
    turn = _EditTurn(-1)
    for step in timeline.steps:
        if step.turn != turn.number:
            if turn.edits:
                yield turn
            turn = _EditTurn(step.turn)
        turn.left.update(life.id for life in step.left)
        if step.edit:
            turn.edits.append(step)
    if turn.edits:
        yield turn


# --- (a) two poor turns running ---


def _poor_runs(timeline: Timeline, turns: list[_EditTurn], budget: int, empty: set[int]) -> Iterator[Finding]:
    earlier: _EditTurn | None = None
    told = False
    for turn in turns:
        if not _is_poor(timeline, turn, budget):
            earlier = None
            continue
        runs_on = earlier is not None and _fits(timeline, turn, budget)
        if earlier is not None and runs_on and not told and (turn.removed or turn.edits[-1].line not in empty):
            told = True
            yield _poor(timeline, earlier, turn, budget)
        told = told and runs_on
        earlier = turn


def _is_poor(timeline: Timeline, turn: _EditTurn, budget: int) -> bool:
    full = 100 * timeline.tokens_at(turn.after) > FULL_PERCENT * budget
    return full and 100 * turn.freed < POOR_PERCENT * timeline.tokens_at(turn.before)


def _fits(timeline: Timeline, second: _EditTurn, budget: int) -> bool:
    """What came in since the first edit turn is no more than the head-room that it left."""
    return timeline.tokens_at(second.before) <= budget


def _poor(timeline: Timeline, first: _EditTurn, second: _EditTurn, budget: int) -> Finding:
    last = second.edits[-1]
    estimated = " (estimated)" if timeline.estimated else ""
    return found(
        RULE,
        last,
        f"turns {first.number} and {second.number} freed {first.freed:,} and {second.freed:,} tokens{estimated} "
        f"of a window that stays at {timeline.tokens_at(second.after):,} of {budget:,}",
        spans=[life.id for life in second.removed],
        evidence=[shown(turn.edits[-1], f"turn {turn.number}: {_account(timeline, turn)}") for turn in (first, second)],
        rests_on=[*first.edits, *second.edits],
    )


def _account(timeline: Timeline, turn: _EditTurn) -> str:
    removed = listed([life.id for life in turn.removed]) if turn.removed else "nothing"
    before, after = timeline.tokens_at(turn.before), timeline.tokens_at(turn.after)
    return f"{counted(len(turn.edits), 'edit')} removed {removed}; {before:,} tokens before, {after:,} after"


# --- (b) an edit of nothing ---


def _named(step: Step) -> tuple[str, ...]:
    match step.event:
        case Evict() | Truncate():
            return step.event.spans
        case Rewrite():
            return step.event.sources
        case _:
            return ()


def _removes_nothing(step: Step, turn: _EditTurn) -> bool:
    if step.left or step.conflicts:
        return False
    named = _named(step)
    return not named or any(name not in turn.left for name in named)


def _empty(step: Step) -> Finding:
    named = _named(step)
    kind = type(step.event).__name__.lower()
    what = (
        f"names {listed(named)}, which {'is' if len(named) == 1 else 'are'} not in the window" if named else "is empty"
    )
    return found(
        RULE,
        step,
        f"the {kind} at line {step.line} removes nothing: its list {what}",
        spans=named,
        evidence=[shown(step, f"the {kind}: {what}")],
    )
