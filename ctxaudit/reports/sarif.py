"""SARIF 2.1.0: one run, with every rule that was to run, a result for each finding and its proof as a code flow.

Lines are those of the trace's file; where records are counted in their place, no region is named. What could not be
read or judged stands as notifications of the invocation. Findings less sure than was asked for are counted in the run's
properties; nothing else is left out, whatever the options say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import quote

from ctxaudit.model import Evidence, Finding, Report, RuleCard, Severity, TraceReport
from ctxaudit.reports import safe
from ctxaudit.reports.entries import in_records, message, place, told_from
from ctxaudit.reports.grouping import confident
from ctxaudit.reports.json_v1 import Json, json_text
from ctxaudit.reports.options import RenderOptions
from ctxaudit.reports.sarif_notes import notifications, text
from ctxaudit.reports.totals import totals

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
FINGERPRINT = "ctxaudit/v1"
_ROOT, _FILES = "SRCROOT", "FILES"
_STEPS, _NAMES = 50, 100
_LEVELS: Mapping[Severity, str] = {"error": "error", "warning": "warning", "note": "note"}
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_SECTION = re.compile(r"^(\S[^\n]*)\n((?: {4}[^\n]*(?:\n|\Z)|\n(?= {4}))+)", re.MULTILINE)

Object = dict[str, Json]


@dataclass(frozen=True, slots=True)
class _Where:
    """A trace's file, and whether its places are lines of that file."""

    location: Object
    lines: bool


def render(report: Report, options: RenderOptions) -> Iterator[str]:
    """One result a line, so that thousands of them can be written as they come."""
    cards = _cards(report)
    rules = {card.slug: number for number, card in enumerate(cards)}
    paths = [trace.path for trace in report.traces]
    places = {path: _location(path, options) for path in [*paths, *(one.path for one in report.unaudited)]}
    files = {_address(places[path]): places[path] for path in paths}
    numbers = {address: number for number, address in enumerate(files)}
    told = notifications(report, rules, places)
    run: Object = {
        "tool": {"driver": _driver(report, cards, told.descriptors)},
        "invocations": [{"executionSuccessful": told.successful, "toolExecutionNotifications": told.entries}],
        "artifacts": [{"location": place, "roles": ["analysisTarget"]} for place in files.values()],
        "columnKind": "unicodeCodePoints",
        "automationDetails": {"id": "ctxaudit/"},
        "properties": _counts(report, options),
    }
    bases = _bases(places.values())
    run |= {"originalUriBaseIds": bases} if bases else {}
    yield f'{{"$schema":"{SCHEMA}","version":"2.1.0","runs":[{json_text(run)[:-1]},"results":['
    first = True
    for trace in report.traces:
        location: Object = {**places[trace.path], "index": numbers[_address(places[trace.path])]}
        where = _Where(location, lines=not in_records(trace))
        for finding in trace.findings:
            if confident(finding, options.min_confidence):
                yield ("\n" if first else ",\n") + json_text(_result(finding, trace, where, rules[finding.rule]))
                first = False
    yield "\n]}]}\n"


def _cards(report: Report) -> list[RuleCard]:
    """The report's own, and a bare one for each rule that has findings without one."""
    cards = {card.slug: card for card in report.rules}
    for trace in report.traces:
        for slug in (*trace.verdicts, *(finding.rule for finding in trace.findings)):
            if slug not in cards:
                cards[slug] = RuleCard(slug=slug, group="protocol", severity="error", says=slug, page="", uri="")
    return list(cards.values())


def _driver(report: Report, cards: list[RuleCard], descriptors: list[Json]) -> Object:
    return {
        "name": "ctxaudit",
        "version": report.tool_version,
        "semanticVersion": report.tool_version,
        "rules": [_rule(card) for card in cards],
        "notifications": descriptors,
    }


def _rule(card: RuleCard) -> Object:
    shown: Object = {
        "id": card.slug,
        "name": "".join(part.capitalize() for part in card.slug.split("-")),
        "shortDescription": {"text": text(card.says)},
        "defaultConfiguration": {"level": _LEVELS[card.severity]},
    }
    if card.page:
        shown["fullDescription"] = {"text": text(card.says)}
        shown["help"] = {"text": card.page, "markdown": _markdown(card.page)}
        shown["properties"] = {"tags": [card.group], "page": card.uri}
    return shown


