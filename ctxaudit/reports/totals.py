"""The counts over all traces of a report that every format shares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ctxaudit.model import CONFIDENCES, SEVERITIES, Confidence, Finding, Report, Severity
from ctxaudit.reports.grouping import confident


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """Suppressed findings count under `suppressed` alone. `traces` holds the inputs not audited as well."""

    traces: int
    audited: int
    events: int
    findings: Mapping[Severity, int]
    by_rule: Mapping[str, int]
    by_confidence: Mapping[str, int]
    acted: int
    below: int  # findings less sure than was asked for, in none of the counts above
    suppressed: int
    problems: int
    not_judged: int


def totals(report: Report, min_confidence: Confidence = "low") -> Totals:
    """Counts the findings of at least this confidence."""
    open_findings = [f for trace in report.traces for f in trace.findings if f.suppressed is None]
    shown = [finding for finding in open_findings if confident(finding, min_confidence)]
    audited = {trace.path for trace in report.traces}
    refused = {unaudited.path for unaudited in report.unaudited} - audited
    return Totals(
        traces=len(report.traces) + len(refused),
        audited=len(report.traces),
        events=sum(trace.lines.events for trace in report.traces),
        findings=by_severity(shown),
        by_rule=dict(sorted(Counter(finding.rule for finding in shown).items())),
        by_confidence={level: sum(f.confidence == level for f in shown) for level in CONFIDENCES},
        acted=sum(finding.acted for finding in shown),
        below=len(open_findings) - len(shown),
        suppressed=sum(len(trace.findings) for trace in report.traces) - len(open_findings),
        problems=sum(len(trace.problems) for trace in report.traces),
        not_judged=sum(list(trace.verdicts.values()).count("not-judged") for trace in report.traces),
    )


def by_severity(findings: Sequence[Finding]) -> dict[Severity, int]:
    """Every severity is a key, the worst first."""
    return {severity: sum(f.severity == severity for f in findings) for severity in SEVERITIES}
