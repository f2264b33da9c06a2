"""A decision takes an alternative that an earlier one rejected, while the reason against it is not in the window.

Looked at: every `decide` after one that rejected something. It fires when its `choice` is, white space and case aside,
an `alternative` of an earlier decision; the latest rejection counts. The reason is in the window while the `span` of
the rejection is live, a live text holds the `reason` word for word, or an entry of `rejected_alternatives` does, from
its rewrite on (white space, case, marks and quotes aside).

Exempt: the alternative is named in `reopens` of this or of any decision since the rejection, or a span by a human that
came in since holds it. Not judged: a rejection with neither reason nor span, and a window in which a live span that may
hold the reason was cut in the log.

Why it matters
    The rejected path looks new, its derivation is sound, and so no check fires: the run repeats a mistake that it had
    already paid for.
How to fix
    Keep the reason in the window as long as the alternative can be chosen. To choose it all the same, name it in
    `reopens`.
When this is wrong
    When what spoke against the alternative is over and a tool's result said so: then a `reopens` was forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ctxaudit.case import Case
from ctxaudit.model import Decide, Evidence, Finding, Looked, NotJudged, RejectedAlternative, Rule, Said
from ctxaudit.rules._finding import found, life_shown, shown
from ctxaudit.rules._reasons import edit_named, quoted
from ctxaudit.sourcing.reasons import Bearers
from ctxaudit.timeline import Step
from ctxaudit.verbatim import fold_space

RULE = Rule(
    slug="rederived-alternative",
    group="falsifiers",
    severity="error",
    seed="1",
    looks_at="decisions after a rejection",
    condition="seed-1",
)


@dataclass(frozen=True, slots=True)
class _Rejection:
    step: Step
    decide: Decide
    rejected: RejectedAlternative


@dataclass(frozen=True, slots=True)
class _Return:
    """A decision whose choice was rejected before, with the latest rejection of it, and was not reopened since."""

    step: Step
    decide: Decide
    before: _Rejection


def check(case: Case) -> Iterator[Said]:
    looked, returns = _returns(case)
    if looked:
        yield Looked(looked)
    rejections = [one.before.rejected for one in returns]
    case.reasons.learn(phrase for rejected in rejections for phrase in (rejected.alternative, rejected.reason))
    for one in returns:
        yield from _judged(case, one)


def _returns(case: Case) -> tuple[int, list[_Return]]:
    """How many decisions follow a rejection, and which of them choose what was rejected and not reopened since."""
    latest: dict[str, _Rejection] = {}
    looked = 0
    rejecting = False
    returns: list[_Return] = []
    for step, decide in case.timeline.of(Decide):
        looked += rejecting
        for name in decide.reopens:
            latest.pop(_spelled(name), None)
        before = latest.get(_spelled(decide.choice))
        if before is not None:
            returns.append(_Return(step, decide, before))
        for rejected in decide.rejected:
            latest[_spelled(rejected.alternative)] = _Rejection(step, decide, rejected)
        latest.pop("", None)
        rejecting = rejecting or bool(decide.rejected)
    return looked, returns


def _spelled(name: str) -> str:
    return fold_space(name).casefold()


def _judged(case: Case, one: _Return) -> Iterator[Said]:
    rejected, moment = one.before.rejected, one.step.before
    if _revoked(case, one):
        return
    if not rejected.reason.strip() and rejected.span is None:
        why = f"decision {one.before.decide.id} rejected {quoted(rejected.alternative)} without a reason"
        yield NotJudged(one.step.line, why)
        return
    if moment in case.reasons.reason(rejected, one.before.step).moments:
        return
    cut = case.reasons.unread_at(moment)
    if cut is not None:
        why = f"{cut.id} may hold the reason against {quoted(rejected.alternative)}: the log cut its text"
        yield NotJudged(one.step.line, why)
        return
    yield _finding(case, one)


def _revoked(case: Case, one: _Return) -> bool:
    """A human span that came in since the rejection speaks of the alternative."""
    alternative = case.reasons.phrase(one.before.rejected.alternative)
    return alternative.said_by_human(one.before.step.index, one.step.index)


def _finding(case: Case, one: _Return) -> Finding:
    before, decide = one.before, one.decide
    rejected = before.rejected
    bearers = case.reasons.reason(rejected, before.step)
    end = bearers.moments.last_end(one.step.before)
    taken = None if end is None else case.timeline.steps[end - 1]
    again = bearers.moments.first_from(one.step.after)
    because = f" because {quoted(rejected.reason)}" if rejected.reason.strip() else ""
    return found(
        RULE,
        one.step,
        f"decision {decide.id} chooses {quoted(decide.choice)}, which decision {before.decide.id} rejected in turn "
        f"{before.step.turn}{because}; that reason is nowhere in the window",
        spans=[name for name in (rejected.span, decide.span) if name is not None],
        tokens=[decide.choice],
        evidence=[
            _rejection_shown(before),
            *([] if taken is None else _taken_shown(case, taken, bearers, rejected)),
            shown(one.step, f"decision {decide.id} chooses it", span=decide.span, excerpt=decide.choice),
        ],
        rests_on=[before.step, *([] if taken is None else [taken])],
        follows="" if again is None else f"the reason is in the window again from line {_line(case, again)} on",
        edit=taken,
    )


def _rejection_shown(before: _Rejection) -> Evidence:
    rejected = before.rejected
    what = f"decision {before.decide.id} rejected {quoted(rejected.alternative)}"
    return shown(before.step, what, span=rejected.span, excerpt=rejected.reason)


def _taken_shown(case: Case, taken: Step, bearers: Bearers, rejected: RejectedAlternative) -> Iterator[Evidence]:
    """What had the reason last, and what took it."""
    for life in [life for life in taken.left if life in bearers][:1]:
        yield life_shown(case.timeline, life, "had the reason", around=rejected.reason)
        yield shown(taken, f"{edit_named(taken)} removed it", span=life.id)


def _line(case: Case, moment: int) -> int:
    return case.timeline.steps[moment - 1].line
