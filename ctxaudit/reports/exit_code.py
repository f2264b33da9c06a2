"""The number that the command ends with, from the report alone."""

from __future__ import annotations

from ctxaudit.model import SEVERITIES, Confidence, Finding, Report
from ctxaudit.reports.grouping import confident
from ctxaudit.reports.options import FailOn

CLEAN, FINDINGS, UNAUDITED, BROKE = 0, 1, 3, 70


def exit_code(
    report: Report, fail_on: FailOn = "error", min_confidence: Confidence = "medium", strict: bool = False
) -> int:
    """70 when ctxaudit broke, else 3 when a named input was not audited, else 1 for findings that count, else 0."""
    if any(unaudited.broke for unaudited in report.unaudited):
        return BROKE
    if not report.traces or any(unaudited.named for unaudited in report.unaudited):
        return UNAUDITED
    if strict and any(trace.problems for trace in report.traces):
        return UNAUDITED
    return FINDINGS if any(_counts(f, fail_on, min_confidence) for t in report.traces for f in t.findings) else CLEAN


def _counts(finding: Finding, fail_on: FailOn, min_confidence: Confidence) -> bool:
    if fail_on == "never" or finding.suppressed is not None or not confident(finding, min_confidence):
        return False
    return SEVERITIES.index(finding.severity) <= SEVERITIES.index(fail_on)
