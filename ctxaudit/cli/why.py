"""`ctxaudit why TRACE WHAT`: the whole life of a span, a token or a phrase."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ctxaudit.cli import options

if TYPE_CHECKING:
    from ctxaudit.model import Trace
    from ctxaudit.reports.why import Answered


def why(
    path: Annotated[str, typer.Argument(metavar="TRACE", help="A trace or a log, or - for stdin.")],
    what: Annotated[str, typer.Argument(metavar="WHAT", help="A span's id, a token, or a phrase in quotes.")],
    format_name: options.ScreenFormatOption = None,
    lane: options.OneLaneOption = None,
    read_as: options.FromOption = None,
    verbose: options.VerboseOption = False,
) -> None:
    """Say where something came from, what took it, what stands for it now, and who cited it since.

    Ends with 1 when no span of the trace ever held it.
    """
    from ctxaudit.cli.masking import masked_pieces
    from ctxaudit.cli.output import write_out
    from ctxaudit.cli.traces import traces_of
    from ctxaudit.errors import UsageError
    from ctxaudit.reports.why import FORMATS

    if not what.strip():
        raise UsageError("WHAT is empty; ask for a span's id, a token, or a phrase in quotes")
    shape = options.screen_format(format_name)
    answered = [_answered(trace, what) for trace in traces_of(path, read_as, lane)]
    pieces = FORMATS[shape](answered, options.screen(verbose))
    write_out(masked_pieces(pieces, as_json=shape == "json"))
    raise typer.Exit(0 if any(one.answer.found for one in answered) else 1)


def _answered(trace: Trace, what: str) -> Answered:
    from ctxaudit.auditing import audit_case
    from ctxaudit.case import Case
    from ctxaudit.reports.why import Answered
    from ctxaudit.timeline import replay
    from ctxaudit.why import why as answer

    case = Case(replay(trace))
    report = audit_case(case, all_conditions=True).report
    return Answered(trace, answer(case, report.findings, what))
