"""`ctxaudit replay TRACE`: the window turn by turn."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ctxaudit.cli import options


def replay(
    path: Annotated[str, typer.Argument(metavar="TRACE", help="A trace or a log, or - for stdin.")],
    turn: Annotated[int | None, typer.Option("--turn", metavar="N", help="The window at the end of this turn.")] = None,
    diff: Annotated[
        tuple[int, int] | None, typer.Option("--diff", metavar="N M", help="What left and entered between two turns.")
    ] = None,
    format_name: options.ScreenFormatOption = None,
    lane: options.OneLaneOption = None,
    budget: options.BudgetOption = None,
    read_as: options.FromOption = None,
    config_file: options.ConfigOption = None,
    verbose: options.VerboseOption = False,
) -> None:
    """Show what filled the context window at the end of each turn, and the edits that changed it."""
    from ctxaudit.cli.config_file import configuration
    from ctxaudit.cli.masking import masked_pieces
    from ctxaudit.cli.output import write_out
    from ctxaudit.cli.traces import traces_of, widest, with_budget
    from ctxaudit.errors import UsageError
    from ctxaudit.reports import safe
    from ctxaudit.reports.windows import FORMATS, Shown
    from ctxaudit.secrets import masked
    from ctxaudit.timeline import replay as replayed
    from ctxaudit.windows import difference, turn_windows, window_at

    if turn is not None and diff is not None:
        raise UsageError("--turn and --diff ask for different things; give one of them")
    shape = options.screen_format(format_name)
    traces = traces_of(path, read_as, lane)
    trace = with_budget(widest(traces), options.given(budget, configuration(config_file).budget, None))
    timeline = replayed(trace)
    shown: Shown
    if turn is not None:
        shown = window_at(timeline, turn)
    elif diff is not None:
        shown = difference(timeline, *diff)
    else:
        shown = turn_windows(timeline)
    pieces = FORMATS[shape](trace, shown, options.screen(verbose))
    write_out(masked_pieces(pieces, as_json=shape == "json"))
    if len(traces) > 1:
        widest_one = widest(traces)
        names = dict.fromkeys(one.header.lane or one.header.id for one in traces if one is not widest_one)
        others = safe.line(", ".join(safe.name(masked(name)) for name in names), 500)
        held = f"{safe.name(path, 300)} holds {len(traces)} traces"
        print(f"ctxaudit: {held}; --lane shows the others: {others}", file=sys.stderr)
