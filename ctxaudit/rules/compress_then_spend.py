"""In one turn a model's rewrite freed room and a new read took it at once.

Freed is what the turn's rewrites by the model have saved so far: the sources' tokens less the surrogate's, rewrites of
nothing but spans tagged `dispensable` or `superseded` left out. An added span of kind `read` or `tool-result` spends
it: with a budget, when the live tokens after it plus what was freed exceed the budget (without the rewrite it would not
have fitted); without one, when it has at least half as many tokens as were freed. Exempt: a span that says
`external_source`, a restore, and rewrites by the host or a person. One finding a turn, at the first span that spends.

Why it matters
    A new read changes what is relevant, so the odds that the rewritten text is wanted again are highest in the very
    turn in which it was given up.
How to fix
    Rewrite in a quiet turn, before room is needed, or let the new text come from a store that can be read again.
When this is wrong
    When the sources were not needed any more: tag them `dispensable` before the rewrite. Where the trace has no budget
    the half is a rule of thumb.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from ctxaudit.case import Case
from ctxaudit.model import Add, Evidence, Finding, Looked, Rewrite, Rule, Said
from ctxaudit.rules._finding import counted, found, listed, shown
from ctxaudit.rules._sequel import sequel
from ctxaudit.rules._sizes import Sizes, sizes
from ctxaudit.timeline import Life, Step, Timeline

RULE = Rule(
    slug="compress-then-spend",
    group="surrogates",
    severity="warning",
    seed="0",
    looks_at="model rewrites that freed room before a read",
    condition="seed-0",
)


@dataclass(frozen=True, slots=True)
class _Saving:
    step: Step
    made: str
    sizes: Sizes


def check(case: Case) -> Iterator[Said]:
    timeline = case.timeline
    for _, steps in groupby(timeline.steps, key=lambda step: step.turn):
        yield from _turn(timeline, list(steps))


def _turn(timeline: Timeline, steps: list[Step]) -> Iterator[Said]:
    savings: list[_Saving] = []
    waiting = 0  # model rewrites that freed room, and no read has followed yet
    told = False
    for step in steps:
        event = step.event
        if isinstance(event, Rewrite) and not event.refused and event.by == "model":
            size = sizes(step, event)
            waiting += size.freed > 0
            if not all(life.dispensable for life in step.left):
                savings.append(_Saving(step, event.surrogate.id, size))
        elif (read := _read(step)) is not None:
            if waiting:
                yield Looked(waiting)
                waiting = 0
            if not told and _spends(timeline, step, read, savings):
                told = True
                yield _finding(timeline, step, read, savings)


def _read(step: Step) -> Life | None:
    """The span that an add brought in, when it is something that was looked up."""
    if not isinstance(step.event, Add) or not step.entered:
        return None
    life = step.entered[0]
    return life if life.span.kind in ("read", "tool-result") else None


def _freed(savings: list[_Saving]) -> int:
    return sum(saving.sizes.freed for saving in savings)


def _spends(timeline: Timeline, step: Step, read: Life, savings: list[_Saving]) -> bool:
    freed = _freed(savings)
    if freed <= 0 or read.span.external_source:
        return False
    budget = timeline.header.budget
    if budget is None:
        return 2 * read.tokens >= freed
    return timeline.tokens_at(step.after) + freed > budget


def _finding(timeline: Timeline, step: Step, read: Life, savings: list[_Saving]) -> Finding:
    freed, budget = _freed(savings), timeline.header.budget
    live = timeline.tokens_at(step.after)
    took = f"{read.id} took {counted(read.tokens, 'token')}{_estimated(read.estimated)}"
    outcome = (
        f"of which {took}"
        if budget is None
        else f"and {took}; without them the window would hold {live + freed:,} of {budget:,}"
    )
    savers = [saving for saving in savings if saving.sizes.freed > 0]
    return found(
        RULE,
        step,
        f"the rewrite into {listed([saving.made for saving in savers])} freed {counted(freed, 'token')}, {outcome}",
        spans=[*(saving.made for saving in savers), read.id],
        evidence=[
            *(_saving_shown(saving) for saving in savers),
            shown(step, f"{took} in the same turn", span=read.id, excerpt=read.span.text),
        ],
        rests_on=[saving.step for saving in savers],
        follows=_follows(timeline, savers),
        edit=savers[0].step,
    )


def _saving_shown(saving: _Saving) -> Evidence:
    made = saving.sizes
    size = f"{made.before:,} tokens became {made.after:,}{_estimated(made.estimated)}"
    text = saving.step.surrogate.span.text if saving.step.surrogate else ""
    return shown(saving.step, size, span=saving.made, excerpt=text)


def _estimated(yes: bool) -> str:
    return " (estimated)" if yes else ""


def _follows(timeline: Timeline, savers: list[_Saving]) -> str:
    told = (sequel(timeline, saving.step.surrogate) for saving in savers if saving.step.surrogate)
    return next(filter(None, told), "")
