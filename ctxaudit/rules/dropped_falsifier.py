"""An edit removed a span that says why something did not happen, and nothing in the window says it verbatim any more.

Looked at: every span that an `evict`, `rewrite`, `truncate`, or a `restore` that replaces a surrogate takes out of the
window, when it has `falsifier: true`, or when it is somebody's own words (role assistant, user, scratchpad or memory;
no tool call, result or read; not made by the host, as memory is unless it says `by`) and a sentence of it is a
falsifier: "X was rejected because Y", "we tried X but it broke", "X is not the cause", "do not X, it breaks Y", and
their like. Questions, plans, guesses and expected behaviour are none.

A sentence is held when a live span's text has it word for word just after the edit (white space, case, marks, quotes
and closing punctuation aside), or when `rejected_alternatives` of this or an earlier rewrite does: a string that
contains it, or an entry whose `alternative` and `reason` both stand in it. Writing it down later in the same turn is
too late. A flagged span survives when its whole text is held, or when it has falsifier sentences and each is held; else
it is an error. Without the flag each sentence that is not held is a warning, and an error once a later `decide` chooses
something that stands in it. Never above a warning when the surrogate is tagged `transcript-pointer`.

The message tells whether the reason is gone or is there in other words. Confidence: high when it is gone, medium when a
sentence of live prose has half of its words and denies something, low when one has three tenths of them; medium also
where a trace loses so many that the rest are not compared. A tool's output that shares its words gives no reason. When
the model later names an identifier that the lost sentence holds, the finding says where.

Exempt: edits `by: human`, and spans with a named external copy. Not judged: text that is not in the Latin alphabet, and
an edit after which a live span that may hold the sentence was cut in the log (`complete: false`).

Why it matters
    A summary keeps what was decided and drops why the rest was not. Reasons for what did not happen look unimportant
    when room is short, so a later turn finds nothing against the rejected path and takes it again.
How to fix
    Before an edit, carry such sentences into the surrogate word for word, or promote them to `rejected_alternatives`;
    refuse the edit otherwise.
When this is wrong
    When the path can no longer be taken, or a sentence found by its form is no reason after all: about one in ten. A
    flag is taken at its word.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ctxaudit.case import Case
from ctxaudit.falsifiers import is_english
from ctxaudit.model import CONFIDENCES, Decide, Evict, Evidence, Finding, Looked, NotJudged, Rule, Said, Severity
from ctxaudit.rules._citations import short
from ctxaudit.rules._falsifiers import Aftermath, Lost, NamedAgain, State
from ctxaudit.rules._finding import found, life_shown, shown
from ctxaudit.rules._reasons import edit_named, quoted
from ctxaudit.sourcing.reasons import Reasons, may_hold_falsifiers
from ctxaudit.timeline import Life, Step, Timeline

RULE = Rule(
    slug="dropped-falsifier",
    group="falsifiers",
    severity="error",
    seed="1U",
    looks_at="removed spans that may give a reason",
    condition="seed-1",
)
POINTER = "transcript-pointer"
_WORST: tuple[State, ...] = ("gone", "not compared", "nearly", "in other words")
_SHOWN = 3
_AROUND = 80


@dataclass(frozen=True, slots=True)
class _Later:
    """What is asked of the trace after an edit."""

    aftermath: Aftermath
    named: NamedAgain


def check(case: Case) -> Iterator[Said]:
    later = _Later(Aftermath(case.timeline, case.reasons), NamedAgain(case))
    for step in case.timeline.edits:
        for life in step.left:
            yield from _judged(case, step, life, later)


def _judged(case: Case, step: Step, life: Life, later: _Later) -> Iterator[Said]:
    reasons = case.reasons
    if not (life.span.falsifier or reasons.falsifiers(life)):
        if may_hold_falsifiers(life.span) and not _exempt(step, life) and not is_english(life.span.text):
            yield Looked()
            yield NotJudged(step.line, "the text is not in English, so what it rejects cannot be read")
        return
    yield Looked()
    lost = [] if _exempt(step, life) else _lost(reasons, step, life)
    if not lost:
        return
    cut = reasons.unread_at(step.after)
    if cut is not None:
        yield NotJudged(step.line, f"the log cut the text of {cut.id}, which may hold the reason")
        return
    yield _finding(case, step, life, lost, later)


def _exempt(step: Step, life: Life) -> bool:
    named = step.event.copies.get(life.id) if isinstance(step.event, Evict) else None
    return step.event.by == "human" or bool(named or life.named_copy)


def _lost(reasons: Reasons, step: Step, life: Life) -> list[str]:
    """The sentences of a falsifier that nothing holds just after the edit; the whole text when it has none."""
    text = life.span.text
    if life.span.falsifier and (not text.strip() or step.after in reasons.held(text)):
        return []
    sentences = [falsifier.sentence for falsifier in reasons.falsifiers(life)] or [text]
    return [sentence for sentence in sentences if step.after not in reasons.held(sentence)]


def _finding(case: Case, step: Step, life: Life, sentences: Sequence[str], later: _Later) -> Finding:
    aftermath = later.aftermath
    lost = sorted((aftermath.lost(sentence, step) for sentence in sentences), key=lambda one: _WORST.index(one.state))
    comeback = aftermath.comeback(sentences, step)
    pointer, made = _pointer(step), step.surrogate
    return found(
        RULE,
        step,
        _message(step, life, lost),
        severity=_severity(life, comeback is not None, pointer is not None),
        spans=[life.id],
        evidence=[
            *(evidence for one in lost[:_SHOWN] for evidence in _loss_shown(case.timeline, step, life, one, aftermath)),
            shown(step, f"{edit_named(step)} removed it", span=life.id, excerpt=made.span.text if made else ""),
            *([] if pointer is None else [pointer]),
            *([] if comeback is None else [_comeback_shown(*comeback)]),
        ],
        rests_on=[case.timeline.step_of(life)],
        cap=min((one.confidence for one in lost), key=CONFIDENCES.index),
        follows=_follows(case, step, lost[0], comeback) or _named_again(later.named, step, lost),
    )


def _message(step: Step, life: Life, lost: Sequence[Lost]) -> str:
    what = f"the falsifier {life.id}" if life.span.falsifier else f"a reason that {life.id} gives"
    first = lost[0]
    sentence = quoted(first.sentence)
    more = f", and {len(lost) - 1} more of its sentences" if len(lost) > 1 else ""
    if first.state == "in other words":
        kept = f"keeps {what} only in other words, with {first.percent} % of its own"
        return f"{edit_named(step)} {kept}: {sentence}{more}"
    near = f"; the closest text left has {first.percent} % of its words" if first.state == "nearly" else ""
    return f"{edit_named(step)} drops {what}, and nothing in the window holds it verbatim: {sentence}{more}{near}"


def _severity(life: Life, came_back: bool, pointer: bool) -> Severity:
    return "error" if (life.span.falsifier or came_back) and not pointer else "warning"


def _loss_shown(timeline: Timeline, step: Step, life: Life, lost: Lost, aftermath: Aftermath) -> Iterator[Evidence]:
    yield life_shown(timeline, life, "says why something was not done", around=lost.sentence[:_AROUND])
    if lost.survival is None or not lost.survival.closest:
        return
    place = aftermath.life_of(lost.survival.closest, step)
    words = "in other words" if lost.state == "in other words" else "the closest that is left"
    yield shown(
        step if place is None else timeline.step_of(place),
        f"{words}: {lost.percent} % of the sentence's words",
        span=None if place is None else place.id,
        excerpt=lost.survival.closest,
    )


def _pointer(step: Step) -> Evidence | None:
    """The surrogate's pointer to a transcript that the model can read."""
    made = step.surrogate
    if made is None or POINTER not in made.span.tags:
        return None
    path = ".jsonl" if ".jsonl" in made.span.text else ""
    return shown(step, "points to the transcript", span=made.id, excerpt=made.span.text, around=path)


def _comeback_shown(step: Step, decide: Decide) -> Evidence:
    return shown(step, f"decision {decide.id} chooses what the sentence speaks of", excerpt=decide.choice)


def _follows(case: Case, step: Step, lost: Lost, comeback: tuple[Step, Decide] | None) -> str:
    if comeback is not None:
        later, decide = comeback
        return f"at line {later.line} decision {decide.id} chooses {quoted(decide.choice)}"
    again = case.reasons.held(lost.sentence).first_from(step.after)
    return "" if again is None else f"it is in the window again from line {case.timeline.steps[again - 1].line} on"


def _named_again(named: NamedAgain, step: Step, lost: Sequence[Lost]) -> str:
    for one in lost:
        again = named.first(one.sentence, step)
        if again is not None:
            token, claim = again
            return f"the sentence is about {short(token)}, and at line {claim.step.line} {claim.place} names it again"
    return ""
