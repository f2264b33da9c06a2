"""A ranking put a rewrite above a source, and the source, which held exact values, was removed.

Looked at: each live span that is no derivative and that an edit removes, in the turn of the latest ranking that lists
it or in the turn after. It fires when that ranking has a derivative before it and the span's text holds at least one
verbatim token: an id, address, path, code, exact name, version or a number with its unit. One finding a span.

Why it matters
    Terse text full of identifiers scores low on fluency, and a rewrite scores high on it. Ranked together the rewrite
    wins, the evidence goes, and later the values are put together again from the summary.
How to fix
    Rank sources only, pin their tokens before anything is rewritten, and cut by what a span holds.
When this is wrong
    When the source was superseded or its values stand elsewhere in the window. A span that holds no verbatim token
    never fires.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ctxaudit.case import Case
from ctxaudit.model import Finding, Looked, Rank, Rule, Said
from ctxaudit.rules._finding import counted, found, life_shown, listed, shown
from ctxaudit.timeline import Life, Step, Timeline

RULE = Rule(
    slug="inverted-evidence",
    group="ranking",
    severity="error",
    seed="2",
    looks_at="rankings",
    condition="seed-2",
)
TURNS_AFTER = 1


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the latest ranking that lists a source put it, and the best derivative above it."""

    step: Step
    place: int  # from 1
    above: Life | None
    place_above: int


def check(case: Case) -> Iterator[Said]:
    timeline = case.timeline
    places: dict[int, _Place] = {}
    for step in timeline.steps:
        if isinstance(step.event, Rank):
            yield Looked()
            places.update(_placed(timeline, step, step.event))
        elif step.edit:
            for life in step.left:
                if (place := places.get(life.serial)) and place.above and _soon_after(step, place):
                    yield from _judged(case, step, life, place, place.above)


def _placed(timeline: Timeline, step: Step, event: Rank) -> dict[int, _Place]:
    placed: dict[int, _Place] = {}
    above: Life | None = None
    place_above = 0
    for place, entry in enumerate(event.order, 1):
        life = timeline.last_life(entry.span, step.before)
        if life is None:
            continue
        if not life.derivative:
            placed.setdefault(life.serial, _Place(step, place, above, place_above))
        elif above is None:
            above, place_above = life, place
    return placed


def _soon_after(step: Step, place: _Place) -> bool:
    return step.turn - place.step.turn <= TURNS_AFTER


def _judged(case: Case, step: Step, source: Life, place: _Place, above: Life) -> Iterator[Finding]:
    tokens = [token.text for token in case.book.tokens(source)]
    if not tokens:
        return
    timeline = case.timeline
    yield found(
        RULE,
        step,
        f"{source.id} was removed with {counted(len(tokens), 'exact value')} ({listed(tokens)}) "
        f"after {above.id}, a rewrite, was ranked above it",
        spans=[above.id, source.id],
        evidence=[
            life_shown(timeline, above, f"a rewrite of {listed([parent.id for parent in above.parents])}"),
            shown(
                place.step,
                f"ranks {above.id} in place {place.place_above}, {source.id} in place {place.place}",
                span=source.id,
            ),
            shown(step, "removes the source", span=source.id, excerpt=source.span.text, around=tokens[0]),
        ],
        rests_on=[place.step, timeline.step_of(above), timeline.step_of(source)],
    )
