"""What both pin rules say of the pinned block: how many events found one, and where a span's pin comes from."""

from __future__ import annotations

from ctxaudit.model import Evidence
from ctxaudit.rules._finding import life_shown, shown
from ctxaudit.sourcing.pins import Pins
from ctxaudit.timeline import Life, Timeline
from ctxaudit.timeline.moments import Moments, merged, pinned_stays


def events_with_pins(timeline: Timeline, pins: Pins) -> int:
    """The events that found a live pinned span or a pinned token."""
    spans = (stretch for life in timeline.lives for stretch in pinned_stays(life))
    return sum(int(min(end, timeline.end) - start) for start, end in merged([*pins.pinned_moments(), *spans]))


def block_moments(timeline: Timeline, pins: Pins) -> Moments:
    """When there is a pinned block: a live pinned span, or a pinned token that stands."""
    spans = (stretch for life in timeline.lives for stretch in pinned_stays(life))
    return Moments.of([*pins.standing_moments(), *spans])


def pinning_shown(timeline: Timeline, life: Life, moment: int) -> Evidence:
    """The step that pinned a span which is pinned at the moment, with the span's text."""
    since = max((start for start, _ in life.pins if start <= moment), default=life.entered + 1)
    if since <= life.entered + 1:
        return life_shown(timeline, life, "came in pinned")
    return shown(timeline.steps[since - 1], "pinned it", span=life.id, excerpt=life.span.text)
