"""`ctxaudit baseline PATH… -o FILE`: accepts today's findings."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ctxaudit.cli import options

if TYPE_CHECKING:
    from ctxaudit.baseline import Entry


def baseline_text(path: str) -> str:
    """What stands in a baseline file. Refuses one that is not there or cannot be read."""
    from ctxaudit.errors import UsageError

    try:
        return Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageError(f"cannot read the baseline {path}: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"the baseline {path} is not UTF-8") from error
    except ValueError as error:  # a NUL in the name
        raise UsageError(f"cannot read the baseline {path}: {error}") from error


def without_credentials(entries: Mapping[str, Entry]) -> Mapping[str, Entry]:
    """As `baseline` writes them: an older file may name a trace by an id that holds a credential."""
    from dataclasses import replace

    from ctxaudit.secrets import masked

    return {known: replace(entry, trace=masked(entry.trace)) for known, entry in entries.items()}


def baseline(
    paths: Annotated[list[str], typer.Argument(metavar="PATH…", help="Files, directories, globs, or - for stdin.")],
    output: Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="Where the baseline goes.")],
    read_as: options.FromOption = None,
    config_file: options.ConfigOption = None,
    jobs: options.JobsOption = None,
    engine: options.EngineOption = "local",
) -> None:
    """Write today's findings down as accepted, so that `audit --baseline FILE` fails only for new ones."""
    spread = options.spreading(engine, jobs, paths)
    from datetime import date

    from ctxaudit._version import __version__
    from ctxaudit.allowances import with_allowances
    from ctxaudit.baseline import written
    from ctxaudit.cli.complaints import complain, say
    from ctxaudit.cli.config_file import configuration
    from ctxaudit.cli.output import counted, write_out
    from ctxaudit.cli.progress import progress
    from ctxaudit.cli.waiting import told
    from ctxaudit.corpus.local import Plan, audit_paths
    from ctxaudit.reports import safe
    from ctxaudit.secrets import masked_report

    config = configuration(config_file)
    plan = Plan(format=options.known_format(read_as), budget=config.budget)
    told(*paths)
    with progress() as teller:
        audited = audit_paths(paths, plan, version=__version__, jobs=jobs, engine=spread, each=teller)
    report = masked_report(with_allowances(audited, config.allow, date.today()))
    complain(report, paths)
    if not report.traces:
        say("no baseline is written")
        raise typer.Exit(3)
    write_out([written(report)], output)
    accepted = sum(finding.suppressed is None for trace in report.traces for finding in trace.findings)
    held = f"{counted(accepted, 'finding')} of {counted(len(report.traces), 'trace')}"
    print(f"{held} accepted in {safe.name(output, 300)}")
    raise typer.Exit(3 if any(one.named or one.broke for one in report.unaudited) else 0)
