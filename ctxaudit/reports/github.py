"""Workflow commands of GitHub Actions: one annotation a finding, the worst first, and a line that sums the run up.

A command is one line, and what the runner reads as its end is written as `%0A` and the like, so no text of a trace can
begin a command of its own. A finding in a log whose records are counted points to the file without a line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ctxaudit.model import Finding, Report, Severity, TraceReport, Unaudited
from ctxaudit.reports import safe
from ctxaudit.reports.entries import closing, fixes, in_records, listed, message, place, proof, told_from
from ctxaudit.reports.grouping import badness
from ctxaudit.reports.options import RenderOptions
from ctxaudit.reports.words import counted

_LEVELS: Mapping[Severity, str] = {"error": "error", "warning": "warning", "note": "notice"}
_STEPS = 4


def render(report: Report, options: RenderOptions) -> Iterator[str]:
    """Inputs without a report come first. `max_findings` counts over all traces; the rest is counted."""
    for one in sorted(report.unaudited, key=lambda one: (not one.broke, not one.named)):
        yield _refusal(one, options)
    found = [(finding, trace) for trace in report.traces for finding in listed(trace, options)]
    found.sort(key=lambda pair: badness(pair[0]))
    limit = len(found) if options.max_findings is None else options.max_findings
    told = fixes(report)
    for finding, trace in found[:limit]:
        yield _annotation(finding, trace, told.get(finding.rule, ""), options)
    if len(found) > limit:
        yield f"ctxaudit: and {counted(len(found) - limit, 'more finding')}\n"
    yield f"ctxaudit: {closing(report, options)}\n"


def _annotation(finding: Finding, trace: TraceReport, fix: str, options: RenderOptions) -> str:
    said = [f"{message(finding)} ({place(finding)})", *proof(finding, _STEPS)]
    said += [f"To fix: {fix}"] if fix else []
    line = {} if in_records(trace) else {"line": str(max(1, finding.line))}
    where = {"file": told_from(options.root, trace.path), **line, "title": finding.rule}
    return _command(_LEVELS[finding.severity], where, "\n".join(said))


def _refusal(one: Unaudited, options: RenderOptions) -> str:
    title = "ctxaudit broke" if one.broke else "not audited"
    level = "error" if one.broke or one.named else "warning"
    return _command(level, {"file": told_from(options.root, one.path), "title": title}, safe.line(one.why, 1000))


def _command(level: str, properties: Mapping[str, str], said: str) -> str:
    told = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{level} {told}::{_text(said)}\n"


def _text(said: str) -> str:
    return said.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: str) -> str:
    return _text(safe.visible(value)).replace(":", "%3A").replace(",", "%2C")
