"""The whole report for a person as rows: coverage, findings, panels, one closing line. One trace fills a screen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ctxaudit.model import Report, TraceReport, Verdict
from ctxaudit.reports.entries import in_records
from ctxaudit.reports.grouping import Shelves, shelve
from ctxaudit.reports.layout import coverage, panels
from ctxaudit.reports.layout.claims import INDENT, counts
from ctxaudit.reports.layout.findings import findings
from ctxaudit.reports.layout.many import many_rows
from ctxaudit.reports.layout.remedies import remedies
from ctxaudit.reports.layout.rows import BLANK, Part, Row, paragraph
from ctxaudit.reports.layout.shelves import shelf_rows
from ctxaudit.reports.options import RenderOptions
from ctxaudit.reports.totals import totals
from ctxaudit.reports.words import counted

ROWS = 60
_LEAST_WIDTH = 40
_LEAST_FINDING_ROWS = 8
_QUIET: tuple[Verdict, ...] = ("clean", "not-in-force", "not-judged")


def screen_rows(report: Report, options: RenderOptions) -> Iterator[Row]:
    """No row is wider than `width` (40 at least); one trace takes sixty rows at most, unless told otherwise."""
    options = replace(options, width=max(_LEAST_WIDTH, options.width))
    refused = coverage.unaudited(report, options)
    noted = [] if options.quiet else coverage.run_notes(report, options)
    closing = _closing(report, options)
    if len(report.traces) == 1:
        room = ROWS - len(closing) - sum(len(part) + 1 for part in (refused, noted) if part)
        yield from _one(report, options, room)
    elif report.traces:
        yield from many_rows(report.traces, report.rules, options, ROWS)
    else:
        yield from (*paragraph([("title", "Nothing was audited")], options.width), BLANK)
    for part in (_rates(report, options), refused, noted):
        if part:
            yield from (*part, BLANK)
    yield from closing


def _rates(report: Report, options: RenderOptions) -> list[Row]:
    if report.statistics is None:
        return []
    from ctxaudit.reports.layout.fleet import statistics_rows

    return statistics_rows(report.statistics, options)


def _one(report: Report, options: RenderOptions, room: int) -> Iterator[Row]:
    [trace] = report.traces
    shelves = shelve(trace.findings, options)
    title = _finding_title(trace, shelves, options)
    if options.quiet:
        yield from (*title, *_finding_rows(trace, shelves, options, room - len(title) - 1), BLANK)
        return
    head = coverage.trace_title(trace, options.width) + coverage.coverage([trace], options)
    fix = remedies(report.rules, shelves.listed, options)
    tail = [*fix, *([BLANK] if fix else [])]
    tail += panels.ledger([trace], options) + panels.regime([trace], options) + panels.retention([trace], options)
    tail += panels.verdicts(trace, options, names=options.verbose or not shelves.listed)
    room -= len(head) + len(title) + len(tail) + 3
    yield from (*head, BLANK, *title)
    yield from _finding_rows(trace, shelves, options, max(_LEAST_FINDING_ROWS, room))
    yield from (BLANK, *tail, BLANK)


def _finding_title(trace: TraceReport, shelves: Shelves, options: RenderOptions) -> list[Row]:
    listed = shelves.listed
    if listed:
        edits = len({finding.edit for finding in listed if finding.edit is not None})
        behind = f", from {counted(edits, 'edit')}" if edits else ""
        order = "; worst first" if len(listed) > 1 else ""
        place = "; a line is a record of the log" if in_records(trace) else ""
        parts: list[Part] = [("title", "Findings: "), *counts(listed), ("plain", behind + order + place)]
        return paragraph(parts, options.width, hang=2)
    if shelves.notes or shelves.low or shelves.suppressed:
        return paragraph([("title", "No error and no warning that counts")], options.width)
    why = "" if coverage.was_edited(trace) else ". No edit is on record: most rules had nothing to look at"
    said: list[Part] = [("title", "No findings"), ("plain", f"{_checked_words(trace)}{why}")]
    return paragraph(said, options.width, hang=2)


def _checked_words(trace: TraceReport) -> str:
    """`: 14 rules clean, 8 not judged`, or nothing when no rule ran."""
    given = list(trace.verdicts.values())
    parts = [f"{given.count(one):,} {one.replace('-', ' ')}" for one in _QUIET if one in given]
    return f": of {counted(len(given), 'rule')} {', '.join(parts)}" if parts else ""


def _finding_rows(trace: TraceReport, shelves: Shelves, options: RenderOptions, room: int) -> list[Row]:
    shelved = shelf_rows(shelves, options)
    limit = options.max_findings
    if options.verbose or limit is not None:
        rows = findings(trace, shelves.listed[:limit], options, None)
        rest = [] if limit is None else shelves.listed[limit:]
        if rest:
            rows += paragraph([("plain", "and "), *counts(rest), ("plain", " more")], options.width, indent=INDENT)
    else:
        rows = findings(trace, shelves.listed, options, room - len(shelved) - bool(shelved))
    return rows + ([BLANK] if rows and shelved else []) + shelved


def _closing(report: Report, options: RenderOptions) -> list[Row]:
    total = totals(report, options.min_confidence)
    audited = counted(total.audited, "trace")
    if total.traces != total.audited:
        audited = f"{total.audited:,} of {counted(total.traces, 'input')}"
    said: list[Part] = [("title", audited), ("plain", f", {counted(total.events, 'event')}")]
    said.append(("plain", f", {counted(report.rules_run, 'rule')}: "))
    for at, (severity, number) in enumerate(total.findings.items()):
        said += [("plain", ", ")] if at else []
        said.append((severity if number else "plain", counted(number, severity)))
    rest = [f"{total.not_judged:,} not judged", f"{total.suppressed:,} suppressed"]
    if total.below:
        rest.append(f"{total.below:,} below {options.min_confidence} confidence")
    if total.problems:
        rest.append(counted(total.problems, "problem"))
    return paragraph([*said, ("plain", f"; {', '.join(rest)}")], options.width, hang=2)
