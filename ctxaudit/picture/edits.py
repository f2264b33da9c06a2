"""Every edit as a mark, with what left, what stands for it, and what of it was lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ctxaudit.case import Case
from ctxaudit.model import SEVERITIES, DrawnEdit, Finding, Retention, SpanExcerpt
from ctxaudit.picture.axis import Axis
from ctxaudit.picture.excerpts import excerpt
from ctxaudit.secrets import masked
from ctxaudit.timeline import Life, Step

MOST_EDITS = 400
MOST_TOLD = 100  # edits whose spans are shown
_LEFT, _ENTERED, _TOKENS = 4, 3, 60
_ASKED = 8  # tokens that are looked for in every span of an edit
_LONGEST_TOKEN = 200
_BLAMELESS = (len(SEVERITIES), True)


@dataclass(slots=True)
class _Stake:
    """What is known against an edit. Tokens: those needed later first; an order without repeats."""

    worst: tuple[int, bool] = _BLAMELESS  # severity and whether nobody acted on it, of the worst finding
    needed: dict[str, None] = field(default_factory=dict)
    lost: dict[str, None] = field(default_factory=dict)
    shown: dict[str, None] = field(default_factory=dict)  # tokens that findings name
    count: int = 0

    @property
    def rank(self) -> tuple[tuple[int, bool], int, int]:
        return self.worst, -len(self.needed), -self.count


def drawn_edits(
    case: Case, axis: Axis, findings: Iterable[Finding], retention: Iterable[Retention]
) -> tuple[tuple[DrawnEdit, ...], int]:
    """The marks in the order of the trace, and how many edits have none: those that nothing is held against first."""
    edits = [step for step in case.timeline.steps if step.edit or step.left]
    stakes = _stakes(case, edits, findings, retention)
    by_weight = sorted(edits, key=lambda step: _weight(step, stakes.get(step.index, _Stake())))
    marked = {step.index for step in by_weight[:MOST_EDITS]}
    told = {step.index for step in by_weight[:MOST_TOLD]}
    drawn = tuple(
        _drawn(axis, step, stakes.get(step.index, _Stake()), told=step.index in told)
        for step in edits
        if step.index in marked
    )
    return drawn, len(edits) - len(drawn)


def _weight(step: Step, stake: _Stake) -> tuple[tuple[tuple[int, bool], int, int], int, int]:
    """The weightiest first; of equals the larger one, then the earlier one."""
    size = 0 if stake.worst != _BLAMELESS else -sum(life.tokens for life in step.left)
    return stake.rank, size, step.index


def _stakes(
    case: Case, edits: Sequence[Step], findings: Iterable[Finding], retention: Iterable[Retention]
) -> Mapping[int, _Stake]:
    """By step: which tokens the edit lost, which of them were wanted, and how bad the findings are that blame it."""
    at_line: dict[int, list[Step]] = {}
    for step in edits:
        at_line.setdefault(step.line, []).append(step)
    stakes: dict[int, _Stake] = {}
    for claim in case.claims:
        if claim.edit is not None and claim.verdict in ("altered", "faded"):
            stake = stakes.setdefault(claim.edit.index, _Stake())
            stake.needed[claim.near.token.text if claim.near is not None else claim.token.text] = None
    for row in retention:
        for step in at_line.get(row.line, ()):
            if step.surrogate is not None and step.surrogate.id == row.surrogate:
                stake = stakes.setdefault(step.index, _Stake())
                stake.needed = dict.fromkeys(row.needed_tokens)
                stake.lost = dict.fromkeys(row.lost_tokens)
                stake.count = row.lost
    for finding in findings:
        for step in at_line.get(finding.line if finding.edit is None else finding.edit, ()):
            stake = stakes.setdefault(step.index, _Stake())
            stake.worst = min(stake.worst, (SEVERITIES.index(finding.severity), not finding.acted))
            stake.shown |= dict.fromkeys(finding.tokens)
    return stakes


def _drawn(axis: Axis, step: Step, stake: _Stake, *, told: bool) -> DrawnEdit:
    entered = (*step.entered, *step.revived)
    wanted = [*stake.needed, *stake.shown, *stake.lost]
    return DrawnEdit(
        line=step.line,
        turn=step.turn,
        column=axis.column_of_step[step.index],
        kind=type(step.event).__name__.lower(),
        by=step.event.by,
        spans_left=len(step.left),
        spans_entered=len(entered),
        tokens_left=sum(life.tokens for life in step.left),
        tokens_entered=sum(life.tokens for life in entered),
        attributions=tuple(dict.fromkeys(life.attribution for life in step.left if life.attribution is not None)),
        left=tuple(_spans(step, _telling(step.left, wanted if told else ()), wanted, told=told)),
        entered=tuple(_spans(step, entered[:_ENTERED], wanted, told=told)),
        lost=_texts([*stake.needed, *stake.lost]),
        needed=_texts(stake.needed),
        lost_count=max(stake.count, len(stake.needed)),
        needed_count=len(stake.needed),
    )


def _texts(tokens: Iterable[str]) -> tuple[str, ...]:
    return tuple(masked(token[:_LONGEST_TOKEN]) for token in list(dict.fromkeys(tokens))[:_TOKENS])


def _telling(lives: Sequence[Life], wanted: Sequence[str]) -> Sequence[Life]:
    """Those that hold what was wanted, then the largest; in the order of the edit."""
    first = wanted[:_ASKED]
    ranked = sorted(lives, key=lambda life: (-sum(token in life.span.text for token in first), -life.tokens))
    shown = {life.serial for life in ranked[:_LEFT]}
    return [life for life in lives if life.serial in shown]


def _spans(step: Step, lives: Iterable[Life], wanted: Sequence[str], *, told: bool) -> Iterator[SpanExcerpt]:
    for life in lives:
        took = life.left == step.index
        yield SpanExcerpt(
            span=masked(life.id[:_LONGEST_TOKEN]),
            role=life.span.role,
            kind=life.span.kind,
            tokens=life.tokens,
            excerpt=excerpt(life.span.text, wanted[:_TOKENS]) if told else "",
            attribution=life.attribution if took else None,
            copy=masked(life.named_copy[:_LONGEST_TOKEN]) if took and life.named_copy else None,
            stands_for_it=masked(life.successor.id[:_LONGEST_TOKEN]) if took and life.successor else None,
        )
