"""A rewrite was made from another rewrite, and no pinned block was carried through it untouched.

Looked at: rewrites with a live source that is a derivative, so that the surrogate is at least a summary of a summary.
Quiet when there was a pinned block just before (a live pinned span or a pinned token that stood) and every live pinned
span is still live after it and every pinned token that stood still stands; or when the surrogate's `provenance` names
only known spans that are no derivatives and covers the sources, so that it was derived from the originals again. An
error when a pinned block existed and was not carried, a warning when there was none. A rewrite that holds its sources
whole does not count as a step.

Why it matters
    Losses add up over a chain of rewrites: each step looks acceptable against the one before, and nobody compares the
    last with the source.
How to fix
    Cap the depth at one: keep the originals outside of the window and write the next summary from them. Or pin the
    exact values in a block that no rewrite touches.
When this is wrong
    When the source texts hold no exact values and a drifting gist does no harm.
"""

from __future__ import annotations

from collections.abc import Iterator

from ctxaudit.case import Case
from ctxaudit.model import Evidence, Finding, Looked, Rewrite, Rule, Said
from ctxaudit.rules._finding import found, life_shown, listed, shown
from ctxaudit.rules._pinned import block_moments
from ctxaudit.rules._provenance import Coverage
from ctxaudit.timeline import Life, Step, Timeline

RULE = Rule(
    slug="deep-rewrite",
    group="surrogates",
    severity="error",
    seed="2",
    looks_at="rewrites over a derivative",
)


def check(case: Case) -> Iterator[Said]:
    timeline = case.timeline
    coverage, block = Coverage(), block_moments(timeline, case.pins)
    for step, event in timeline.of(Rewrite):
        derivatives = [life for life in step.left if life.derivative]
        if not derivatives:
            continue
        yield Looked()
        if _from_the_originals(timeline, step, event, coverage):
            continue
        lost_spans = [life for life in step.left if life.pinned_at(step.before) and not life.live_at(step.after)]
        lost_spans.sort(key=lambda life: life.serial)
        lost_tokens = case.pins.lost_by(step)
        if step.before not in block:
            yield _finding(timeline, step, event, derivatives, _NO_BLOCK)
        elif lost_spans or lost_tokens:
            yield _finding(timeline, step, event, derivatives, (lost_spans, lost_tokens))


_Lost = tuple[list[Life], list[str]]
_NO_BLOCK: _Lost = ([], [])


def _from_the_originals(timeline: Timeline, step: Step, event: Rewrite, coverage: Coverage) -> bool:
    names = event.surrogate.provenance
    named = [timeline.last_life(name, step.before) for name in names]
    resolved = bool(named) and all(life is not None and not life.derivative for life in named)
    return resolved and not coverage.left_out(step.left, frozenset(names))


def _finding(timeline: Timeline, step: Step, event: Rewrite, derivatives: list[Life], lost: _Lost) -> Finding:
    made = event.surrogate.id
    depth = 1 + max(life.depth for life in derivatives)
    lost_spans, lost_tokens = lost
    gone = [*(life.id for life in lost_spans), *lost_tokens]
    block = f"and took pinned {listed(gone)} out" if gone else "and nothing was pinned"
    return found(
        RULE,
        step,
        f"{made} is a rewrite of {listed([life.id for life in derivatives])}, itself a rewrite "
        f"(depth {depth}), {block}",
        severity="error" if gone else "warning",
        spans=[made, *(life.id for life in derivatives)],
        tokens=lost_tokens,
        evidence=_evidence(timeline, step, event, derivatives, lost_spans),
        rests_on=[timeline.step_of(life) for life in derivatives],
    )


def _evidence(
    timeline: Timeline, step: Step, event: Rewrite, derivatives: list[Life], lost_spans: list[Life]
) -> list[Evidence]:
    return [
        *(life_shown(timeline, life, f"a rewrite of depth {life.depth}") for life in derivatives),
        *(life_shown(timeline, life, "pinned, and gone after it") for life in lost_spans),
        shown(step, "the rewrite of it", span=event.surrogate.id, excerpt=event.surrogate.text),
    ]
