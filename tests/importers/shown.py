"""What a trace shows once it is replayed, and the laws that every imported trace keeps."""

from __future__ import annotations

from ctxaudit import timeline
from ctxaudit.model import Add, Call, Event, Restore, Rewrite, Span, Trace


def spans(trace: Trace) -> dict[str, Span]:
    """The last text under each id."""
    found: dict[str, Span] = {}
    for event in trace.events:
        if isinstance(event, Add) or (isinstance(event, Restore) and event.span is not None):
            assert event.span is not None
            found[event.span.id] = event.span
        elif isinstance(event, Rewrite):
            found[event.surrogate.id] = event.surrogate
    return found


def windows(trace: Trace) -> list[list[str]]:
    """The ids of the window at each call and at the end."""
    replayed = timeline.replay(trace)
    assert not replayed.problems
    moments = [step.before for step, _ in replayed.of(Call)]
    return [[life.span.id for life in replayed.live_at(moment)] for moment in [*moments, replayed.end]]


def texts(trace: Trace) -> list[list[str]]:
    """The same as texts."""
    replayed = timeline.replay(trace)
    moments = [step.before for step, _ in replayed.of(Call)]
    return [[life.span.text for life in replayed.live_at(moment)] for moment in [*moments, replayed.end]]


def edits(trace: Trace) -> list[Event]:
    return [event for event in trace.events if not isinstance(event, Add | Call)]


def calls(trace: Trace) -> list[Call]:
    return [event for event in trace.events if isinstance(event, Call)]


def cut_of(trace: Trace) -> Rewrite:
    (found,) = [event for event in trace.events if isinstance(event, Rewrite)]
    return found


def hold(traces: list[Trace], records: int) -> None:
    """Every record is counted once, turns never go back, and the replay finds no problem."""
    assert sum(trace.lines.read for trace in traces) == records
    for trace in traces:
        lines = trace.lines
        assert lines.read == lines.events + lines.blank + lines.problems + sum(lines.not_context.values())
        assert not timeline.replay(trace).problems
        turns = [event.turn for event in trace.events]
        assert turns == sorted(turns)
