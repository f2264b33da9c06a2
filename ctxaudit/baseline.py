"""Today's findings as accepted: writes them to a baseline, and marks them in a later report.

A finding is known by its fingerprint, so that a line put in above it changes nothing; a new finding in an old trace has
a new fingerprint and is seen.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ctxaudit.errors import InputError
from ctxaudit.model import Finding, Report, TraceReport

REASON = "in the baseline"
_RAN = ("findings", "clean", "not-judged")


@dataclass(frozen=True, slots=True)
class Entry:
    """One accepted finding. Only the fingerprint decides; the rest is there for whoever reads the file."""

    fingerprint: str
    rule: str
    trace: str
    spans: tuple[str, ...] = ()


def written(report: Report) -> str:
    """The baseline of a report: every finding that nothing else suppresses, sorted, one a line."""
    entries = sorted({_entry(trace, finding) for trace, finding in _open(report)}, key=_place)
    rows = ",\n".join(f"  {json.dumps(_value(entry), ensure_ascii=False)}" for entry in entries)
    return f'{{"version": 1, "findings": [\n{rows}\n]}}\n' if rows else '{"version": 1, "findings": []}\n'


def read(path: str, text: str) -> Mapping[str, Entry]:
    """The entries of a baseline's text by fingerprint. Refuses what is no baseline, and says what is wrong with it."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(path, f"is no baseline: not JSON ({error})") from error
    if not (isinstance(value, dict) and _is_one(value.get("version")) and isinstance(value.get("findings"), list)):
        raise InputError(path, 'is no baseline: expected {"version": 1, "findings": […]}; write one with `baseline`')
    entries = [_read(path, number, row) for number, row in enumerate(value["findings"], 1)]
    return {entry.fingerprint: entry for entry in entries}


def _is_one(version: object) -> bool:
    """The number, which `true` is not."""
    return version == 1 and not isinstance(version, bool)


def applied(report: Report, entries: Mapping[str, Entry]) -> Report:
    """The report with known findings suppressed, and a note of the entries that are stale.

    An entry is stale when its trace was audited by its rule and the finding is not there any more.
    """
    traces = tuple(_marked(trace, entries) for trace in report.traces)
    met = {finding.fingerprint for trace in report.traces for finding in trace.findings}
    judged = {
        (trace.id, rule) for trace in report.traces for rule, verdict in trace.verdicts.items() if verdict in _RAN
    }
    stale = [one for one in entries.values() if one.fingerprint not in met and (one.trace, one.rule) in judged]
    return replace(report, traces=traces, notes=(*report.notes, *_stale_note(stale)))


def _marked(trace: TraceReport, entries: Mapping[str, Entry]) -> TraceReport:
    if not any(finding.fingerprint in entries for finding in trace.findings):
        return trace
    return replace(trace, findings=tuple(_accepted(finding, entries) for finding in trace.findings))


def _accepted(finding: Finding, entries: Mapping[str, Entry]) -> Finding:
    if finding.suppressed is not None or finding.fingerprint not in entries:
        return finding
    return replace(finding, suppressed=REASON)


def _stale_note(stale: list[Entry]) -> Iterator[str]:
    if not stale:
        return
    named = ", ".join(f"{entry.rule} in {entry.trace}" for entry in stale[:3])
    more = f" and {len(stale) - 3} more" if len(stale) > 3 else ""
    what = "1 entry of the baseline is" if len(stale) == 1 else f"{len(stale)} entries of the baseline are"
    yield f"{what} stale ({named}{more}): the findings are gone; write the baseline again"


def _open(report: Report) -> Iterator[tuple[TraceReport, Finding]]:
    for trace in report.traces:
        for finding in trace.findings:
            if finding.suppressed is None:
                yield trace, finding


def _entry(trace: TraceReport, finding: Finding) -> Entry:
    return Entry(finding.fingerprint, finding.rule, trace.id, finding.spans)


def _place(entry: Entry) -> tuple[str, str, tuple[str, ...], str]:
    return entry.trace, entry.rule, entry.spans, entry.fingerprint


def _value(entry: Entry) -> dict[str, object]:
    return {
        "fingerprint": entry.fingerprint,
        "rule": entry.rule,
        "trace": entry.trace,
        "spans": list(entry.spans),
    }


def _read(path: str, number: int, row: object) -> Entry:
    if isinstance(row, dict):
        known = [row.get(key) for key in ("fingerprint", "rule", "trace")]
        spans = row.get("spans", [])
        if all(isinstance(text, str) for text in known) and isinstance(spans, list):
            return Entry(str(known[0]), str(known[1]), str(known[2]), tuple(map(str, spans)))
    raise InputError(path, f'is no baseline: entry {number} needs "fingerprint", "rule" and "trace" as strings')
