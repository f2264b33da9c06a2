"""Which findings are read together, and in what order: by the edit that caused them, by claim, the worst first.

Knows rules by their slugs alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ctxaudit.model import CONFIDENCES, SEVERITIES, Confidence, Finding
from ctxaudit.reports.options import RenderOptions

CONTRADICTING = frozenset(
    {"altered-citation", "misattributed-citation", "invented-in-surrogate", "confabulated-restore", "altered-pin"}
)

Badness = tuple[int, bool, bool, int, int, str, tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Shelves:
    """A trace's findings by what a report for people does with them; each finding is on one shelf."""

    listed: tuple[Finding, ...] = ()
    notes: tuple[Finding, ...] = ()
    low: tuple[Finding, ...] = ()
    suppressed: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """Findings about one place of the trace, the worst first: one span's citations, one rule at one event."""

    findings: tuple[Finding, ...]

    @property
    def lead(self) -> Finding:
        return self.findings[0]


@dataclass(frozen=True, slots=True)
class EditGroup:
    """What one edit caused; `line` None holds what no edit is to blame for."""

    line: int | None
    claims: tuple[Claim, ...]

    @property
    def findings(self) -> list[Finding]:
        return [finding for claim in self.claims for finding in claim.findings]


def confident(finding: Finding, minimum: Confidence) -> bool:
    return CONFIDENCES.index(finding.confidence) <= CONFIDENCES.index(minimum)


def badness(finding: Finding) -> Badness:
    """Sorts the worst first: severity, then what was acted on, then what contradicts its source."""
    return (
        SEVERITIES.index(finding.severity),
        not finding.acted,
        finding.rule not in CONTRADICTING,
        CONFIDENCES.index(finding.confidence),
        finding.line,
        finding.rule,
        finding.spans,
        finding.tokens,
    )


def shelve(findings: Iterable[Finding], options: RenderOptions) -> Shelves:
    """Suppressed before low confidence before notes; notes are listed when they can fail the run, or when asked for."""
    listed: list[Finding] = []
    notes: list[Finding] = []
    low: list[Finding] = []
    suppressed: list[Finding] = []
    lists_notes = options.verbose or options.fail_on == "note"
    for finding in findings:
        if finding.suppressed is not None:
            suppressed.append(finding)
        elif not confident(finding, options.min_confidence):
            low.append(finding)
        elif finding.severity == "note" and not lists_notes:
            notes.append(finding)
        else:
            listed.append(finding)
    return Shelves(*(tuple(sorted(shelf, key=badness)) for shelf in (listed, notes, low, suppressed)))


def by_edit(findings: Sequence[Finding]) -> list[EditGroup]:
    """Groups in the order of their worst finding, whatever the order of the findings given."""
    edits: dict[int | None, dict[tuple[str, str], list[Finding]]] = {}
    for finding in sorted(findings, key=badness):
        edits.setdefault(finding.edit, {}).setdefault(_place(finding), []).append(finding)
    return [
        EditGroup(line, tuple(Claim(tuple(together)) for together in claims.values())) for line, claims in edits.items()
    ]


def _place(finding: Finding) -> tuple[str, str]:
    if finding.rule.endswith("-citation") or finding.rule == "ungrounded-claim":
        return "claim", finding.spans[0] if finding.spans else f"line {finding.line}"
    return finding.rule, f"line {finding.line}"
