"""What the formats for other tools write of one finding, and of where it is: the same words in each of them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping, Sequence

from ctxaudit.model import Evidence, Finding, Report, TraceReport
from ctxaudit.reports import safe
from ctxaudit.reports.grouping import badness, confident
from ctxaudit.reports.options import RenderOptions
from ctxaudit.reports.totals import totals
from ctxaudit.reports.words import counted

_MESSAGE, _SHOWS, _EXCERPT, _NAME, _PATH = 1000, 300, 400, 80, 1000
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")


def listed(trace: TraceReport, options: RenderOptions) -> list[Finding]:
    """What is neither suppressed nor less sure than was asked for, the worst first; notes are among them."""
    kept = (f for f in trace.findings if f.suppressed is None and confident(f, options.min_confidence))
    return sorted(kept, key=badness)


def fixes(report: Report) -> Mapping[str, str]:
    """What to do about the findings of a rule, by its slug."""
    return {card.slug: card.fix for card in report.rules if card.fix}


def in_records(trace: TraceReport) -> bool:
    """The log is one document, a database or an archive: what is called a line counts its records, not its lines."""
    origins = (finding.origin for finding in trace.findings)
    return any(origin is not None and origin.line is None and origin.record is not None for origin in origins)


def message(finding: Finding) -> str:
    return safe.line(finding.message, _MESSAGE)


def proof(finding: Finding, most: int) -> list[str]:
    """The numbered steps, how many there are beyond `most`, and what follows; one line each."""
    lines = [f"{number}. {step_words(step)}" for number, step in enumerate(finding.evidence[:most], 1)]
    if len(finding.evidence) > most:
        lines.append(f"and {counted(len(finding.evidence) - most, 'more step')} of evidence")
    if finding.follows:
        lines.append(f"=> {safe.line(finding.follows, _MESSAGE)}")
    return lines


def step_words(step: Evidence) -> str:
    """`line 8, turn 1, r1: said 4500: "retry_delay = 4500"`."""
    span = f", {safe.name(step.span, _NAME)}" if step.span else ""
    shows = f"line {step.line}, turn {step.turn}{span}: {safe.line(step.shows, _SHOWS)}"
    return f"{shows}: {safe.quoted(step.excerpt, _EXCERPT)}" if step.excerpt else shows


def place(finding: Finding) -> str:
    """`line 30, turn 3`, with what is not ordinary of it."""
    sure = "" if finding.confidence == "high" else f", {finding.confidence} confidence"
    return f"line {finding.line}, turn {finding.turn}{sure}{', acted on' if finding.acted else ''}"


def trace_words(trace: TraceReport) -> str:
    """The trace's path, with its lane when it has one."""
    lane = f", lane {safe.name(trace.lane, _NAME)}" if trace.lane else ""
    return f"{safe.name(trace.path, 200)}{lane}"


def rules_of(trace: TraceReport) -> list[str]:
    """The rules that there is something to say of: those with a verdict, then those that only have findings."""
    return list(dict.fromkeys([*trace.verdicts, *(finding.rule for finding in trace.findings)]))


def closing(report: Report, options: RenderOptions) -> str:
    """All in one line: inputs, findings by severity, and what was not looked at or not counted."""
    total = totals(report, options.min_confidence)
    inputs = counted(total.audited, "trace")
    if total.traces != total.audited:
        inputs = f"{total.audited:,} of {counted(total.traces, 'input')}"
    found = ", ".join(counted(number, severity) for severity, number in total.findings.items())
    rest = [f"{total.not_judged:,} not judged", f"{total.suppressed:,} suppressed"]
    rest += [f"{total.below:,} below {options.min_confidence} confidence"] if total.below else []
    rest += [counted(total.problems, "problem")] if total.problems else []
    return f"{inputs}, {counted(report.rules_run, 'rule')}: {found}; {', '.join(rest)}"


def told_from(root: str, path: str) -> str:
    """The path as seen from the root where it lies below it, else as it was given; a URL and `-` stay."""
    if len(path) > _PATH:
        return safe.name(path, _PATH)
    if not path or path == "-" or _URL.match(path):
        return path
    whole = posixpath.normpath(posixpath.join(root, path))
    inside = root.rstrip("/") + "/"
    return whole[len(inside) :] if root and whole.startswith(inside) else posixpath.normpath(path)


def cut(lines: Sequence[str], most: int, noun: str) -> list[str]:
    """The first lines and how many more there are."""
    rest = len(lines) - most
    return [*lines[:most], f"and {counted(rest, f'more {noun}')}"] if rest > 0 else list(lines)
