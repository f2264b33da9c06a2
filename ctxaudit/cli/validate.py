"""`ctxaudit validate PATH…`: schema, replay and the law of lines, without any rule."""

from __future__ import annotations

from typing import Annotated

import typer

from ctxaudit.cli import options


def validate(
    paths: Annotated[list[str], typer.Argument(metavar="PATH…", help="Files, directories, globs, or - for stdin.")],
    read_as: options.FromOption = None,
) -> None:
    """Check that traces can be read: every problem with its line, and where every line went."""
    from ctxaudit.cli.output import counted, write_out
    from ctxaudit.cli.waiting import told
    from ctxaudit.corpus.local import read_paths
    from ctxaudit.model import Trace
    from ctxaudit.reports.validation import refusal_lines, trace_lines
    from ctxaudit.secrets import masked
    from ctxaudit.timeline import replay

    refused = faulty = read = 0
    form = options.known_format(read_as)
    told(*paths)
    for item in read_paths(paths, form):
        if isinstance(item, Trace):
            problems = sorted((*item.problems, *replay(item).problems), key=lambda problem: problem.line)
            read += 1
            faulty += bool(problems)
            write_out(masked(line) for line in trace_lines(item, problems))
        elif item.named:
            refused += 1
            write_out(masked(line) for line in refusal_lines(item))
    write_out([f"{counted(read, 'trace')} read, {faulty} with problems, {counted(refused, 'file')} refused\n"])
    raise typer.Exit(3 if refused or not read else 1 if faulty else 0)
