"""A rewrite put text in the place of spans without a tag that says what it stands for and that it is lossy.

The surrogate must carry both: a non-empty `provenance` and `lossy: true`. A surrogate whose text holds the text of
every live source whole (white space folded), none of them a rewrite itself, has lost nothing and needs neither. Only
rewrites are looked at: an added summary and a restore have rules of their own.

Why it matters
    At the token budget a short untagged surrogate looks like an eviction and a cheap insertion. When the text is
    wanted again, a hole would send the agent back to the source; an untagged surrogate reads like the source, and the
    missing detail is filled in from nowhere.
How to fix
    Tag or drop: name the sources in `provenance` and set `lossy`, or evict the spans with a reason and put nothing in
    their place.
When this is wrong
    When the host keeps the tag somewhere that the trace does not record. Record it on the surrogate.
"""

from __future__ import annotations

from collections.abc import Iterator

from ctxaudit.case import Case
from ctxaudit.model import Evidence, Finding, Looked, NotJudged, Rewrite, Rule, Said
from ctxaudit.rules._finding import counted, found, life_shown, listed, shown
from ctxaudit.rules._sequel import sequel
from ctxaudit.timeline import Life, Step, Timeline

RULE = Rule(
    slug="untagged-surrogate",
    group="surrogates",
    severity="error",
    seed="0 U",
    looks_at="rewrites",
    condition="seed-0",
)
SOURCES_SHOWN = 3


def check(case: Case) -> Iterator[Said]:
    timeline = case.timeline
    for step, event in timeline.of(Rewrite):
        yield Looked()
        made = step.surrogate
        if made is None:
            yield NotJudged(step.line, f"the surrogate {event.surrogate.id} did not enter: its id is live")
        elif made.derivative and not (made.span.provenance and made.span.lossy):
            yield _finding(timeline, step, made)


def _finding(timeline: Timeline, step: Step, made: Life) -> Finding:
    lacks = [
        tag for tag, has in (("provenance", bool(made.span.provenance)), ("lossy: true", made.span.lossy)) if not has
    ]
    stands_for = listed([life.id for life in step.left]) if step.left else "no live span"
    return found(
        RULE,
        step,
        f"{made.id} stands for {stands_for} without {' and without '.join(lacks)}, so nothing tells the model that "
        "it is a rewrite and that something is missing",
        spans=[made.id],
        evidence=_evidence(timeline, step, made),
        follows=sequel(timeline, made),
    )


def _evidence(timeline: Timeline, step: Step, made: Life) -> list[Evidence]:
    sources = [life_shown(timeline, life, "left in the rewrite") for life in step.left[:SOURCES_SHOWN]]
    unnamed = len(step.left) - len(sources)
    also = f"; {counted(unnamed, 'more source')} left with them" if unnamed else ""
    return [*sources, shown(step, f"the untagged text in their place{also}", span=made.id, excerpt=made.span.text)]
