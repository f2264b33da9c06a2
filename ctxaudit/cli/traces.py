"""The traces of one file that a command is asked about, and which of them it means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ctxaudit.errors import InputError, UsageError

if TYPE_CHECKING:
    from ctxaudit.model import Trace

MAIN = "main"


def traces_of(path: str, read_as: str | None, lane: str | None) -> list[Trace]:
    """Every trace of a file, or those of one lane: its name, `main`, or a trace's id. None of that name is refused."""
    from ctxaudit.cli.options import known_format
    from ctxaudit.cli.waiting import told
    from ctxaudit.importers import read_traces

    form = known_format(read_as)
    told(path)
    try:
        traces = read_traces(path, form)
    except RecursionError as error:
        raise InputError(path, "nested too deeply to be read") from error
    if not traces:
        raise InputError(path, "it holds no trace")
    chosen = [trace for trace in traces if lane is None or lane in (trace.header.lane or MAIN, trace.header.id)]
    if not chosen:
        known = dict.fromkeys(trace.header.lane or MAIN for trace in traces)
        raise UsageError(f"{path} has no lane or trace {lane!r}; its lanes are: {', '.join(known)}")
    return chosen


def widest(traces: list[Trace]) -> Trace:
    """The trace that is meant when nobody says which: of the main lane the one with most events, else of all."""
    return max([trace for trace in traces if trace.header.lane is None] or traces, key=lambda trace: len(trace.events))


def with_budget(trace: Trace, budget: int | None) -> Trace:
    """The trace with another limit of its window, where one is given."""
    from dataclasses import replace

    return trace if budget is None else replace(trace, header=replace(trace.header, budget=budget))
