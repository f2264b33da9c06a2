"""A ranking ordered a list that holds a live rewrite instead of the text it was made from.

It fires when `order` names two spans or more and one of them is live and a derivative: text that a lossy rewrite or
the model's restore made. A rewrite that holds its sources whole is none. Naming the gone sources in its place, so that
the scores are said to be theirs, is the cure and stays quiet.

Why it matters
    A rewrite is fluent and on topic, and that is what a relevance score rewards. The score measures the channel, not
    the evidence: the summary rises, the terse source that holds the numbers falls, and nobody sees what was lost
    because the ranker never saw it.
How to fix
    Rank the source, then rewrite what was ranked. Where only the rewrite is live, score the text kept out of the
    window and name the source's id in `order`.
When this is wrong
    When the score does not decide what stays or what is read first.
"""

from __future__ import annotations

from collections.abc import Iterator

from ctxaudit.case import Case
from ctxaudit.model import Evidence, Finding, Looked, Rank, Rule, Said
from ctxaudit.rules._finding import found, listed, shown
from ctxaudit.timeline import Life, Step, Timeline

RULE = Rule(
    slug="reranked-derivative",
    group="ranking",
    severity="error",
    seed="2 U",
    looks_at="rankings of two or more",
    condition="seed-2",
)


def check(case: Case) -> Iterator[Said]:
    timeline = case.timeline
    for step, event in timeline.of(Rank):
        names = list(dict.fromkeys(entry.span for entry in event.order))
        if len(names) < 2:
            continue
        yield Looked()
        known = [timeline.last_life(name, step.before) for name in names]
        derivatives = [life for life in known if life and life.derivative and life.live_at(step.before)]
        if derivatives:
            yield _finding(timeline, step, event, derivatives)


def _finding(timeline: Timeline, step: Step, event: Rank, derivatives: list[Life]) -> Finding:
    names = [life.id for life in derivatives]
    are = "is a rewrite" if len(names) == 1 else "are rewrites"
    return found(
        RULE,
        step,
        f"a ranking of {len(event.order)} spans scores {listed(names)}, which {are} and no source",
        spans=names,
        evidence=[
            *(_made(timeline, life) for life in derivatives),
            shown(step, f"ranked {_places(event)}", span=names[0]),
        ],
        rests_on=[timeline.step_of(life) for life in derivatives],
        edit=timeline.step_of(derivatives[0]),
    )


def _made(timeline: Timeline, life: Life) -> Evidence:
    sources = listed([parent.id for parent in life.parents])
    return shown(timeline.step_of(life), f"{life.id} was made from {sources}", span=life.id, excerpt=life.span.text)


def _places(event: Rank) -> str:
    best = [entry.span if entry.score is None else f"{entry.span} ({entry.score:g})" for entry in event.order]
    return listed(best, 5)
