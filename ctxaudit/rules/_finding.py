"""Makes findings: the parts that every rule fills in the same way. No rule's logic stands here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ctxaudit.model import (
    BASES,
    CONFIDENCES,
    Basis,
    Confidence,
    Evidence,
    Finding,
    Rule,
    Severity,
)
from ctxaudit.timeline import Life, Step, Timeline
from ctxaudit.verbatim.literal import first_place

_CONFIDENCE_OF: dict[Basis, Confidence] = {"recorded": "high", "derived": "medium", "inferred": "low"}
EXCERPT = 160


def found(
    rule: Rule,
    step: Step,
    message: str,
    *,
    severity: Severity | None = None,
    spans: Iterable[str] = (),
    tokens: Iterable[str] = (),
    evidence: Sequence[Evidence] = (),
    rests_on: Iterable[Step] = (),
    cap: Confidence = "high",
    acted: bool = False,
    follows: str = "",
    edit: Step | None = None,
) -> Finding:
    """A finding at a step. Its confidence is the lower of `cap` and the weakest basis of the steps that it rests on.

    `edit` is the edit that caused it, when the finding stands elsewhere (a citation); default: the step, if it is one.
    """
    if edit is None and (step.edit or step.left):
        edit = step
    return Finding(
        rule=rule.slug,
        severity=severity or rule.severity,
        confidence=weakest([step, *rests_on], cap),
        line=step.line,
        turn=step.turn,
        message=message,
        spans=tuple(dict.fromkeys(spans)),
        tokens=tuple(dict.fromkeys(tokens)),
        acted=acted,
        evidence=tuple(evidence),
        follows=follows,
        edit=None if edit is None else edit.line,
        edit_kind="" if edit is None else type(edit.event).__name__.lower(),
        origin=step.event.origin,
    )


def weakest(steps: Iterable[Step], cap: Confidence = "high") -> Confidence:
    """The lower of a cap and the base confidence of the weakest event: recorded high, derived medium, inferred low."""
    weakest_basis = max((BASES.index(step.event.basis) for step in steps), default=0)
    return max(cap, _CONFIDENCE_OF[BASES[weakest_basis]], key=CONFIDENCES.index)


def shown(step: Step, shows: str, *, span: str | None = None, excerpt: str = "", around: str = "") -> Evidence:
    """One step of the proof, at the place of a timeline step; the excerpt is cut around `around` when it is long."""
    return Evidence(
        line=step.line, turn=step.turn, shows=shows, span=span, excerpt=cut_around(excerpt, around) if excerpt else ""
    )


def life_shown(timeline: Timeline, life: Life, shows: str, *, around: str = "") -> Evidence:
    """The step that brought a life in, with its text."""
    return shown(timeline.step_of(life), shows, span=life.id, excerpt=life.span.text, around=around)


def cut_around(text: str, around: str = "") -> str:
    """At most EXCERPT characters of a text, white space folded, around the first place of a needle; cuts show as …

    A place where it is a word of its own comes before one inside a longer word.
    """
    at = _place(around, text)
    start = max(0, at - EXCERPT) if at > EXCERPT // 2 else 0
    piece = " ".join(text[start : at + len(around) + 2 * EXCERPT].split())
    inner = _place(" ".join(around.split()), piece)
    begin = max(0, inner - EXCERPT // 3)
    end = begin + EXCERPT
    head = "…" if start or begin else ""
    tail = "…" if end < len(piece) or at + len(around) + 2 * EXCERPT < len(text) else ""
    return f"{head}{piece[begin:end]}{tail}"


def _place(needle: str, text: str) -> int:
    whole = first_place(needle, text)
    return whole if whole >= 0 else max(text.find(needle), 0)


def counted(number: int, noun: str) -> str:
    """`1 rewrite`, `3 rewrites`; a noun ending in y or s is given its English plural."""
    if number == 1:
        return f"1 {noun}"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{number:,} {noun[:-1]}ies"
    return f"{number:,} {noun}{'es' if noun.endswith('s') else 's'}"


def listed(names: Sequence[str], most: int = 3, *, of: int | None = None) -> str:
    """`a`, `a and b`, `a, b and 7 more`. `of`: how many there are, where not all are given."""
    count = len(names) if of is None else of
    if count <= most:
        return " and ".join(filter(None, (", ".join(names[:-1]), names[-1]))) if names else "none"
    return f"{', '.join(names[:most])} and {count - most:,} more"
