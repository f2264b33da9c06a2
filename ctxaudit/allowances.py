"""Applies the configuration's allowances to a report: what they accept is suppressed, the stale and expired are noted.

The day comes in as a value, so that the same report and the same day give the same result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from fnmatch import fnmatchcase

from ctxaudit.config import Allowance
from ctxaudit.model import Finding, Report, TraceReport
from ctxaudit.suppress import allowed

_RAN = ("findings", "clean", "not-judged")


def with_allowances(report: Report, allowances: Sequence[Allowance], today: date) -> Report:
    """A finding that the trace itself allows keeps its reason, and still counts as a use of what matches it."""
    counting = [one for one in allowances if not expired(one, today)]
    used: set[str] = set()
    traces = tuple(_applied(trace, counting, used) for trace in report.traces)
    notes = [
        _expired_note(one) if expired(one, today) else _stale_note(one)
        for one in allowances
        if expired(one, today) or (one.name not in used and _had_its_chance(one, report.traces))
    ]
    return replace(report, traces=traces, notes=(*report.notes, *notes))


def expired(allowance: Allowance, today: date) -> bool:
    """The day of `expires` is the last on which it counts."""
    return allowance.expires is not None and allowance.expires < today


def _applied(trace: TraceReport, allowances: Sequence[Allowance], used: set[str]) -> TraceReport:
    here = [one for one in allowances if speaks_of(one, trace)]
    if not here:
        return trace
    return replace(trace, findings=tuple(_marked(finding, here, used) for finding in trace.findings))


def _marked(finding: Finding, allowances: Sequence[Allowance], used: set[str]) -> Finding:
    matching = [one for one in allowances if allowed(finding, one.rules, one.spans, one.tokens)]
    used.update(one.name for one in matching)
    if not matching or finding.suppressed is not None:
        return finding
    return replace(finding, suppressed=matching[0].reason)


def speaks_of(allowance: Allowance, trace: TraceReport) -> bool:
    """It names the trace by its id, by a glob over its id, or by a glob over its path or the end of it."""
    pattern = allowance.trace
    if pattern is None or pattern == trace.id:
        return True
    path = trace.path.replace("\\", "/")
    return any(fnmatchcase(text, pattern) for text in (trace.id, path)) or fnmatchcase(path, f"*/{pattern}")


def _had_its_chance(allowance: Allowance, traces: Sequence[TraceReport]) -> bool:
    """Some trace that it speaks of was audited, by every rule that it names."""
    return any(
        speaks_of(allowance, trace) and all(trace.verdicts.get(rule) in _RAN for rule in allowance.rules)
        for trace in traces
    )


def _stale_note(one: Allowance) -> str:
    return f"{_named(one)} matched no finding of this run"


def _expired_note(one: Allowance) -> str:
    return f"{_named(one)} expired on {one.expires} and suppresses nothing"


def _named(one: Allowance) -> str:
    where = f" in {one.trace}" if one.trace is not None else ""
    return f"{one.name} ({', '.join(one.rules)}{where}; {one.reason})"
