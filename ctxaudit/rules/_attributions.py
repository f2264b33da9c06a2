"""Which steps gave a life its attribution, and what they said, at any moment of the trace."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from itertools import islice, takewhile
from operator import attrgetter

from ctxaudit.model import Attribution, Evict, Restore, Rewrite
from ctxaudit.sourcing.where import last_taken
from ctxaudit.timeline import Life, Step, Timeline

_GIVEN_BY_REASON: dict[str, Attribution] = {
    "external-copy": "evicted-with-external-copy",
    "dispensable": "evicted-as-dispensable",
    "withdrawn": "withdrawn",
}

_index = attrgetter("index")


def attributed_by(step: Step) -> tuple[Life, ...]:
    """The lives that this step attributes, in the event's order; also those that a truncate of its turn took before."""
    if isinstance(step.event, Evict) and step.explained:
        order = {name: place for place, name in enumerate(step.event.spans)}
        return tuple(sorted((*step.left, *step.explained), key=lambda life: order[life.id]))
    return step.left if isinstance(step.event, Evict | Rewrite | Restore) else ()


def given_by(step: Step) -> Attribution:
    """The attribution that a step gives to what it takes."""
    match step.event:
        case Evict():
            return _GIVEN_BY_REASON[step.event.reason]
        case Rewrite() | Restore():
            return "rewritten-with-surrogate"
        case _:
            return "unattributed"


class Attributions:
    """Every attribution of a trace. A life that a checkpoint brought back may have had several, one after the other."""

    def __init__(self, timeline: Timeline) -> None:
        self._steps: dict[int, list[Step]] = {}
        for step in timeline.steps:
            for life in attributed_by(step):
                self._steps.setdefault(life.serial, []).append(step)

    def before(self, life: Life, step: Step) -> Step | None:
        """The step that attributed the life when it left for the last time before this step; None if nobody did."""
        left = last_taken(life, step.before)
        steps = self._steps.get(life.serial, [])
        place = bisect_left(steps, step.index, key=_index)
        return steps[place - 1] if left >= 0 and place and steps[place - 1].index >= left else None

    def explained_in_turn(self, life: Life, truncate: Step) -> bool:
        """An evict later in the truncate's turn says why the life left."""
        steps = self._steps.get(life.serial, [])
        later = islice(steps, bisect_right(steps, truncate.index, key=_index), None)
        return any(life in given.explained for given in takewhile(lambda given: given.turn == truncate.turn, later))
