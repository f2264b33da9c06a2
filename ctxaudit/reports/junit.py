"""JUnit XML: one suite a trace, one case a rule that was to run. A case fails when its rule has findings that count.

What counts is what `--fail-on` counts, so that a red case and the exit code say the same; lesser findings are the
case's output. A rule that was not judged, or that is not in force, is skipped, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

from ctxaudit.model import SEVERITIES, Finding, Report, TraceReport, Unaudited
from ctxaudit.reports import safe
from ctxaudit.reports.entries import (
    cut,
    fixes,
    in_records,
    listed,
    message,
    place,
    proof,
    rules_of,
    told_from,
    trace_words,
)
from ctxaudit.reports.options import RenderOptions
from ctxaudit.reports.words import counted

_FINDINGS, _STEPS, _PROBLEMS = 50, 10, 50
_SKIPPED = {"not-in-force": "not in force", "not-judged": "not judged"}
_Attributes = dict[str, str | int]


@dataclass(frozen=True, slots=True)
class _Case:
    attributes: _Attributes
    outcome: str = ""  # failure, error, skipped or nothing
    short: str = ""
    kind: str = ""
    lines: Sequence[str] = ()
    output: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class _Suite:
    name: str
    cases: Sequence[_Case]
    file: str = ""
    properties: dict[str, str] = field(default_factory=dict)
    errors: Sequence[str] = ()

    def count(self, outcome: str) -> int:
        return sum(case.outcome == outcome for case in self.cases)


def render(report: Report, options: RenderOptions) -> Iterator[str]:
    """Findings that are suppressed or less sure than was asked for are in no case but named in its output."""
    told = fixes(report)
    suites = [_suite(trace, told, options) for trace in report.traces]
    if report.unaudited:
        suites.append(_Suite("not audited", [_refusal(one, options) for one in report.unaudited]))
    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    yield f"<testsuites{_counts('ctxaudit', suites)}>\n"
    for suite in suites:
        yield from _suite_xml(suite)
    yield "</testsuites>\n"


def _suite(trace: TraceReport, told: Mapping[str, str], options: RenderOptions) -> _Suite:
    found: dict[str, list[Finding]] = {}
    for finding in listed(trace, options):
        found.setdefault(finding.rule, []).append(finding)
    file = told_from(options.root, trace.path)
    cases = [_case(trace, rule, found.get(rule, []), told.get(rule, ""), file, options) for rule in rules_of(trace)]
    problems = [f"line {p.line}: {safe.name(p.problem, 60)}: {safe.line(p.detail, 300)}" for p in trace.problems]
    properties = {"trace": trace.id, "format": trace.format, "events": str(trace.lines.events)}
    return _Suite(trace_words(trace), cases, file, properties, cut(problems, _PROBLEMS, "problem"))


def _case(trace: TraceReport, rule: str, found: list[Finding], fix: str, file: str, options: RenderOptions) -> _Case:
    attributes: _Attributes = {"name": rule, "classname": trace_words(trace), "file": file}
    output = _suppressed(trace, rule)
    if not found:
        verdict = trace.verdicts.get(rule, "clean")
        note = trace.verdict_notes.get(rule, "no reason on record")
        if verdict in _SKIPPED:
            return _Case(attributes, "skipped", f"{_SKIPPED[verdict]}: {safe.line(note, 500)}", output=output)
        return _Case(attributes, output=[*output, safe.line(note, 500)] if verdict == "clean" else output)
    if not in_records(trace):
        attributes["line"] = max(1, found[0].line)
    said = [line for finding in found[:_FINDINGS] for line in _finding_lines(finding)]
    said += [f"and {counted(len(found) - _FINDINGS, 'more finding')}"] if len(found) > _FINDINGS else []
    said += [f"To fix: {fix}"] if fix else []
    if not _fails(found[0], options):
        return _Case(attributes, output=[*said, *output])
    return _Case(attributes, "failure", _short(found), found[0].severity, said, output)


def _fails(worst: Finding, options: RenderOptions) -> bool:
    return options.fail_on != "never" and SEVERITIES.index(worst.severity) <= SEVERITIES.index(options.fail_on)


def _short(found: Sequence[Finding]) -> str:
    more = f" (and {len(found) - 1:,} more)" if len(found) > 1 else ""
    return f"{message(found[0])}{more}"


def _finding_lines(finding: Finding) -> list[str]:
    return [
        f"{finding.severity}: {message(finding)} ({place(finding)})",
        *(f"  {line}" for line in proof(finding, _STEPS)),
    ]


def _suppressed(trace: TraceReport, rule: str) -> list[str]:
    lines = [
        f"suppressed, line {finding.line}: {safe.quoted(finding.suppressed, 200)}"
        for finding in trace.findings
        if finding.rule == rule and finding.suppressed is not None
    ]
    return cut(lines, _FINDINGS, "suppressed finding")


def _refusal(one: Unaudited, options: RenderOptions) -> _Case:
    file = told_from(options.root, one.path)
    kind = "ctxaudit broke" if one.broke else "not audited"
    attributes: _Attributes = {"name": safe.name(one.path, 200), "classname": kind, "file": file}
    return _Case(attributes, "error", safe.line(one.why, 500), kind)


def _suite_xml(suite: _Suite) -> Iterator[str]:
    yield f"<testsuite{_counts(suite.name, [suite])}{_attributes({'file': suite.file}) if suite.file else ''}>\n"
    if suite.properties:
        pairs = (_attributes({"name": key, "value": value}) for key, value in suite.properties.items())
        yield f"<properties>{''.join(f'<property{pair}/>' for pair in pairs)}</properties>\n"
    for case in suite.cases:
        yield _case_xml(case)
    yield _block("system-err", suite.errors)
    yield "</testsuite>\n"


def _case_xml(case: _Case) -> str:
    inside = ""
    if case.outcome:
        told = _attributes({"message": case.short} | ({"type": case.kind} if case.kind else {}))
        inside = f"<{case.outcome}{told}>{_dead(chr(10).join(case.lines))}</{case.outcome}>\n"
    inside += _block("system-out", case.output)
    return f"<testcase{_attributes({**case.attributes, 'time': '0'})}>{inside}</testcase>\n"


def _block(tag: str, lines: Sequence[str]) -> str:
    return f"<{tag}>{_dead(chr(10).join(lines))}</{tag}>\n" if lines else ""


def _counts(name: str, suites: Sequence[_Suite]) -> str:
    counts: _Attributes = {"name": name, "tests": sum(len(suite.cases) for suite in suites)}
    for plural, outcome in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        counts[plural] = sum(suite.count(outcome) for suite in suites)
    return _attributes({**counts, "time": "0"})


def _attributes(pairs: _Attributes | dict[str, str]) -> str:
    return "".join(f' {key}="{_dead(safe.name(str(value), 1000))}"' for key, value in pairs.items())


def _dead(text: str) -> str:
    """What XML can hold at all, with nothing in it that is XML. The line breaks are ours."""
    return "\n".join(escape(safe.visible(line)) for line in text.split("\n"))
