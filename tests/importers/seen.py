"""What a trace shows, for the tests of importers; and the laws that hold for every trace, however damaged its log."""

from __future__ import annotations

from collections.abc import Sequence

from ctxaudit import timeline
from ctxaudit.model import Add, Call, Event, Evict, Restore, Rewrite, Span, Trace, Truncate


def spans(trace: Trace) -> dict[str, Span]:
    """Every span that ever entered, by id."""
    found: dict[str, Span] = {}
    for event in trace.events:
        if isinstance(event, Add):
            found[event.span.id] = event.span
        elif isinstance(event, Rewrite):
            found[event.surrogate.id] = event.surrogate
    return found


def texts(trace: Trace) -> list[str]:
    return [span.text for span in spans(trace).values()]


def windows(trace: Trace) -> list[list[str]]:
    """The texts of the window at each call and at the end, as the replay has them; it must find no problem."""
    replayed = timeline.replay(trace)
    assert not replayed.problems
    moments = [step.before for step, _ in replayed.of(Call)]
    return [[life.span.text for life in replayed.live_at(moment)] for moment in [*moments, replayed.end]]


def calls(trace: Trace) -> list[Call]:
    return [event for event in trace.events if isinstance(event, Call)]


def rewrites(trace: Trace) -> list[Rewrite]:
    return [event for event in trace.events if isinstance(event, Rewrite)]


def evictions(trace: Trace) -> list[Evict]:
    return [event for event in trace.events if isinstance(event, Evict)]


def truncations(trace: Trace) -> list[Truncate]:
    return [event for event in trace.events if isinstance(event, Truncate)]


def edits(trace: Trace) -> list[Event]:
    return [event for event in trace.events if not isinstance(event, Add | Call | Restore)]


def hold(traces: Sequence[Trace], physical: int | None = None) -> None:
    """Every line is accounted for, turns grow, and the replay finds no problem."""
    if physical is not None:
        assert sum(trace.lines.read for trace in traces) == physical
    for trace in traces:
        lines = trace.lines
        assert lines.read == lines.events + lines.blank + lines.problems + sum(lines.not_context.values())
        assert not timeline.replay(trace).problems
        turns = [event.turn for event in trace.events]
        assert turns == sorted(turns)


def lines_in(content: bytes) -> int:
    return content.count(b"\n") + (not content.endswith(b"\n"))
