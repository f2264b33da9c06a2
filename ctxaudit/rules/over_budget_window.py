"""At the end of a turn the live spans hold more tokens than the budget, and nothing was truncated in that turn.

Live tokens are the spans' recorded counts, estimated where there is none (then the message says so). Exactly the budget
is not over it; nor is a window that goes over inside a turn and is back at the turn's end. Of an unbroken run of such
turns only the first gives a finding, at the last event of the turn that put a span in, else at the turn's last event.
Only a trace with a `budget` is looked at; a host that declares `truncation: none` has no hard limit.

Why it matters
    Either the provider cut something that the trace does not record, or the budget is not the limit that the policy
    believes in. Both make every later figure of the ledger doubtful.
How to fix
    Edit before the turn ends, or record what the backstop removed as `truncate`.
When this is wrong
    When the estimates are too high for the tokenizer, or the budget in the header is softer than the real limit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ctxaudit.case import Case
from ctxaudit.model import Evidence, Finding, Looked, Rule, Said, Truncate
from ctxaudit.rules._finding import counted, found, life_shown, shown
from ctxaudit.timeline import Life, Step, Timeline

RULE = Rule(
    slug="over-budget-window",
    group="attribution",
    severity="warning",
    seed="0",
    looks_at="turns",
    condition="truncation",
)
SPANS_SHOWN = 3


@dataclass(slots=True)
class _Turn:
    """One turn: its steps from `start` up to `end`, and the step that a finding would name."""

    number: int
    start: int
    end: int
    place: Step
    put_in: bool = False
    truncated: bool = False


def check(case: Case) -> Iterator[Said]:
    timeline = case.timeline
    budget = timeline.header.budget
    if budget is None:
        return
    run: list[_Turn] = []
    for turn in _turns(timeline):
        yield Looked()
        if timeline.tokens_at(turn.end) > budget and not turn.truncated:
            run.append(turn)
            continue
        if run:
            yield _finding(timeline, run, budget)
        run = []
    if run:
        yield _finding(timeline, run, budget)


def _turns(timeline: Timeline) -> Iterator[_Turn]:
    turn: _Turn | None = None
    for step in timeline.steps:
        if turn is None or turn.number != step.turn:
            if turn is not None:
                yield turn
            turn = _Turn(step.turn, step.index, step.after, step)
        puts_in = bool(step.entered or step.revived)
        if puts_in or not turn.put_in:
            turn.place = step
        turn.put_in = turn.put_in or puts_in
        turn.truncated = turn.truncated or isinstance(step.event, Truncate)
        turn.end = step.after
    if turn is not None:
        yield turn


def _finding(timeline: Timeline, run: list[_Turn], budget: int) -> Finding:
    turn = run[0]
    tokens = timeline.tokens_at(turn.end)
    entered = [life for step in timeline.steps[turn.start : turn.end] for life in (*step.entered, *step.revived)]
    heaviest = sorted(entered, key=lambda life: (-life.tokens, life.serial))[:SPANS_SHOWN]
    estimated = ", some of them estimated" if timeline.estimated else ""
    return found(
        RULE,
        turn.place,
        f"turn {turn.number} ends with {tokens:,} live tokens{estimated}, {tokens - budget:,} over the budget of "
        f"{budget:,}, and nothing was truncated",
        evidence=[*_came_in(timeline, heaviest), _end(timeline, turn, tokens)],
        follows=f"the window stays over for {counted(len(run), 'turn')}" if len(run) > 1 else "",
    )


def _came_in(timeline: Timeline, lives: list[Life]) -> list[Evidence]:
    in_order = sorted(lives, key=lambda life: life.serial)
    return [life_shown(timeline, life, f"came in with {life.tokens:,} tokens") for life in in_order]


def _end(timeline: Timeline, turn: _Turn, tokens: int) -> Evidence:
    return shown(timeline.steps[turn.end - 1], f"the turn's last event leaves {tokens:,} tokens live")
