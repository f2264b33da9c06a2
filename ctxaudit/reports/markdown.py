"""The report as Markdown for a job's summary: totals, a folded table of findings for each trace, what to do.

The worst come first. It stays far below the mebibyte that GitHub shows of a summary, and counts what it leaves out.
Text of a trace is spelled with character references, so that it is neither Markdown nor HTML, nor a link, nor a
mention.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from ctxaudit.model import Finding, Report, TraceReport, Unaudited
from ctxaudit.reports import safe
from ctxaudit.reports.entries import closing, fixes, listed, message, place, proof, trace_words
from ctxaudit.reports.grouping import badness
from ctxaudit.reports.layout.claims import counts
from ctxaudit.reports.options import RenderOptions
from ctxaudit.reports.totals import totals
from ctxaudit.reports.words import counted

LARGEST = 256 * 1024  # bytes
_FINDINGS, _STEPS, _REFUSALS = 50, 3, 20
_HEAD = "| Severity | Rule | Where | What |\n|---|---|---|---|\n"
_LIVE = re.compile(r"[\\`*_{}\[\]<>#|~&$!^=\"'@]|:(?=\S)|(?<=www)\.", re.IGNORECASE)


def render(report: Report, options: RenderOptions) -> Iterator[str]:
    """`max_findings` is for each trace."""
    head = "".join(_opening(report, options))
    yield head
    left = LARGEST - len(head.encode())
    blocks = [(listed(trace, options), trace) for trace in report.traces]
    with_findings = [block for block in blocks if block[0]]
    with_findings.sort(key=lambda block: badness(block[0][0]))
    fix = _to_fix(report, (finding.rule for found, _ in with_findings for finding in found))
    left -= len(fix.encode())
    for shown, (found, trace) in enumerate(with_findings):
        block = _block(trace, found, options)
        left -= len(block.encode())
        if left < 0:
            yield f"\nAnd {counted(len(with_findings) - shown, 'more trace')} with findings\n"
            break
        yield block
    yield fix
    if len(with_findings) < len(blocks):
        yield f"\n{counted(len(blocks) - len(with_findings), 'trace')} without findings that count\n"


def dead(text: str) -> str:
    """Text that a reader of Markdown shows as it stands. A comment parts `@` from a name: references do not stop it."""
    return _LIVE.sub(lambda match: f"&#{ord(match[0])};{'<!-- -->' if match[0] == '@' else ''}", safe.visible(text))


def _opening(report: Report, options: RenderOptions) -> Iterator[str]:
    total = totals(report, options.min_confidence)
    found = ", ".join(counted(number, severity) for severity, number in total.findings.items())
    yield f"## ctxaudit: {found}\n\n{dead(closing(report, options))}\n"
    refused = sorted(report.unaudited, key=lambda one: (not one.broke, not one.named))
    if refused:
        yield "\nNot audited:\n\n"
        yield from (f"* {_refusal(one)}\n" for one in refused[:_REFUSALS])
    if len(refused) > _REFUSALS:
        yield f"* and {counted(len(refused) - _REFUSALS, 'more input')}\n"


def _refusal(one: Unaudited) -> str:
    fault = "ctxaudit broke: " if one.broke else ""
    return f"{dead(safe.name(one.path, 200))}: {fault}{dead(safe.line(one.why, 300))}"


def _block(trace: TraceReport, found: list[Finding], options: RenderOptions) -> str:
    """One trace, folded."""
    limit = _FINDINGS if options.max_findings is None else options.max_findings
    numbers = "".join(words for _, words in counts(found))
    rows = "".join(_row(finding) for finding in found[:limit])
    rest = len(found) - limit
    more = f"\nAnd {counted(rest, 'more finding')}\n" if rest > 0 else ""
    summary = f"{dead(trace_words(trace))}: {numbers}"
    return f"\n<details>\n<summary>{summary}</summary>\n\n{_HEAD if rows else ''}{rows}{more}\n</details>\n"


def _to_fix(report: Report, rules: Iterable[str]) -> str:
    """What to do about the findings of each rule, as a list."""
    told = fixes(report)
    items = [f"* {dead(slug)}: {dead(told[slug])}\n" for slug in dict.fromkeys(rules) if slug in told]
    return "".join(["\nTo fix:\n\n", *items]) if items else ""


def _row(finding: Finding) -> str:
    said = "<br>".join(dead(line) for line in (message(finding), *proof(finding, _STEPS)))
    return f"| {finding.severity} | {dead(finding.rule)} | {dead(place(finding))} | {said} |\n"
