"""One claim of a trace as rows: the sentence and its place, the proof, what follows, what else stands there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ctxaudit.model import Evidence, Finding
from ctxaudit.reports import safe
from ctxaudit.reports.grouping import Claim
from ctxaudit.reports.layout.rows import Part, Row, paragraph
from ctxaudit.reports.options import RenderOptions
from ctxaudit.reports.totals import by_severity
from ctxaudit.reports.words import counted, some

INDENT, HANG = 2, 11
FOLDED, BRIEF, FULL = 0, 1, 2


@dataclass(frozen=True, slots=True)
class _Limits:
    message: int
    shows: int
    excerpt: int
    rows: int  # that a step with its excerpt takes
    steps: int


_SHORT = _Limits(message=360, shows=120, excerpt=160, rows=2, steps=4)
_LONG = _Limits(message=4000, shows=1000, excerpt=1200, rows=100, steps=1000)


def claim_rows(claim: Claim, level: int, options: RenderOptions) -> list[Row]:
    if level == FOLDED:
        return []
    if options.verbose:
        return [row for finding in claim.findings for row in _finding_rows(finding, level, options)]
    rows = _finding_rows(claim.lead, level, options, beside=len(claim.findings) - 1 if level == BRIEF else 0)
    if level == FULL and len(claim.findings) > 1:
        said: list[Part] = [("title", "and here: "), ("plain", _beside_words(claim.findings[1:]))]
        rows += paragraph(said, options.width, indent=HANG, hang=HANG + 2)
    return rows


def counts(found: Sequence[Finding]) -> list[Part]:
    """`6 errors (2 acted on), 21 warnings`."""
    parts: list[Part] = []
    for severity, number in by_severity(found).items():
        if number:
            acted = sum(f.acted for f in found if f.severity == severity)
            of_them = "" if acted == number == 1 else "all " if acted == number else f"{acted:,} "
            parts += [("plain", ", ")] if parts else []
            parts.append((severity, counted(number, severity) + (f" ({of_them}acted on)" if acted else "")))
    return parts


def _beside_words(found: Sequence[Finding]) -> str:
    rules: dict[str, list[Finding]] = {}
    for finding in found:
        rules.setdefault(finding.rule, []).append(finding)
    parts = []
    for rule, same in rules.items():
        tokens = list(dict.fromkeys(safe.name(token, 32) for finding in same for token in finding.tokens))
        parts.append(f"{len(same):,} {rule}" + (f" ({some(tokens, 3)})" if tokens else ""))
    return ", ".join(parts)


def _finding_rows(finding: Finding, level: int, options: RenderOptions, beside: int = 0) -> list[Row]:
    limits = _LONG if options.verbose else _SHORT
    sure = "" if finding.confidence == "high" else f", {finding.confidence} confidence"
    place = f"line {finding.line}, turn {finding.turn}{sure}"
    more = f"; {beside:,} more here" if beside else ""
    said: list[Part] = [("plain", safe.line(finding.message, limits.message)), ("dim", " ["), ("dim", finding.rule)]
    said += [("dim", ", "), ("error", "acted on")] if finding.acted else []
    said.append(("dim", f", {place}{more}]"))
    rows = paragraph(said, options.width, indent=INDENT, hang=HANG, label=(finding.severity, finding.severity))
    if level == FULL:
        rows += _proof_rows(finding, limits, options.width)
    return rows


def _proof_rows(finding: Finding, limits: _Limits, width: int) -> list[Row]:
    rows: list[Row] = []
    steps = finding.evidence[: limits.steps]
    for number, step in enumerate(steps, 1):
        rows += paragraph(_step(step, limits, width), width, indent=HANG, hang=HANG + 3, label=("plain", f"{number}."))
    if len(finding.evidence) > len(steps):
        more = counted(len(finding.evidence) - len(steps), "more step")
        rows += paragraph([("dim", f"and {more} of evidence")], width, indent=HANG + 3)
    if finding.follows:
        follows = safe.line(finding.follows, limits.message)
        rows += paragraph([("plain", follows)], width, indent=HANG, hang=HANG + 3, label=("title", "=>"))
    return rows


def _step(step: Evidence, limits: _Limits, width: int) -> list[Part]:
    place = f"line {step.line}, turn {step.turn}" + (f", {safe.name(step.span, 32)}" if step.span else "")
    shows = f" {safe.line(step.shows, limits.shows)}"
    parts: list[Part] = [("dim", f"{place}:"), ("plain", shows)]
    if not step.excerpt:
        return parts
    room = limits.rows * (width - HANG - 3) - len(place) - len(shows) - 20
    return [*parts, ("plain", f": {safe.quoted(step.excerpt, min(limits.excerpt, max(30, room)))}")]
