"""`ctxaudit compare A B`: two sets of runs side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ctxaudit.cli import options

if TYPE_CHECKING:
    from ctxaudit.model import Confidence, Report

_PATH = "A folder, file or glob of runs."


def compare(
    first: Annotated[str, typer.Argument(metavar="A", help=_PATH)],
    second: Annotated[str, typer.Argument(metavar="B", help=_PATH)],
    format_name: options.ScreenFormatOption = None,
    output: Annotated[str | None, typer.Option("--output", "-o", metavar="FILE", help="Write there.")] = None,
    select: options.SelectOption = None,
    ignore: options.IgnoreOption = None,
    min_confidence: options.MinConfidenceOption = None,
    read_as: options.FromOption = None,
    lane: options.LaneOption = None,
    config_file: options.ConfigOption = None,
    jobs: options.JobsOption = None,
    engine: options.EngineOption = "local",
    index: options.IndexOption = None,
) -> None:
    """Compare two sets of runs: each rate with its interval, and whether the difference is more than noise."""
    spread = options.spreading(engine, jobs, [first])
    from datetime import date

    from ctxaudit._version import __version__
    from ctxaudit.allowances import with_allowances
    from ctxaudit.cli.choose import chosen_rules
    from ctxaudit.cli.complaints import complain_of_both
    from ctxaudit.cli.config_file import configuration
    from ctxaudit.cli.output import write_out
    from ctxaudit.cli.progress import progress
    from ctxaudit.cli.waiting import told
    from ctxaudit.corpus.compare import compared
    from ctxaudit.corpus.local import Plan, audit_paths
    from ctxaudit.reports.compare import FORMATS
    from ctxaudit.reports.exit_code import exit_code
    from ctxaudit.rules import load_rules

    render = FORMATS[options.screen_format(format_name)]
    config = configuration(config_file)
    plan = Plan(
        rules=chosen_rules(
            {slug: rule.rule for slug, rule in load_rules().items()},
            select=options.given(select, config.select, ()),
            ignore=options.given(ignore, config.ignore, ()),
            extend=options.given(None, config.extend_select, ()),
        ),
        all_conditions=options.given(None, config.all_conditions, False),
        format=options.known_format(read_as),
        budget=config.budget,
        lanes=frozenset(lane) if lane else None,
        index=options.index_folder(index),
    )
    told(first, second)
    reports: list[Report] = []
    for path in (first, second):
        with progress() as teller:
            audited = audit_paths([path], plan, version=__version__, jobs=jobs, engine=spread, each=teller)
        reports.append(with_allowances(audited, config.allow, date.today()))
    certain: Confidence = options.given(options.confidence(min_confidence), config.min_confidence, "medium")
    sides = compared((first, reports[0]), (second, reports[1]), certain)
    write_out(render(sides, options.screen(verbose=False)), output)
    complain_of_both(list(zip((first, second), reports, strict=True)), lanes=lane, read_as=plan.format)
    raise typer.Exit(max(exit_code(report, fail_on="never") for report in reports))
