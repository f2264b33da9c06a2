"""A decision stands in the window after an edit took the last of its reasons for rejecting the alternatives.

Looked at: every `decide` with a `rejected` entry that gives a `reason`. The decision stands while its `span` is live or
a live text holds its `choice` as whole words. A reason is there while the `span` of its entry is live, a live text
holds it, or an entry of `rejected_alternatives` does, from its rewrite on (white space, case, marks and quotes aside).
A span that was restored from outside counts as the one it brings back. It fires once for a decision, at the first edit
after which the decision stands and no reason is there, though one was there just before.

Exempt: a reason that was in a removed span with a named external copy. Not judged when a live span that may hold the
reason was cut in the log.

Why it matters
    "We chose B" without "because A failed" cannot be checked, and cannot be defended when somebody proposes A.
How to fix
    Let the reason travel with the decision: word for word in the surrogate, or in `rejected_alternatives`.
When this is wrong
    When the surrogate gives the reason in words of its own; what a reader would accept is not held word for word.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ctxaudit.case import Case
from ctxaudit.model import Decide, Evidence, Finding, Looked, NotJudged, RejectedAlternative, Rule, Said
from ctxaudit.rules._finding import counted, found, life_shown, listed, shown
from ctxaudit.rules._reasons import edit_named, quoted
from ctxaudit.sourcing.reasons import Bearers
from ctxaudit.timeline import Life, Step
from ctxaudit.timeline.moments import Moments

RULE = Rule(
    slug="orphaned-decision",
    group="falsifiers",
    severity="warning",
    seed="1",
    looks_at="decisions with reasons",
    condition="seed-1",
)
_SHOWN = 3


@dataclass(frozen=True, slots=True)
class _Decision:
    step: Step
    decide: Decide
    reasons: Sequence[Bearers]


def check(case: Case) -> Iterator[Said]:
    decisions = [(step, decide) for step, decide in case.timeline.of(Decide) if _given(decide)]
    if not decisions:
        return
    phrases = ((decide.choice, *(rejected.reason for rejected in _given(decide))) for _, decide in decisions)
    case.reasons.learn(phrase for several in phrases for phrase in several)
    for step, decide in decisions:
        yield Looked()
        reasons = [case.reasons.reason(rejected, step) for rejected in _given(decide)]
        yield from _judged(case, _Decision(step, decide, reasons))


def _given(decide: Decide) -> list[RejectedAlternative]:
    """The rejections for which a reason is given."""
    return [rejected for rejected in decide.rejected if rejected.reason.strip()]


def _judged(case: Case, decision: _Decision) -> Iterator[Said]:
    there = Moments.of(stretch for bearers in decision.reasons for stretch in bearers.moments.stretches)
    for moment in there.ends_after(decision.step.after):
        edit = case.timeline.steps[moment - 1]
        standing = _standing(case, decision, moment) if edit.edit else []
        if not standing or case.reasons.copied(decision.reasons, moment):
            continue
        cut = case.reasons.unread_at(moment)
        if cut is None:
            yield _finding(case, edit, decision, standing)
        else:
            why = f"{cut.id} may hold a reason of decision {decision.decide.id}: the log cut its text"
            yield NotJudged(edit.line, why)
        return


def _standing(case: Case, decision: _Decision, moment: int) -> list[Life]:
    """The live spans in which the decision stands, in window order."""
    bearers = case.reasons.decision(decision.decide, decision.step)
    if moment not in bearers.moments:
        return []
    return [life for life in case.timeline.live_at(moment) if life in bearers]


def _finding(case: Case, edit: Step, decision: _Decision, standing: Sequence[Life]) -> Finding:
    decide = decision.decide
    given = _given(decide)
    names = [life.id for life in standing]
    reason = "its reason" if len(given) == 1 else f"the last of its {len(given)} reasons"
    against = listed([quoted(rejected.alternative, 40) for rejected in given])
    return found(
        RULE,
        edit,
        f"decision {decide.id} ({quoted(decide.choice, 60)}) stands in {listed(names)}, but {reason} against {against} "
        f"left with {edit_named(edit)}",
        spans=names,
        tokens=[decide.choice],
        evidence=[
            shown(decision.step, f"decision {decide.id} gave {counted(len(given), 'reason')}", excerpt=given[0].reason),
            *_left_shown(case, edit, decision),
            *(
                life_shown(case.timeline, life, "the decision stands", around=decide.choice)
                for life in standing[:_SHOWN]
            ),
        ],
        rests_on=[decision.step],
    )


def _left_shown(case: Case, edit: Step, decision: _Decision) -> Iterator[Evidence]:
    reasons = [rejected.reason for rejected in _given(decision.decide)]
    for life in [life for life in edit.left if any(life in bearers for bearers in decision.reasons)][:_SHOWN]:
        around = next((reason for reason in reasons if reason in life.span.text), "")
        yield life_shown(case.timeline, life, "had a reason", around=around)
        yield shown(edit, f"{edit_named(edit)} removed it", span=life.id)
