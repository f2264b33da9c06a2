"""One span has two attributions: an edit explains its absence in a way that an earlier edit contradicts.

The three names are compared: evicted with an external copy, evicted as dispensable, rewritten with a surrogate. An
`evict` or `rewrite` that names a span that is gone, and would give that life of it another of the three than it has,
makes the conflict; the finding stands at the later event, which is a problem of the log as well (`not-live`). The same
name said twice is a problem of the log and no finding, so are two rewrites of one source. A truncation attributes
nothing and `withdrawn` stands outside the three: neither conflicts with anything. A span that was restored in between
has a new life, with an attribution of its own.

Why it matters
    Exactly one answer to "why is this span absent" is right, and what to do next hangs on it: fetch the copy, forget
    the span, or read the summary. With two answers an agent may forget what it was to fetch.
How to fix
    Attribute a span once, by the edit that removes it; let later edits name what stands for it now.
When this is wrong
    When a host re-uses an id for another span. Ids are unique in a trace for ever.
"""

from __future__ import annotations

from collections.abc import Iterator

from ctxaudit.case import Case
from ctxaudit.model import Finding, Looked, Rule, Said
from ctxaudit.rules._attributions import Attributions, given_by
from ctxaudit.rules._finding import counted, found, life_shown, listed, shown
from ctxaudit.timeline import Life, Step, Timeline

RULE = Rule(
    slug="conflicting-attribution",
    group="attribution",
    severity="error",
    seed="0",
    looks_at="edits",
    condition="seed-0",
)
SPANS_SHOWN = 5


def check(case: Case) -> Iterator[Said]:
    timeline = case.timeline
    attributions = Attributions(timeline)
    for step in timeline.edits:
        yield Looked()
        if step.conflicts:
            yield _finding(timeline, step, attributions)


def _finding(timeline: Timeline, step: Step, attributions: Attributions) -> Finding:
    firsts = [(life, attributions.before(life, step)) for life in step.conflicts]
    evidence = [
        told
        for life, first in firsts[:SPANS_SHOWN]
        for told in (
            life_shown(timeline, life, "came in here"),
            *([shown(first, f"{given_by(first)} here", span=life.id)] if first is not None else []),
        )
    ]
    more = f", with {counted(len(firsts) - SPANS_SHOWN, 'more span')}" if len(firsts) > SPANS_SHOWN else ""
    names = [life.id for life in step.conflicts]
    return found(
        RULE,
        step,
        f"{listed(names)} {'leave' if len(names) > 1 else 'leaves'} as {given_by(step)} at line {step.line}, "
        f"but {_earlier(firsts)}",
        spans=names,
        evidence=[*evidence, shown(step, f"{given_by(step)} here{more}", span=names[0])],
        rests_on=[first for _, first in firsts if first is not None],
    )


def _earlier(firsts: list[tuple[Life, Step | None]]) -> str:
    """`left as … at line 5`, for the first of the spans, and whether the others differ."""
    life, first = firsts[0]
    if first is None:
        return f"{life.id} had left before"
    others = f"; {counted(len(firsts) - 1, 'more span')} likewise" if len(firsts) > 1 else ""
    return f"{life.id} had left as {given_by(first)} at line {first.line}{others}"