def _markdown(page: str) -> str:
    """The page with its headings in bold; what is indented below one is no code."""
    return _SECTION.sub(lambda match: f"**{match[1]}**\n\n{re.sub('^ {4}', '', match[2], flags=re.MULTILINE)}\n", page)


def _result(finding: Finding, trace: TraceReport, where: _Where, rule: int) -> Object:
    spans = [_name(span) for span in finding.spans[:_NAMES]]
    result: Object = {
        "ruleId": finding.rule,
        "ruleIndex": rule,
        "level": _LEVELS[finding.severity],
        "message": {"text": text(message(finding))},
        "locations": [_at(finding.line, where, spans)],
        "properties": _properties(finding, trace),
    }
    if finding.fingerprint:
        result["partialFingerprints"] = {FINGERPRINT: _name(finding.fingerprint)}
    if finding.evidence:
        flow = [_step(number, step, where) for number, step in enumerate(finding.evidence[:_STEPS], 1)]
        flow.append(_named(finding.line, where, f"{finding.rule}: {place(finding)}"))
        result["codeFlows"] = [{"threadFlows": [{"locations": [{"location": one} for one in flow]}]}]
    if finding.suppressed is not None:
        result["suppressions"] = [{"kind": "external", "justification": safe.line(finding.suppressed, 500)}]
    return result


def _properties(finding: Finding, trace: TraceReport) -> Object:
    """Every verdict that one may want to filter by; texts are cut, the JSON report has them whole."""
    return {
        "confidence": finding.confidence,
        "acted": finding.acted,
        "turn": finding.turn,
        "trace": _name(trace.id),
        "lane": None if trace.lane is None else _name(trace.lane),
        "verdict": trace.verdicts.get(finding.rule, "findings"),
        "spans": [_name(span) for span in finding.spans[:_NAMES]],
        "tokens": [_name(token) for token in finding.tokens[:_NAMES]],
        "edit": finding.edit,
        "follows": safe.line(finding.follows, 1000),
    }


def _step(number: int, step: Evidence, where: _Where) -> Object:
    shows = f"{number}. {safe.line(step.shows, 300)}"
    said = f"{shows}: {safe.quoted(step.excerpt, 400)}" if step.excerpt else shows
    return _named(step.line, where, said, [_name(step.span)] if step.span else [])


def _named(line: int, where: _Where, said: str, spans: list[str] | None = None) -> Object:
    return {**_at(line, where, spans or []), "message": {"text": text(said)}}


def _at(line: int, where: _Where, spans: list[str]) -> Object:
    region: Object = {"region": {"startLine": max(1, line)}} if where.lines else {}
    at: Object = {"physicalLocation": {"artifactLocation": where.location, **region}}
    return at | (
        {"logicalLocations": [{"name": span, "kind": "object"} for span in dict.fromkeys(spans)]} if spans else {}
    )


def _location(path: str, options: RenderOptions) -> Object:
    """Always a relative address, of the root or of the file system; only what was read from a URL keeps that."""
    told = told_from(options.root, path) or "unnamed"
    source = told.encode("utf-8", "surrogatepass")
    if _URL.match(told):
        return {"uri": quote(source, safe="/:?&=%@+,;~")}
    if told.startswith("/"):
        return {"uri": quote(source.lstrip(b"/")), "uriBaseId": _FILES}
    return {"uri": quote(source), "uriBaseId": _ROOT}


def _address(location: Object) -> str:
    """Two spellings of one path have one address, and a file is listed once."""
    return f"{location.get('uriBaseId')} {location['uri']}"


def _bases(locations: Iterable[Object]) -> Object:
    used = {one.get("uriBaseId") for one in locations}
    known: Object = {_ROOT: {"description": {"text": "The folder that the paths are told from."}}}
    known[_FILES] = {"uri": "file:///"}
    return {name: base for name, base in known.items() if name in used}


def _name(name: str) -> str:
    return safe.name(name, 200)


def _counts(report: Report, options: RenderOptions) -> Object:
    total = totals(report, options.min_confidence)
    return {
        "traces": total.audited,
        "findings": dict(total.findings.items()),
        "suppressed": total.suppressed,
        "belowConfidence": total.below,
        "problems": total.problems,
        "notJudged": total.not_judged,
        "passedOver": report.passed_over,
    }
