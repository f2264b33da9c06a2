"""Which result answers which tool call."""

from __future__ import annotations

from ctxaudit.timeline import Life, Timeline

_RESULTS = frozenset({"tool-result", "read"})


def results_of(timeline: Timeline) -> dict[int, Life]:
    """By the serial of a call its result: ids are used again, so a result belongs to the nearest call without one."""
    waiting: dict[str, list[Life]] = {}
    bound: dict[int, Life] = {}
    for life in timeline.lives:
        if life.span.call_id is None:
            continue
        if life.span.kind == "tool-call":
            waiting.setdefault(life.span.call_id, []).append(life)
        elif life.span.kind in _RESULTS and waiting.get(life.span.call_id):
            bound[waiting[life.span.call_id].pop().serial] = life
    return bound


def failed(result: Life) -> bool:
    """The tool said so."""
    return "error" in result.span.tags
