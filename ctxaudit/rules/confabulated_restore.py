"""Text that was gone or only summarised came back, and nothing vouches for it.

From the model: fires whenever `of` is gone, or is live and a derivative; what the model writes there is a
reconstruction, right or wrong, and the tokens listed are those that the original has not. A live source that is no
derivative is left alone. From an external or retained copy: fires when, in one class of verbatim tokens, the restored
text has one that no original text has and the original texts have one that it has not; a part of the text, or the same
value in another spelling, is no contradiction. The original texts are those of the last life of `of` and, when that is
a derivative, of all that it was made from. A failed restore brings nothing in and is not looked at.

Why it matters
    A hole sends the agent back to the source. A text written from memory looks like the source, takes its place in the
    window and is quoted from then on.
How to fix
    Restore by reading a copy. Where there is none, leave the hole, or let the text say that it is a guess.
When this is wrong
    When the source itself changed between the two readings: then the old text was right in its time. Not judged when
    the log cut one of the texts that are compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ctxaudit.case import Case
from ctxaudit.model import Evidence, Finding, Looked, NotJudged, Restore, Rule, Said
from ctxaudit.rules._finding import found, life_shown, listed, shown
from ctxaudit.sourcing import Book
from ctxaudit.sourcing.book import distinct
from ctxaudit.timeline import Life, Step, Timeline
from ctxaudit.verbatim import Token

RULE = Rule(
    slug="confabulated-restore",
    group="surrogates",
    severity="error",
    seed="0",
    looks_at="restores",
    condition="seed-0",
)


@dataclass(frozen=True, slots=True)
class _Change:
    """What a restored text has that no original has, and what the originals have that it has not."""

    new: list[Token]
    missing: list[Token]

    @property
    def contradicts(self) -> bool:
        """In one class of tokens something came and something went."""
        return bool({token.kind for token in self.new} & {token.kind for token in self.missing})


@dataclass(frozen=True, slots=True)
class _Comparison:
    """A restored life beside the lives whose text it is to bring back; `of` is the first of them."""

    step: Step
    event: Restore
    restored: Life
    originals: tuple[Life, ...]

    @property
    def by_model(self) -> bool:
        return self.event.source == "model"

    @property
    def cut(self) -> list[str]:
        """The originals that the log does not hold whole; of a copy the restored span counts as well."""
        compared = self.originals if self.by_model else (*self.originals, self.restored)
        return [life.id for life in compared if not life.span.complete]


def check(case: Case) -> Iterator[Said]:
    comparisons: list[_Comparison] = []
    for step, event in case.timeline.of(Restore):
        if event.failed or event.span is None:
            continue
        yield Looked()
        if not step.entered:
            yield NotJudged(step.line, f"{event.span.id} is live and was not restored")
        elif not step.entered[0].parents:
            yield NotJudged(step.line, f"{event.of} never entered this trace, so there is nothing to compare with")
        else:
            restored = step.entered[0]
            of = restored.parents[0]
            comparisons.append(_Comparison(step, event, restored, tuple(dict.fromkeys([of, *of.originals()]))))
    yield from _judged(case, comparisons)


def _judged(case: Case, comparisons: Sequence[_Comparison]) -> Iterator[Said]:
    whole = [comparison for comparison in comparisons if not comparison.cut]
    # all at once: the book looks for many tokens in one pass
    case.book.prepare(token for comparison in whole for side in _one_sided(case.book, comparison) for token in side)
    for comparison in comparisons:
        of, step = comparison.originals[0], comparison.step
        if comparison.cut and not comparison.by_model:
            yield NotJudged(step.line, f"the log cut the text of {listed(comparison.cut)}")
            continue
        change = _Change([], []) if comparison.cut else _change(case.book, comparison)
        unvouched = comparison.by_model and (of.derivative or not of.live_at(step.before))
        if unvouched or (change.contradicts and not comparison.by_model):
            yield _finding(case, comparison, change)


def _one_sided(book: Book, comparison: _Comparison) -> tuple[list[Token], list[Token]]:
    """The tokens that only the restored text spells so, and those that only the originals do."""
    here = dict.fromkeys(book.tokens(comparison.restored))
    there = dict.fromkeys(token for life in comparison.originals for token in book.tokens(life))
    return [token for token in here if token not in there], [token for token in there if token not in here]


def _change(book: Book, comparison: _Comparison) -> _Change:
    serials = {life.serial for life in comparison.originals}
    only_here, only_there = _one_sided(book, comparison)
    new = [token for token in only_here if serials.isdisjoint(book.places(token))]
    missing = [token for token in only_there if comparison.restored.serial not in book.places(token)]
    return _Change(distinct(new), distinct(missing))


def _finding(case: Case, comparison: _Comparison, change: _Change) -> Finding:
    timeline, step, restored, originals = case.timeline, comparison.step, comparison.restored, comparison.originals
    return found(
        RULE,
        step,
        _message(timeline, comparison, change),
        spans=[originals[0].id, restored.id],
        tokens=[token.text for token in change.new],
        evidence=_evidence(timeline, comparison, change),
        rests_on=[timeline.step_of(life) for life in originals],
        follows=_follows(case, restored, change.new),
    )


def _message(timeline: Timeline, comparison: _Comparison, change: _Change) -> str:
    of, restored = comparison.originals[0], comparison.restored
    if not comparison.by_model:
        new, missing = _of_one_class(change)
        return f"the {comparison.event.source} copy of {of.id} says {new}, where the window held {missing}"
    state = "which is itself a rewrite" if of.derivative else f"which had left at line {_left_line(timeline, of)}"
    if not change.new:
        return f"the model wrote {restored.id} for {of.id}, {state}"
    differs = f"with {listed([token.text for token in change.new])}"
    instead = [token.text for token in change.missing if token.kind in {new.kind for new in change.new}]
    stood = f" where the original had {listed(instead)}" if instead else ", which the original never held"
    return f"the model wrote {restored.id} for {of.id}, {state}, {differs}{stood}"


def _of_one_class(change: _Change) -> tuple[str, str]:
    both = {token.kind for token in change.new} & {token.kind for token in change.missing}
    new, missing = ([token.text for token in side if token.kind in both] for side in (change.new, change.missing))
    return listed(new), listed(missing)


def _left_line(timeline: Timeline, life: Life) -> int:
    left = timeline.left_by(life)
    return left.line if left else timeline.step_of(life).line


def _evidence(timeline: Timeline, comparison: _Comparison, change: _Change) -> list[Evidence]:
    step, restored = comparison.step, comparison.restored
    missing = change.missing[0].text if change.missing else ""
    new = change.new[0].text if change.new else ""
    evidence = []
    for life in comparison.originals[::-1]:
        role = "what stood for it" if life.derivative else "the original"
        around = missing if missing and missing in life.span.text else ""
        evidence.append(life_shown(timeline, life, role, around=around))
    return [*evidence, shown(step, "what came back", span=restored.id, excerpt=restored.span.text, around=new)]


def _follows(case: Case, restored: Life, new: Sequence[Token]) -> str:
    """The first tool call after it that holds a token which the original never held."""
    timeline = case.timeline
    for token in new:
        for serial in sorted(case.book.places(token)):
            life = timeline.lives[serial]
            if life.entered > restored.entered and life.span.kind == "tool-call":
                return f"at line {timeline.step_of(life).line} the agent used {token.text} in {life.id}"
    return ""
