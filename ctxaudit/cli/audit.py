"""`ctxaudit audit`: the main job."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from ctxaudit.cli import options

if TYPE_CHECKING:
    from ctxaudit.model import Report
    from ctxaudit.reports.options import RenderOptions


def audit(
    paths: Annotated[list[str], typer.Argument(metavar="PATH…", help="Files, directories, globs, or - for stdin.")],
    format_name: options.FormatOption = None,
    output: options.OutputOption = None,
    select: options.SelectOption = None,
    ignore: options.IgnoreOption = None,
    extend_select: options.ExtendOption = None,
    fail_on: options.FailOnOption = "error",
    min_confidence: options.MinConfidenceOption = "medium",
    read_as: options.FromOption = None,
    budget: options.BudgetOption = None,
    lane: options.LaneOption = None,
    max_findings: options.MaxFindingsOption = None,
    all_conditions: options.AllConditionsOption = False,
    strict: options.StrictOption = False,
    exit_zero: options.ExitZeroOption = False,
    verbose: options.VerboseOption = False,
    quiet: options.QuietOption = False,
) -> None:
    """Audit recorded sessions and print what their context windows lost."""
    from ctxaudit._version import __version__
    from ctxaudit.cli.choose import chosen_rules
    from ctxaudit.corpus.local import Plan, audit_paths
    from ctxaudit.reports.exit_code import UNAUDITED, exit_code
    from ctxaudit.reports.options import RenderOptions
    from ctxaudit.rules import load_rules

    targets = options.targets(output, format_name)
    loaded = {slug: rule.rule for slug, rule in load_rules().items()}
    plan = Plan(
        rules=chosen_rules(loaded, select or (), ignore or (), extend_select or ()),
        all_conditions=all_conditions,
        format=options.known_format(read_as),
        budget=budget,
        lanes=frozenset(lane) if lane else None,
    )
    rendering = RenderOptions(
        width=options.width(),
        color=options.colored(),
        verbose=verbose,
        quiet=quiet,
        min_confidence=options.confidence(min_confidence),
        fail_on=options.failing(fail_on),
        max_findings=max_findings,
    )
    report = audit_paths(paths, plan, version=__version__, each=_progress())
    _write(report, targets, rendering)
    _complain(report)
    code = exit_code(report, rendering.fail_on, rendering.min_confidence, strict)
    raise typer.Exit(0 if exit_zero and code < UNAUDITED else code)


def _write(report: Report, targets: list[tuple[str, str | None]], rendering: RenderOptions) -> None:
    from dataclasses import replace

    from ctxaudit.cli.output import write_out
    from ctxaudit.reports import FORMATS

    for name, target in targets:
        shape = rendering if target is None else replace(rendering, color=False)
        write_out(FORMATS[name](report, shape), target)


def _complain(report: Report) -> None:
    """What could not be audited goes to standard error as well: a pipe may have taken the report away."""
    for unaudited in report.unaudited:
        print(f"ctxaudit: {unaudited.path}: {unaudited.why}", file=sys.stderr)
    if not report.traces and not report.unaudited:
        passed = f" ({report.passed_over} files passed over)" if report.passed_over else ""
        print(f"ctxaudit: no session log was found{passed}", file=sys.stderr)


def _progress() -> options.Teller | None:
    """Names each file while it is read, on a terminal only."""
    if not sys.stderr.isatty() or not sys.stdout.isatty():
        return None

    def tell(path: str) -> None:
        print(f"\r\x1b[Kreading {path[-60:]}", end="", file=sys.stderr, flush=True)

    return tell
