"""What was done with a claim: an action that the trace names, a tool call that holds it, and what the tool answered."""

from __future__ import annotations

from dataclasses import dataclass

from ctxaudit.model import Cite
from ctxaudit.sourcing.binding import failed, results_of
from ctxaudit.timeline import Life, Step, Timeline


@dataclass(frozen=True, slots=True)
class Act:
    """A claim was acted on when it has an action or a call. `checked`: the tool itself confirmed it."""

    action: str = ""
    call: Life | None = None
    result: Life | None = None
    checked: bool = False

    @property
    def acted(self) -> bool:
        return bool(self.action) or self.call is not None

    @property
    def failed(self) -> bool:
        return self.result is not None and failed(self.result)


class Acts:
    """Answers what was done with the claims of one timeline."""

    def __init__(self, timeline: Timeline) -> None:
        self._results = results_of(timeline)
        self._calls = _calls_by_turn(timeline)

    def of(self, step: Step, life: Life | None, cite: Cite | None, holders: frozenset[int]) -> Act:
        """The act on a claim that is made at a step and whose token these lives hold."""
        call = self._call(step, life, holders)
        result = None if call is None else self._results.get(call.serial)
        return Act(
            action="" if cite is None else cite.action,
            call=call,
            result=result,
            checked=result is not None
            and not failed(result)
            and (result.span.kind == "read" or result.serial in holders),
        )

    def _call(self, step: Step, life: Life | None, holders: frozenset[int]) -> Life | None:
        """The claiming span when it is a tool call, else the first later one of the turn that holds the token."""
        if life is not None and life.span.kind == "tool-call":
            return life
        since = step.index if life is None else min(life.entered, step.index)
        later = (call for call in self._calls.get(step.turn, ()) if call.entered > since)
        return next((call for call in later if call.serial in holders), None)


def _calls_by_turn(timeline: Timeline) -> dict[int, list[Life]]:
    calls: dict[int, list[Life]] = {}
    for life in timeline.lives:
        if life.span.kind == "tool-call":
            calls.setdefault(timeline.step_of(life).turn, []).append(life)
    return calls
