"""The whole page: what was found in how much, an index of many traces with the worst first, and a section for each."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Sequence

from ctxaudit.model import Report, TraceReport
from ctxaudit.reports import safe
from ctxaudit.reports.entries import trace_words
from ctxaudit.reports.grouping import badness, shelve
from ctxaudit.reports.html.cards import counts
from ctxaudit.reports.html.section import Shown, section
from ctxaudit.reports.html.views import IndexRow, Page, RuleText
from ctxaudit.reports.layout.coverage import edit_words
from ctxaudit.reports.options import RenderOptions
from ctxaudit.reports.totals import by_severity, totals
from ctxaudit.reports.words import counted

DRAWN = 50  # traces with a section
_INDEXED = 2_000
_FINDINGS_OF_ONE, _FINDINGS_OF_ALL, _FINDINGS_LEAST = 500, 2_000, 20
_REFUSALS, _NOTES, _PAGE = 100, 20, 20_000


def page(report: Report, options: RenderOptions) -> Page:
    ranked = _ranked(report, options)
    findings = [finding for shown in ranked for finding in shown.counting]
    drawn = ranked[:DRAWN]
    sections = tuple(section(shown, number) for number, shown in enumerate(drawn, 1))
    headline = counts(findings)
    clean = "No findings" if report.traces else "Nothing was audited"
    words = ", ".join(count.words for count in headline) or clean
    where = trace_words(report.traces[0]) if len(report.traces) == 1 else counted(len(report.traces), "trace")
    refused = sorted(report.unaudited, key=lambda one: (not one.broke, not one.named))
    return Page(
        title=f"{words}: {where}" if report.traces else words,
        version=safe.line(report.tool_version, 40),
        headline=headline,
        clean=clean,
        closing=_closing(report, options),
        index=tuple(_index(ranked)) if len(ranked) > 1 else (),
        index_more=f"and {counted(len(ranked) - _INDEXED, 'more trace')}" if len(ranked) > _INDEXED else "",
        sections=sections,
        unaudited=tuple(
            (safe.name(one.path, 200), ("ctxaudit broke: " if one.broke else "") + safe.line(one.why, 300))
            for one in refused[:_REFUSALS]
        ),
        unaudited_more=_unaudited_more(report, len(refused)),
        notes=tuple(safe.line(note, 400) for note in report.notes[:_NOTES]),
        rules=tuple(_rules(report, {finding.rule for finding in findings})),
    )


def _closing(report: Report, options: RenderOptions) -> str:
    """What was looked at, and what counts in none of the numbers above."""
    total = totals(report, options.min_confidence)
    inputs = counted(total.audited, "trace")
    if total.traces != total.audited:
        inputs = f"{total.audited:,} of {counted(total.traces, 'input')}"
    said = [f"{inputs}, {counted(total.events, 'event')}, {counted(report.rules_run, 'rule')}"]
    said += [f"{total.acted:,} acted on"] if total.acted else []
    said += [f"{total.not_judged:,} not judged"] if total.not_judged else []
    said += [f"{total.suppressed:,} suppressed"] if total.suppressed else []
    said += [f"{total.below:,} below {options.min_confidence} confidence"] if total.below else []
    said += [counted(total.problems, "problem")] if total.problems else []
    return "; ".join(said)


def _ranked(report: Report, options: RenderOptions) -> list[Shown]:
    """The trace with the worst finding first; of equals the one with more of them."""
    share = max(_FINDINGS_LEAST, _FINDINGS_OF_ALL // max(1, min(DRAWN, len(report.traces))))
    most = min(_FINDINGS_OF_ONE, share) if options.max_findings is None else options.max_findings
    every = [Shown(trace, shelve(trace.findings, options), most, options.min_confidence) for trace in report.traces]
    return sorted(every, key=_rank)


def _rank(shown: Shown) -> tuple[int, bool, bool, int, int]:
    counting = shown.counting
    if not counting:
        return 9, True, True, 9, 0
    severity, unacted, quiet, confidence, *_ = badness(counting[0])
    return severity, unacted, quiet, confidence, -len(counting)


def _index(ranked: Sequence[Shown]) -> Iterator[IndexRow]:
    for number, shown in enumerate(ranked[:_INDEXED], 1):
        counting, trace = shown.counting, shown.trace
        acted = sum(finding.acted for finding in counting)
        yield IndexRow(
            href=f"#t{number}" if number <= DRAWN else "",
            title=_short_name(trace),
            about="; ".join((*_folder(trace), safe.name(trace.format, 40), _size(trace))),
            numbers=(
                *(
                    (severity if amount else "zero", f"{amount:,}", severity if amount == 1 else f"{severity}s")
                    for severity, amount in by_severity(counting).items()
                ),
                ("acted" if acted else "zero", f"{acted:,}", "acted on"),
            ),
            worst=safe.line(counting[0].message, 160) if counting else "",
        )


def _folder(trace: TraceReport) -> Iterator[str]:
    folder = posixpath.dirname(trace.path.rstrip("/"))
    if folder:
        yield f"in {safe.name(folder, 100)}"


def _size(trace: TraceReport) -> str:
    return f"{counted(trace.turns, 'turn')}, {edit_words([trace])}"


def _short_name(trace: TraceReport) -> str:
    """The file's own name, and what tells several traces of one file apart."""
    file = posixpath.basename(trace.path.rstrip("/")) or trace.path
    lane = f", lane {safe.name(trace.lane, 40)}" if trace.lane else ""
    return f"{safe.name(file, 100)}{lane}, {safe.name(trace.id, 40)}"


def _unaudited_more(report: Report, refused: int) -> str:
    said = [f"and {counted(refused - _REFUSALS, 'more input')}"] if refused > _REFUSALS else []
    said += [f"{counted(report.passed_over, 'file')} passed over: not a log of a known format"] * bool(
        report.passed_over
    )
    return "; ".join(said)


def _rules(report: Report, spoke: Iterable[str]) -> Iterator[RuleText]:
    """The pages of the rules that have findings here."""
    known = set(spoke)
    for card in sorted(report.rules, key=lambda card: card.slug):
        if card.slug in known:
            yield RuleText(slug=card.slug, says=safe.line(card.says, 1000), page=tuple(card.page[:_PAGE].split("\n")))
