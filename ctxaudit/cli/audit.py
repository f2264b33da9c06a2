"""`ctxaudit audit`: the main job."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Annotated

import typer

from ctxaudit.cli import options

if TYPE_CHECKING:
    from ctxaudit.model import Confidence, Report
    from ctxaudit.reports.options import RenderOptions


def audit(
    paths: Annotated[
        list[str] | None,
        typer.Argument(metavar="PATH…", help="Files, directories, globs, URLs, or - for stdin; with --last, agents."),
    ] = None,
    last: options.LastOption = False,
    format_name: options.FormatOption = None,
    output: options.OutputOption = None,
    select: options.SelectOption = None,
    ignore: options.IgnoreOption = None,
    extend_select: options.ExtendOption = None,
    fail_on: options.FailOnOption = None,
    min_confidence: options.MinConfidenceOption = None,
    read_as: options.FromOption = None,
    budget: options.BudgetOption = None,
    lane: options.LaneOption = None,
    max_findings: options.MaxFindingsOption = None,
    all_conditions: options.AllConditionsOption = None,
    strict: options.StrictOption = None,
    config_file: options.ConfigOption = None,
    baseline_file: options.BaselineOption = None,
    exit_zero: options.ExitZeroOption = False,
    redact: options.RedactOption = False,
    statistics: options.StatisticsOption = False,
    jobs: options.JobsOption = None,
    engine: options.EngineOption = "local",
    index: options.IndexOption = None,
    verbose: options.VerboseOption = False,
    quiet: options.QuietOption = False,
) -> None:
    """Audit recorded sessions and print what their context windows lost."""
    spread = options.spreading(engine, jobs, paths or [])  # first of all: the imports take as long
    from datetime import date

    from ctxaudit._version import __version__
    from ctxaudit.allowances import with_allowances
    from ctxaudit.cli.choose import chosen_rules
    from ctxaudit.cli.complaints import complain
    from ctxaudit.cli.config_file import configuration
    from ctxaudit.cli.options import given
    from ctxaudit.cli.progress import progress
    from ctxaudit.cli.waiting import told
    from ctxaudit.corpus.local import Plan, audit_paths
    from ctxaudit.pauses import collection_paused
    from ctxaudit.reports import PICTURED
    from ctxaudit.reports.exit_code import UNAUDITED, exit_code
    from ctxaudit.reports.options import RenderOptions
    from ctxaudit.rules import load_rules
    from ctxaudit.secrets import masked_report

    targets = options.targets(output, format_name)
    config = configuration(config_file)
    loaded = {slug: rule.rule for slug, rule in load_rules().items()}
    plan = Plan(
        rules=chosen_rules(
            loaded,
            select=given(select, config.select, ()),
            ignore=given(ignore, config.ignore, ()),
            extend=given(extend_select, config.extend_select, ()),
        ),
        all_conditions=given(all_conditions, config.all_conditions, False),
        format=options.known_format(read_as),
        budget=given(budget, config.budget, None),
        lanes=frozenset(lane) if lane else None,
        index=options.index_folder(index),
        pictures=any(name in PICTURED for name, _ in targets),
    )
    rendering = RenderOptions(
        width=options.width(),
        color=options.colored(),
        verbose=verbose,
        quiet=quiet,
        min_confidence=given(options.confidence(min_confidence), config.min_confidence, "medium"),
        fail_on=given(options.failing(fail_on), config.fail_on, "error"),
        max_findings=max_findings,
        root=os.getcwd(),
    )
    inputs = _inputs(paths or [], last)
    told(*inputs)
    with progress() as teller:
        audited = audit_paths(inputs, plan, version=__version__, jobs=jobs, engine=spread, each=teller)
    with collection_paused():
        report = masked_report(with_allowances(audited, config.allow, date.today()))
        report = _with_baseline(report, given(baseline_file, config.baseline, None))
        shown = _redacted(report) if redact else report
        if statistics:
            shown = _with_statistics(shown, rendering.min_confidence)
        _write(shown, targets, rendering)
    complain(shown, inputs, lanes=lane, read_as=plan.format)
    code = exit_code(report, rendering.fail_on, rendering.min_confidence, given(strict, config.strict, False))
    raise typer.Exit(0 if exit_zero and code < UNAUDITED else code)


def _inputs(paths: list[str], last: bool) -> list[str]:
    """The paths to audit: those named, or the newest sessions of the agents named."""
    from ctxaudit.cli.last import last_sessions
    from ctxaudit.errors import UsageError

    if not paths and not last:
        raise UsageError("nothing to audit: name a path, or use --last for the newest sessions on this machine")
    return last_sessions(paths) if last else paths


def _with_baseline(report: Report, path: str | None) -> Report:
    if path is None:
        return report
    from ctxaudit.baseline import applied, read
    from ctxaudit.cli.baseline import baseline_text, without_credentials

    return applied(report, without_credentials(read(path, baseline_text(path))))


def _redacted(report: Report) -> Report:
    from ctxaudit.redact import redacted

    return redacted(report)


def _with_statistics(report: Report, min_confidence: Confidence) -> Report:
    """Of what is shown: what was masked or redacted stays so in them."""
    from dataclasses import replace

    from ctxaudit.corpus.rates import statistics

    return replace(report, statistics=statistics(report, min_confidence))


def _write(report: Report, targets: list[tuple[str, str | None]], rendering: RenderOptions) -> None:
    from dataclasses import replace

    from ctxaudit.cli.output import write_out
    from ctxaudit.reports import BINARY, FORMATS

    for name, target in targets:
        shape = rendering if target is None else replace(rendering, color=False)
        write_out(BINARY[name](report, shape) if name in BINARY else FORMATS[name](report, shape), target)
