"""A text scored higher after each of two rewrites of itself.

A surrogate rose when it has a score and at least one of its sources had one before the rewrite, and its own is greater
than all of theirs; the score of a span is the last that a `rank` gave it. Fires at the first ranking after which a
surrogate and one of its own sources, itself a surrogate, both rose. Once in a chain of rewrites.

Why it matters
    A rewrite holds less than its source. When it scores higher all the same, the score rewards likeness to itself, and
    each further rewrite will win by more while it says less.
How to fix
    Score the source and let the surrogate inherit its score, or leave rewrites out of the ranking.
When this is wrong
    When the goal changed between the rankings, so that the same text may well be more relevant now.
"""

from __future__ import annotations

from collections.abc import Iterator

from ctxaudit.case import Case
from ctxaudit.model import Finding, Looked, Rank, Rule, Said
from ctxaudit.rules._finding import found, shown
from ctxaudit.timeline import Life, Step, Timeline

RULE = Rule(
    slug="inflated-score",
    group="ranking",
    severity="warning",
    seed="2",
    looks_at="scored surrogates",
    condition="seed-2",
)


class _Scores:
    """The last score of each life so far, the ranking that gave it, and what each surrogate had to beat."""

    def __init__(self) -> None:
        self._last: dict[int, tuple[float, Step]] = {}
        self._to_beat: dict[int, float] = {}

    def take(self, timeline: Timeline, step: Step, event: Rank) -> list[Life]:
        """Notes a ranking's scores; the lives that were given one, best first."""
        scored: list[Life] = []
        for entry in event.order:
            life = timeline.last_life(entry.span, step.before)
            if life is not None and entry.score is not None:
                self._last[life.serial] = (entry.score, step)
                scored.append(life)
        return scored

    def rewritten(self, made: Life) -> None:
        """Notes the best score among a surrogate's sources, as it is now."""
        scores = [self._last[source.serial][0] for source in made.parents if source.serial in self._last]
        if scores:
            self._to_beat[made.serial] = max(scores)

    def rose(self, life: Life) -> bool:
        return (
            life.serial in self._last
            and life.serial in self._to_beat
            and self._last[life.serial][0] > self._to_beat[life.serial]
        )

    def of(self, life: Life) -> tuple[float, Step]:
        return self._last[life.serial]

    def beaten(self, life: Life) -> float:
        return self._to_beat[life.serial]


def check(case: Case) -> Iterator[Said]:
    timeline = case.timeline
    scores = _Scores()
    seen: set[int] = set()
    told: set[int] = set()  # surrogates whose chain has its finding
    for step in timeline.steps:
        for life in step.entered:
            if any(before.serial in told for before in (*life.parents, *life.named)):
                told.add(life.serial)
            if life.arrival == "surrogate":
                scores.rewritten(life)
        if not isinstance(step.event, Rank):
            continue
        scored = [life for life in scores.take(timeline, step, step.event) if _surrogate(life)]
        fresh = {life.serial for life in scored} - seen
        if fresh:
            seen |= fresh
            yield Looked(len(fresh))
        for older, younger in _risen(scores, scored):
            if younger.serial not in told:
                told.add(younger.serial)
                yield _finding(timeline, step, scores, older, younger)


def _surrogate(life: Life) -> bool:
    return life.derivative and life.arrival == "surrogate"


def _risen(scores: _Scores, scored: list[Life]) -> Iterator[tuple[Life, Life]]:
    """Pairs of surrogates that rose both, the older a source of the younger, one of them scored just now."""
    for life in scored:
        if not scores.rose(life):
            continue
        older = next((source for source in life.parents if _surrogate(source) and scores.rose(source)), None)
        if older is not None:
            yield older, life
        younger = life.successor
        if younger is not None and _surrogate(younger) and scores.rose(younger):
            yield life, younger


def _finding(timeline: Timeline, step: Step, scores: _Scores, older: Life, younger: Life) -> Finding:
    first, first_step = scores.of(older)
    second, second_step = scores.of(younger)
    return found(
        RULE,
        step,
        f"scores rose with each rewrite: {scores.beaten(older):g}, then {first:g} for {older.id}, "
        f"then {second:g} for {younger.id}",
        spans=[older.id, younger.id],
        evidence=[
            shown(first_step, f"scores {older.id} {first:g}", span=older.id, excerpt=older.span.text),
            shown(timeline.step_of(younger), f"rewrites {older.id}", span=younger.id, excerpt=younger.span.text),
            shown(second_step, f"scores {younger.id} {second:g}", span=younger.id),
        ],
        rests_on=[timeline.step_of(older), timeline.step_of(younger), first_step, second_step],
    )
