"""What to do about the findings, in the words of the rules' own pages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ctxaudit.model import Finding, RuleCard
from ctxaudit.reports.layout.coverage import labelled
from ctxaudit.reports.layout.rows import Row
from ctxaudit.reports.options import RenderOptions
from ctxaudit.reports.words import joined

_RULES = 1


def remedies(cards: Sequence[RuleCard], listed: Iterable[Finding], options: RenderOptions) -> list[Row]:
    """A paragraph for the first rule that the findings name, the others without it; when verbose one for each."""
    told = {card.slug: card for card in cards if card.fix}
    named = [slug for slug in dict.fromkeys(finding.rule for finding in listed) if slug in told]
    limit = len(named) if options.verbose else _RULES
    rows: list[Row] = []
    for slug in named[:limit]:
        rows += labelled("" if rows else "To fix", f"{slug}: {told[slug].fix}", options.width)
    if named:
        rest = f"tells of {joined(named[limit:])}" if named[limit:] else "says why, and when a rule is wrong"
        rows += labelled("", f"`ctxaudit explain RULE` {rest}", options.width)
    return rows
