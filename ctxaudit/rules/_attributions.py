"""Which steps gave a life its attribution, and what they said, at any moment of the trace."""

from __future__ import annotations

from ctxaudit.model import Attribution, Evict, Restore, Rewrite
from ctxaudit.timeline import Life, Step, Timeline

_GIVEN_BY_REASON: dict[str, Attribution] = {
    "external-copy": "evicted-with-external-copy",
    "dispensable": "evicted-as-dispensable",
    "withdrawn": "withdrawn",
}


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
        ends = [end for _, end in life.stays if end is not None and end <= step.before]
        given = [one for one in self._steps.get(life.serial, []) if one.index < step.index]
        return given[-1] if ends and given and given[-1].after >= ends[-1] else None

    def explained_in_turn(self, life: Life, truncate: Step) -> bool:
        """An evict later in the truncate's turn says why the life left."""
        return any(
            truncate.index < given.index and given.turn == truncate.turn and life in given.explained
            for given in self._steps.get(life.serial, [])
        )
