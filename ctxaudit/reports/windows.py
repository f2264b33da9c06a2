"""The replayed window in the formats that it can be written in."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ctxaudit.model import Trace
from ctxaudit.reports.json_v1 import json_text
from ctxaudit.reports.layout.replays import difference_rows, state_rows, turn_rows
from ctxaudit.reports.layout.rows import Row
from ctxaudit.reports.options import RenderOptions
from ctxaudit.reports.paint import painted
from ctxaudit.reports.plain import plain, trace_names
from ctxaudit.windows import Difference, State, Turns

Shown = Turns | State | Difference
Renderer = Callable[[Trace, Shown, RenderOptions], Iterator[str]]
_NAMES: Mapping[type, str] = {Turns: "turns", State: "state", Difference: "difference"}


def window_rows(trace: Trace, shown: Shown, options: RenderOptions) -> Iterator[Row]:
    match shown:
        case Turns():
            yield from turn_rows(trace, shown, options)
        case State():
            yield from state_rows(trace, shown, options)
        case Difference():
            yield from difference_rows(trace, shown, options)


def _terminal(trace: Trace, shown: Shown, options: RenderOptions) -> Iterator[str]:
    return painted(window_rows(trace, shown, options), color=options.color)


def _text(trace: Trace, shown: Shown, options: RenderOptions) -> Iterator[str]:
    return painted(window_rows(trace, shown, options), color=False)


def _json(trace: Trace, shown: Shown, options: RenderOptions) -> Iterator[str]:
    """Everything, whatever the options say: they are for people."""
    del options
    yield json_text({"version": 1, "trace": trace_names(trace), _NAMES[type(shown)]: plain(shown)}) + "\n"


FORMATS: Mapping[str, Renderer] = {"terminal": _terminal, "text": _text, "json": _json}
