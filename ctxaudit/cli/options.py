"""The options of `ctxaudit audit`, each written once, and the checks of their values."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, TypeVar, cast

import typer

from ctxaudit.cli import output as streams
from ctxaudit.errors import UsageError
from ctxaudit.model import CONFIDENCES, Confidence
from ctxaudit.reports.options import FailOn, RenderOptions

if TYPE_CHECKING:
    from ctxaudit.corpus.local import Engine

_T = TypeVar("_T")

FormatOption = Annotated[
    str | None,
    typer.Option(
        "--format",
        "-f",
        help="terminal, text, json, jsonl, sarif, junit, github, markdown, html, csv or parquet; terminal on a tty, "
        "else text.",
    ),
]
ScreenFormatOption = Annotated[
    str | None, typer.Option("--format", "-f", help="terminal, text or json; terminal on a tty, else text.")
]
OutputOption = Annotated[
    list[str] | None, typer.Option("--output", "-o", metavar="FILE|FORMAT=FILE", help="Write there; may be repeated.")
]
SelectOption = Annotated[list[str] | None, typer.Option("--select", metavar="RULE|GROUP", help="Run only these.")]
IgnoreOption = Annotated[list[str] | None, typer.Option("--ignore", metavar="RULE|GROUP", help="Do not run these.")]
ExtendOption = Annotated[
    list[str] | None, typer.Option("--extend-select", metavar="RULE|GROUP", help="Run these as well.")
]
FailOnOption = Annotated[
    str | None,
    typer.Option("--fail-on", help="error, warning, note or never: what gives exit code 1. Default: error."),
]
MinConfidenceOption = Annotated[
    str | None,
    typer.Option("--min-confidence", help="low, medium or high: what lies below is only counted. Default: medium."),
]
FromOption = Annotated[
    str | None, typer.Option("--from", metavar="FORMAT", help="Read the files as this format instead of sniffing it.")
]
LastOption = Annotated[
    bool, typer.Option("--last", help="The newest session of each agent on this machine, or of those named as PATH.")
]
BudgetOption = Annotated[int | None, typer.Option("--budget", min=1, help="The window's limit in tokens.")]
LaneOption = Annotated[
    list[str] | None, typer.Option("--lane", help="Audit only this lane ('main' is the session itself).")
]
OneLaneOption = Annotated[
    str | None, typer.Option("--lane", help="Only this lane ('main' is the session itself), or the trace of this id.")
]
MaxFindingsOption = Annotated[int | None, typer.Option("--max-findings", min=1, help="Write out at most so many.")]
AllConditionsOption = Annotated[
    bool | None,
    typer.Option("--all-conditions/--no-all-conditions", help="Run rules whose conditions of validity are not met."),
]
StrictOption = Annotated[
    bool | None, typer.Option("--strict/--no-strict", help="Problems of a trace count: exit code 3.")
]
BaselineOption = Annotated[
    str | None, typer.Option("--baseline", metavar="FILE", help="Findings accepted there do not count.")
]
ConfigOption = Annotated[
    str | None,
    typer.Option("--config", metavar="FILE", help="Default: the nearest ctxaudit.toml or pyproject.toml upwards."),
]
ExitZeroOption = Annotated[bool, typer.Option("--exit-zero", help="Findings do not change the exit code.")]
StatisticsOption = Annotated[
    bool, typer.Option("--statistics", help="Add the rates over all runs: by rule, by label, with intervals.")
]
IndexOption = Annotated[
    str | None,
    typer.Option("--index", metavar="DIR", help="Keep results there, and reuse those of unchanged files."),
]
JobsOption = Annotated[
    int | None,
    typer.Option(
        "--jobs", "-j", min=0, help="Processes; 0: one for each core. Default: 1; with Ray, tasks: two for each core."
    ),
]
EngineOption = Annotated[
    str, typer.Option("--engine", help="local, or ray: the cluster that RAY_ADDRESS names, else one on this machine.")
]
RedactOption = Annotated[bool, typer.Option("--redact", help="Excerpts and tokens become hashes and lengths.")]
VerboseOption = Annotated[bool, typer.Option("--verbose", "-v", help="Unfold what the report folds and counts.")]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Only the findings and the closing line.")]


def targets(output: list[str] | None, format_name: str | None) -> list[tuple[str, str | None]]:
    """(format, file) for each `--output`, or the one for standard output."""
    default = format_name or ("terminal" if sys.stdout.isatty() and not output else "text")
    chosen = [_target(entry, default) for entry in output or ()] or [(report_format(default), None)]
    if sys.stdout.isatty() and ("parquet", None) in chosen:
        raise UsageError("parquet is nothing to look at: name a file with --output FILE")
    _refuse_twice([file for _, file in chosen if file is not None and file != "-"])
    return chosen


def _refuse_twice(files: list[str]) -> None:
    """The second report would take the place of the first. A device or a pipe takes both."""
    seen: set[str] = set()
    for file in files:
        real = os.path.realpath(file)
        if real in seen and (os.path.isfile(real) or not os.path.exists(real)):
            raise UsageError(f"--output names {file} twice: each report needs a file of its own")
        seen.add(real)


def _target(entry: str, default: str) -> tuple[str, str | None]:
    name, equals, file = entry.partition("=")
    if not (equals and "/" not in name and "." not in name):
        name, file = default, entry
    if not file:
        raise UsageError(f"--output {entry!r} names no file; `-` is standard output")
    return report_format(name), file


def report_format(name: str) -> str:
    from ctxaudit.reports import BINARY, FORMATS

    known = (*FORMATS, *BINARY)
    if name not in known:
        raise UsageError(f"there is no report format {name!r}; there are: {', '.join(known)}")
    return name


def screen_format(name: str | None) -> str:
    """Of the commands that answer on one screen."""
    known = ("terminal", "text", "json")
    if name is not None and name not in known:
        raise UsageError(f"there is no format {name!r} here; there are: {', '.join(known)}")
    return name or ("terminal" if sys.stdout.isatty() else "text")


def screen(verbose: bool) -> RenderOptions:
    return RenderOptions(width=width(), color=colored(), verbose=verbose)


def index_folder(path: str | None) -> str | None:
    """The folder, made where it is not there."""
    if path is None:
        return None
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot keep an index in {path}: {error.strerror or error}") from error
    return path


def known_format(name: str | None) -> str | None:
    from ctxaudit.importers import FORMATS

    known = ["native", *FORMATS]
    if name is not None and name not in known:
        raise UsageError(f"no reader for the format {name!r}; there are: {', '.join(known)}")
    return name


def given(asked: _T | None, configured: _T | None, default: _T) -> _T:
    """What the command line says, else what the configuration says, else the default."""
    if asked is not None:
        return asked
    return default if configured is None else configured


def known_engine(name: str) -> Engine:
    if name not in ("local", "ray"):
        raise UsageError(f"--engine takes local or ray, not {name!r}")
    return cast("Engine", name)


def spreading(name: str, jobs: int | None, paths: Sequence[str]) -> Engine:
    """The engine. What its processes on this machine need is being loaded from then on, while the caller goes on."""
    from ctxaudit.corpus.start import prepare

    engine = known_engine(name)
    if engine == "local":
        prepare(jobs, paths)
    return engine


def confidence(name: str | None) -> Confidence | None:
    if name is not None and name not in CONFIDENCES:
        raise UsageError(f"--min-confidence takes low, medium or high, not {name!r}")
    return name


def failing(name: str | None) -> FailOn | None:
    known = ("error", "warning", "note", "never")
    if name is not None and name not in known:
        raise UsageError(f"--fail-on takes error, warning, note or never, not {name!r}")
    return cast("FailOn | None", name)


def colored() -> bool:
    return streams.colored(sys.stdout.isatty())


def width() -> int:
    return streams.width(sys.stdout.isatty())
