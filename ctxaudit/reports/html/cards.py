"""Findings as cards: the claim, its numbered proof with the tokens marked, what follows, what else stands there."""

from __future__ import annotations

from collections.abc import Sequence

from ctxaudit.model import Finding
from ctxaudit.reports import safe
from ctxaudit.reports.entries import place
from ctxaudit.reports.grouping import Claim as Grouped
from ctxaudit.reports.html.highlight import Marker
from ctxaudit.reports.html.views import Card, Claim, Count, Step
from ctxaudit.reports.totals import by_severity
from ctxaudit.reports.words import counted, tally

_MESSAGE, _SHOWS, _EXCERPT, _STEPS, _TOKENS = 1000, 300, 400, 12, 6
_OTHERS = 40


class Cards:
    """Makes the cards of one trace. Each finding has one anchor, whoever asks first."""

    def __init__(self, prefix: str, findings: Sequence[Finding]) -> None:
        self._anchors = {id(finding): f"{prefix}-f{number}" for number, finding in enumerate(findings, 1)}

    def anchor(self, finding: Finding) -> str:
        return self._anchors[id(finding)]

    def card(self, finding: Finding, needed: Sequence[str] = ()) -> Card:
        marker = Marker(needed=needed, named=finding.tokens)
        rest = len(finding.evidence) - _STEPS
        return Card(
            anchor=self.anchor(finding),
            severity=finding.severity,
            rule=safe.name(finding.rule, 80),
            place=place(finding).removesuffix(", acted on"),
            message=safe.line(finding.message, _MESSAGE),
            acted=finding.acted,
            steps=tuple(
                Step(
                    place=f"line {step.line}, turn {step.turn}" + (f", {safe.name(step.span)}" if step.span else ""),
                    shows=safe.line(step.shows, _SHOWS),
                    excerpt=marker.line(step.excerpt, _EXCERPT) if step.excerpt else (),
                )
                for step in finding.evidence[:_STEPS]
            ),
            more_steps=f"and {counted(rest, 'more step')} of evidence" if rest > 0 else "",
            follows=safe.line(finding.follows, _MESSAGE) if finding.follows else "",
            tokens=tuple(safe.name(token, 60) for token in finding.tokens[:_TOKENS]),
        )

    def claim(self, claim: Grouped, needed: Sequence[str] = ()) -> Claim:
        others = claim.findings[1:]
        return Claim(
            lead=self.card(claim.lead, needed),
            others=tuple(self.card(finding, needed) for finding in others[:_OTHERS]),
            beside=tally(finding.rule for finding in others) if others else "",
        )


def counts(findings: Sequence[Finding]) -> tuple[Count, ...]:
    """`6 errors`, `21 warnings`; a severity without findings has no count."""
    return tuple(
        Count(severity, counted(number, severity)) for severity, number in by_severity(findings).items() if number
    )


def count_words(findings: Sequence[Finding]) -> str:
    return ", ".join(count.words for count in counts(findings))
