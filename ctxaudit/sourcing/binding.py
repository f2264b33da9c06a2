"""What a tool answered to a call, and whether it failed."""

from __future__ import annotations

from ctxaudit.timeline import Life, Timeline


def results_of(timeline: Timeline) -> dict[int, Life]:
    """By the serial of a call its result: the pairs that the timeline knows."""
    return {pair.call.serial: pair.result for pair in timeline.pairs}


def calls_of(timeline: Timeline) -> dict[int, Life]:
    """By the serial of a result its call."""
    return {pair.result.serial: pair.call for pair in timeline.pairs}


def failed(result: Life) -> bool:
    """The tool said so."""
    return "error" in result.span.tags
