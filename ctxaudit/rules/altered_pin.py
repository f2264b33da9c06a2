"""After an edit a pinned token stands nowhere any more, or a pinned span's text came back changed.

A pinned token is one that a `pin` names and no later `unpin` does. It stands while a live span holds it letter for
letter (white space folded, no part of a longer word) and that span is pinned or no derivative: a summary that quotes it
does not keep it. Fires at the edit after which a token that stood stands no longer, whoever edited. Fires as well when
a rewrite takes a pinned source into a surrogate that is pinned too and does not hold the source's text whole, and when
a `restore` brings back the id of a span that was pinned when it left, with other text.

Why it matters
    A pinned token is one that the agent must be able to quote: a code, a port, a limit. Once only a rewrite holds it,
    what is quoted is the rewrite's spelling of it.
How to fix
    Pin the span that holds the token, or keep its source live; move pinned spans as they are, never through a model.
When this is wrong
    When the token is no longer needed: unpin it before the edit.
"""

from __future__ import annotations

from collections.abc import Iterator

from ctxaudit.case import Case
from ctxaudit.model import Evidence, Finding, Looked, Restore, Rewrite, Rule, Said
from ctxaudit.rules._finding import found, life_shown, listed, shown
from ctxaudit.rules._pinned import events_with_pins, pinning_shown
from ctxaudit.sourcing.pins import Pins
from ctxaudit.timeline import Life, Step, Timeline

RULE = Rule(
    slug="altered-pin",
    group="ranking",
    severity="error",
    seed="2",
    looks_at="events while something is pinned",
)


def check(case: Case) -> Iterator[Said]:
    timeline = case.timeline
    pins = case.pins
    looked = events_with_pins(timeline, pins)
    if not looked:
        return
    yield Looked(looked)
    for step in timeline.steps:
        if not step.edit and not isinstance(step.event, Restore):
            continue
        tokens = pins.lost_by(step)
        changed = _changed(timeline, step)
        if tokens or changed:
            yield _finding(timeline, step, _holders(pins, step, tokens), tokens, changed)


def _holders(pins: Pins, step: Step, tokens: list[str]) -> list[Life]:
    return [life for life in step.left if any(pins.kept_by(life, token) for token in tokens)]


def _changed(timeline: Timeline, step: Step) -> list[Life]:
    """The pinned lives whose text this step put into other words under a pin or under their own id."""
    match step.event:
        case Rewrite(surrogate=surrogate) if surrogate.pinned:
            whole = _folded(surrogate.text)
            pinned = [life for life in step.left if life.pinned_at(step.before)]
            return [life for life in pinned if _folded(life.span.text) not in whole]
        case Restore(span=span) if span is not None and step.entered:
            before = timeline.last_life(span.id, step.before)
            if before is not None and _was_pinned(before) and _folded(before.span.text) != _folded(span.text):
                return [before]
    return []


def _was_pinned(life: Life) -> bool:
    """It was pinned when it left."""
    return life.left is not None and life.pinned_at(life.left)


def _folded(text: str) -> str:
    return " ".join(text.split())


def _finding(timeline: Timeline, step: Step, holders: list[Life], tokens: list[str], changed: list[Life]) -> Finding:
    new = [life for life in step.entered if changed]
    claims = []
    if tokens:
        stands = "stands" if len(tokens) == 1 else "stand"
        claims.append(f"pinned {listed(tokens)} {stands} in no source and no pinned span any more")
    if changed:
        claims.append(f"the pinned text of {listed([life.id for life in changed])} came back in other words")
    return found(
        RULE,
        step,
        "; ".join(claims),
        spans=[*(life.id for life in (*holders, *changed, *new))],
        tokens=tokens,
        evidence=_evidence(timeline, step, holders, tokens, changed),
        rests_on=[timeline.step_of(life) for life in (*holders, *changed)],
    )


def _evidence(
    timeline: Timeline, step: Step, holders: list[Life], tokens: list[str], changed: list[Life]
) -> list[Evidence]:
    around = tokens[0] if tokens else ""
    entered = step.entered[0] if step.entered else None
    return [
        *(life_shown(timeline, life, "held it and left", around=around) for life in holders),
        *(pinning_shown(timeline, life, life.left or 0) for life in changed),
        shown(
            step,
            "what stands there now" if entered else "the edit that took it",
            span=entered.id if entered else None,
            excerpt=entered.span.text if entered else "",
        ),
    ]
