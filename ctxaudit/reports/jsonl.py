"""One finding a line, each whole without the others, then one line that sums the run up.

Findings have the keys of the JSON report, and the trace that they are of.
"""

from __future__ import annotations

from collections.abc import Iterator

from ctxaudit.model import Report
from ctxaudit.reports.json_v1 import Json, finding_json, json_text, statistics_part, totals_json, unaudited_json
from ctxaudit.reports.options import RenderOptions


def render(report: Report, options: RenderOptions) -> Iterator[str]:
    """Holds every finding, whatever the options say: they are for people."""
    del options
    for trace in report.traces:
        names: dict[str, Json] = {"path": trace.path, "id": trace.id, "format": trace.format, "lane": trace.lane}
        for finding in trace.findings:
            line: dict[str, Json] = {"type": "finding", "version": report.version, "trace": names}
            yield json_text(line | finding_json(finding)) + "\n"
    yield json_text(_summary(report)) + "\n"


def _summary(report: Report) -> dict[str, Json]:
    return {
        "type": "summary",
        "version": report.version,
        "tool": {"name": "ctxaudit", "version": report.tool_version},
        "totals": totals_json(report),
        "rules_run": report.rules_run,
        "unaudited": [unaudited_json(one) for one in report.unaudited],
        "passed_over": report.passed_over,
        "notes": [*report.notes],
        **statistics_part(report),
    }
