"""The report as JSON, version 1: keys are added, never renamed. Values are exact, spelled so that none can act.

One trace stands on one line, so that thousands of them can be written and compared as they come.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ctxaudit.model import Evidence, Finding, Ledger, Origin, Problem, Report, Retention, TraceReport, Unaudited
from ctxaudit.reports import safe
from ctxaudit.reports.options import RenderOptions
from ctxaudit.reports.totals import totals

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]
_EDITS = ("evict", "rewrite", "truncate", "rank", "restore")
_LARGEST = 2**63 - 1


def render(report: Report, options: RenderOptions) -> Iterator[str]:
    """Holds every finding, whatever the options say: they are for people."""
    del options
    tool = json_text({"name": "ctxaudit", "version": report.tool_version})
    yield f'{{"version":{report.version},"tool":{tool},"traces":['
    for number, trace in enumerate(report.traces):
        yield ("," if number else "") + "\n" + json_text(_trace(trace))
    rest: dict[str, Json] = {
        "unaudited": [unaudited_json(one) for one in report.unaudited],
        "passed_over": report.passed_over,
        "rules_run": report.rules_run,
        "notes": [*report.notes],
        "totals": totals_json(report),
        **statistics_part(report),
    }
    yield "\n]," + json_text(rest)[1:] + "\n"


def statistics_part(report: Report) -> dict[str, Json]:
    """The rates of the runs under their key, where they were asked for."""
    if report.statistics is None:
        return {}
    from ctxaudit.reports.fleet_json import statistics_json  # not at the top: it would be a circle

    return {"statistics": statistics_json(report.statistics)}


def json_text(value: Json) -> str:
    """Compact JSON on one line. A lone surrogate is spelled out, a number beyond 64 bits cut to them."""
    import orjson

    try:
        source = orjson.dumps(value)
    except TypeError:  # a lone surrogate or a number beyond 64 bits, which only a hostile trace holds
        source = orjson.dumps(_encodable(value))
    return safe.json_source(source.decode())


def _encodable(value: Json) -> Json:
    match value:
        case str():
            return safe.encodable(value)
        case bool():
            return value
        case int():
            return max(-_LARGEST, min(_LARGEST, value))
        case list():
            return [_encodable(one) for one in value]
        case dict():
            return {safe.encodable(key): _encodable(one) for key, one in value.items()}
    return value


def _trace(trace: TraceReport) -> dict[str, Json]:
    return {
        "path": trace.path,
        "id": trace.id,
        "format": trace.format,
        "lane": trace.lane,
        "labels": _texts(trace.labels),
        "lines": {
            "read": trace.lines.read,
            "events": trace.lines.events,
            "not_context": _numbers(trace.lines.not_context),
            "blank": trace.lines.blank,
            "problems": trace.lines.problems,
        },
        "turns": trace.turns,
        "spans": trace.spans,
        "calls": trace.calls,
        "budget": trace.budget,
        "edits": {**dict.fromkeys(_EDITS, 0), **_numbers(trace.edits)},
        "ledger": _ledger(trace.ledger),
        "regime": [{"seed": one.seed, "in_force": one.in_force, "because": one.because} for one in trace.regime],
        "retention": [_retention(one) for one in trace.retention],
        "verdicts": _texts(trace.verdicts),
        "verdict_notes": _texts(trace.verdict_notes),
        "findings": [finding_json(one) for one in trace.findings],
        "problems": [_problem(one) for one in trace.problems],
        "notes": [*trace.notes],
    }


def _numbers(counts: Mapping[str, int]) -> dict[str, Json]:
    return dict(sorted(counts.items()))


def _texts(texts: Mapping[str, str]) -> dict[str, Json]:
    return dict(sorted(texts.items()))


def _ledger(ledger: Ledger) -> dict[str, Json]:
    return {
        "entered": ledger.entered,
        "live": ledger.live,
        "evicted_external": ledger.evicted_external,
        "evicted_dispensable": ledger.evicted_dispensable,
        "withdrawn": ledger.withdrawn,
        "rewritten": ledger.rewritten,
        "truncated": ledger.truncated,
        "unattributed": ledger.unattributed,
        "estimated": ledger.estimated,
    }


def _retention(one: Retention) -> dict[str, Json]:
    return {
        "line": one.line,
        "turn": one.turn,
        "surrogate": one.surrogate,
        "tokens_in_sources": one.tokens_in_sources,
        "kept": one.kept,
        "pinned": one.pinned,
        "lost": one.lost,
        "needed_later": one.needed_later,
        "lost_tokens": [*one.lost_tokens],
        "needed_tokens": [*one.needed_tokens],
    }


def finding_json(finding: Finding) -> dict[str, Json]:
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "confidence": finding.confidence,
        "line": finding.line,
        "turn": finding.turn,
        "spans": [*finding.spans],
        "tokens": [*finding.tokens],
        "acted": finding.acted,
        "message": finding.message,
        "evidence": [_evidence(one) for one in finding.evidence],
        "follows": finding.follows,
        "edit": finding.edit,
        "edit_kind": finding.edit_kind or None,
        "origin": _origin(finding.origin) if finding.origin else None,
        "fingerprint": finding.fingerprint,
        "suppressed": finding.suppressed,
    }


def _evidence(one: Evidence) -> dict[str, Json]:
    return {"line": one.line, "turn": one.turn, "span": one.span, "shows": one.shows, "excerpt": one.excerpt}


def _origin(origin: Origin) -> dict[str, Json]:
    return {"file": origin.file, "line": origin.line, "record": origin.record, "id": origin.id}


def _problem(one: Problem) -> dict[str, Json]:
    return {"problem": one.problem, "line": one.line, "detail": one.detail, "hole": one.hole}


def unaudited_json(one: Unaudited) -> dict[str, Json]:
    return {"path": one.path, "why": one.why, "named": one.named, "broke": one.broke}


def totals_json(report: Report) -> dict[str, Json]:
    total = totals(report)
    return {
        "traces": total.traces,
        "audited": total.audited,
        "events": total.events,
        "findings": dict(total.findings.items()),
        "by_rule": _numbers(total.by_rule),
        "by_confidence": {**total.by_confidence},
        "acted": total.acted,
        "suppressed": total.suppressed,
        "problems": total.problems,
        "not_judged": total.not_judged,
    }
