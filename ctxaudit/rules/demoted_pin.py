"""A pinned span was ranked below the cut, removed by an edit, or it or a pinned token was unpinned by the model.

A span is pinned by `pinned: true` or by a `pin`, until an `unpin`. Below the cut: its place in `order`, counted from 0,
is `cut` or more, whoever ranked; a pinned span that `order` leaves out is not demoted. Removed: evicted, truncated, or
a source of a rewrite, by anyone but a person. An `unpin` counts when it says `by: model` and names what was pinned.

Why it matters
    The pinned block is what survives every cycle. It is terse and scores low by design; a policy that lets scores or
    the model's own wish reach it has no pinned block.
How to fix
    Leave pinned spans out of rankings and out of the sources of a rewrite, and let only the host or a person unpin.
When this is wrong
    When the pin was given up on purpose: record the `unpin` with `by: host` or `by: human` before the edit.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass

from ctxaudit.case import Case
from ctxaudit.model import Evict, Finding, Looked, Rank, Rewrite, Rule, Said, Truncate, Unpin
from ctxaudit.rules._finding import found, listed, shown
from ctxaudit.rules._pinned import events_with_pins, pinning_shown
from ctxaudit.timeline import Life, Step, Timeline

RULE = Rule(
    slug="demoted-pin",
    group="ranking",
    severity="error",
    seed="2",
    looks_at="events while something is pinned",
)
_REMOVED = {Evict: "evicts", Truncate: "truncates", Rewrite: "rewrites"}


@dataclass(frozen=True, slots=True)
class _Hit:
    deed: str
    spans: list[Life]
    tokens: list[str]


def check(case: Case) -> Iterator[Said]:
    timeline = case.timeline
    looked = events_with_pins(timeline, case.pins)
    if not looked:
        return
    yield Looked(looked)
    unpinned = {(token, end) for token, _, end in timeline.pinned_tokens}
    for step in timeline.steps:
        hit = _hit(timeline, step, unpinned)
        if hit.spans or hit.tokens:
            yield _finding(timeline, step, hit)


def _hit(timeline: Timeline, step: Step, unpinned: Container[tuple[str, int | None]]) -> _Hit:
    """`unpinned`: the pinned tokens with the moment from which they are so no longer."""
    event = step.event
    match event:
        case Rank():
            return _Hit(f"keeps {event.cut} spans and ranks below them", _below_the_cut(timeline, step, event), [])
        case Unpin() if event.by == "model":
            named = [timeline.last_life(name, step.before) for name in event.spans]
            tokens = [token for token in event.tokens if (token, step.after) in unpinned]
            return _Hit("unpins", [life for life in named if life and life.pinned_at(step.before)], tokens)
        case Evict() | Truncate() | Rewrite() if event.by != "human":
            return _Hit(_REMOVED[type(event)], [life for life in step.left if life.pinned_at(step.before)], [])
    return _Hit("", [], [])


def _below_the_cut(timeline: Timeline, step: Step, event: Rank) -> list[Life]:
    if event.cut is None:
        return []
    below = [timeline.last_life(entry.span, step.before) for entry in event.order[max(event.cut, 0) :]]
    return [life for life in below if life and life.pinned_at(step.before)]


def _finding(timeline: Timeline, step: Step, hit: _Hit) -> Finding:
    names = [life.id for life in hit.spans]
    tokens = [f"the token {token}" for token in hit.tokens]
    return found(
        RULE,
        step,
        f"the {step.event.by} {hit.deed} what is pinned: {listed([*names, *tokens])}",
        spans=names,
        tokens=hit.tokens,
        evidence=[
            *(pinning_shown(timeline, life, step.before) for life in hit.spans),
            shown(step, f"{hit.deed} {listed([*names, *tokens])}", span=names[0] if names else None),
        ],
        rests_on=[timeline.step_of(life) for life in hit.spans],
    )
