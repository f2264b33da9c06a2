"""A rewrite that was to free tokens did not: its surrogate is as large as what it replaced, or larger.

Before and after are the spans' own `tokens` when every live source and the surrogate have them, else the event's
`tokens_before` and `tokens_after` when both are there, else estimates of both sides (a token for four bytes), and the
message says so. It fires when after ≥ before and a source has no external copy (`external_copy` true or a reference);
when every source has one it is a note. A rewrite that the host refused, or that had no live source, is not looked at.
Not judged: a before of 0, a surrogate that did not enter, and estimates of texts that the log cut short.

Why it matters
    A pass that grows a span takes room instead of giving it, and pays for that with the source's words. The backstop
    then cuts other spans to make room, without any attribution.
How to fix
    Compare the two counts before the surrogate goes in, refuse one that is no smaller, and evict with a reason instead.
When this is wrong
    When the rewrite was meant to add, such as notes merged into a plan. Then its sources should have external copies.
"""

from __future__ import annotations

from collections.abc import Iterator

from ctxaudit.case import Case
from ctxaudit.model import Evidence, Finding, Looked, NotJudged, Rewrite, Rule, Said
from ctxaudit.rules._finding import counted, found, life_shown, listed, shown
from ctxaudit.rules._sizes import Sizes, sizes
from ctxaudit.timeline import Life, Step, Timeline

RULE = Rule(
    slug="grown-rewrite",
    group="attribution",
    severity="error",
    seed="0",
    looks_at="rewrites",
    condition="seed-0",
)
SPANS_SHOWN = 3
SOURCE = {"spans": "the spans' own counts", "event": "the event's counts", "estimate": "estimated"}


def check(case: Case) -> Iterator[Said]:
    timeline = case.timeline
    for step, event in timeline.of(Rewrite):
        if not step.left:
            continue
        yield Looked()
        made = step.surrogate
        if made is None:
            yield NotJudged(step.line, f"the surrogate {event.surrogate.id} did not enter: its id is live")
            continue
        size = sizes(step, event)
        doubt = _doubt(step, made, size)
        if doubt:
            yield NotJudged(step.line, doubt)
        elif size.after >= size.before:
            yield _finding(timeline, step, made, size)


def _doubt(step: Step, made: Life, size: Sizes) -> str:
    """Why the two sides cannot be compared; empty when they can. A text that the log cut was at least so large."""
    if size.before == 0:
        return "the sources count 0 tokens"
    if not size.estimated:
        return ""
    if size.after < size.before:
        return "" if made.span.complete else f"no count is recorded and the log cut the text of {made.id}"
    cut = [life.id for life in step.left if not life.span.complete]
    return f"no count is recorded and the log cut the text of {listed(cut)}" if cut else ""


def _finding(timeline: Timeline, step: Step, made: Life, size: Sizes) -> Finding:
    uncopied = [life for life in step.left if not life.has_copy]
    names = [life.id for life in step.left]
    grew = f"grew by {-size.freed:,} tokens" if size.freed else "freed nothing"
    copies = (
        f"{listed([life.id for life in uncopied])} without external copy" if uncopied else "every source has a copy"
    )
    return found(
        RULE,
        step,
        f"the rewrite of {listed(names)} into {made.id} {grew}: {size.before:,} before, {size.after:,} after "
        f"({SOURCE[size.counted]}); {copies}",
        severity="error" if uncopied else "note",
        spans=[*names, made.id],
        evidence=_evidence(timeline, step, made, size),
        rests_on=[timeline.step_of(life) for life in step.left],
        follows=_follows(timeline, step),
    )


def _evidence(timeline: Timeline, step: Step, made: Life, size: Sizes) -> list[Evidence]:
    sources = [
        life_shown(timeline, life, f"a source{_tokens(life, size)}{', with an external copy' if life.has_copy else ''}")
        for life in step.left[:SPANS_SHOWN]
    ]
    more = f"; {counted(len(step.left) - SPANS_SHOWN, 'more source')}" if len(step.left) > SPANS_SHOWN else ""
    after = f"the surrogate: {size.after:,} tokens for {size.before:,}{more}"
    return [*sources, shown(step, after, span=made.id, excerpt=made.span.text)]


def _tokens(life: Life, size: Sizes) -> str:
    return f": {life.tokens:,} tokens" if size.counted == "spans" else ""


def _follows(timeline: Timeline, step: Step) -> str:
    """Whether the window was over the budget for it."""
    budget = timeline.header.budget
    if budget is None or timeline.tokens_at(step.after) <= budget:
        return ""
    return f"the window stood at {timeline.tokens_at(step.after):,} tokens after it, over its budget of {budget:,}"
