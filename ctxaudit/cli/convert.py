"""`ctxaudit convert IN -o OUT.jsonl`: any log that can be read, as a native trace."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from ctxaudit.cli import options


def convert(
    path: Annotated[str, typer.Argument(metavar="IN", help="A log, or - for stdin.")],
    output: Annotated[str | None, typer.Option("--output", "-o", metavar="OUT.jsonl", help="Default: stdout.")] = None,
    read_as: options.FromOption = None,
) -> None:
    """Write a log as a native trace: what the window held, event by event, with the place in the log."""
    from ctxaudit.cli.masking import masked_json
    from ctxaudit.cli.output import write_out
    from ctxaudit.cli.waiting import told
    from ctxaudit.importers import read_traces
    from ctxaudit.ingest.native import write
    from ctxaudit.reports import safe
    from ctxaudit.secrets import masked

    form = options.known_format(read_as)
    told(path)
    traces = read_traces(path, form)
    write_out((masked_json(line.decode()) for trace in traces for line in write(trace)), output)
    for trace in traces:
        left_out = ", ".join(f"{count} {kind}" for kind, count in trace.lines.not_context.items()) or "nothing"
        print(
            f"{safe.name(masked(trace.header.id))}: {len(trace.events)} events from {trace.lines.read} lines; "
            f"not context: {safe.line(masked(left_out), 500)}; problems: {len(trace.problems)}",
            file=sys.stderr,
        )
