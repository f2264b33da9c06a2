"""Answers "why is this absent?": the life of a span, a token or a phrase, from the timeline and the trace's audit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ctxaudit.case import Case
from ctxaudit.model import Finding
from ctxaudit.sourcing import Claim
from ctxaudit.timeline import Life, Timeline
from ctxaudit.verbatim import Token, fold_space, literal_in, same, token_from
from ctxaudit.why.answer import Answer, Asked
from ctxaudit.why.moments import axis_of, now_of
from ctxaudit.why.nearest import nearest_to
from ctxaudit.why.stays import Stays
from ctxaudit.why.uses import resting_on, speaking_of, uses

__all__ = ["Answer", "why"]

MOST = 200  # stays, and uses, that an answer lists
_LEAST_WHOLE = 20  # a shorter text stands in others by chance


def why(case: Case, findings: Sequence[Finding], asked: str) -> Answer:
    """The whole life of what was asked for. A span's id is tried first, then a token, then a phrase.

    `findings`: of the trace's audit; those about the edit that took a span are named.
    """
    lives = case.timeline.lives_of(asked)
    if lives:
        return _span(case, findings, asked, lives)
    token = token_from(asked)
    return _phrase(case, findings, asked) if token is None else _token(case, findings, asked, token)


def _span(case: Case, findings: Sequence[Finding], asked: str, lives: Sequence[Life]) -> Answer:
    whole = {text for life in lives if len(text := fold_space(life.span.text)) >= _LEAST_WHOLE}
    holding = {life.serial for life in _holders(case.timeline, whole)}
    make = Stays(case.timeline, findings, lambda life: life.serial in holding if whole else None, spelling=lambda _: "")
    others = [life for life in case.timeline.lives if life.serial in holding and life.id != asked]
    claims = list(filter(resting_on(lives), case.claims))
    return Answer(
        asked=asked,
        what="span",
        axis=axis_of(case.timeline),
        stays=tuple(map(make.of, lives[:MOST])),
        holders=tuple(map(make.of, others[:MOST])),
        now=now_of(case, [*lives, *others], make, None),
        uses=uses(claims[:MOST]),
        stays_omitted=max(0, len(lives) - MOST) + max(0, len(others) - MOST),
        uses_omitted=max(0, len(claims) - MOST),
    )


def _holders(timeline: Timeline, whole: set[str]) -> Iterator[Life]:
    """Lives whose text holds one of these texts, white space folded."""
    shortest = min(map(len, whole), default=0)
    for life in timeline.lives if whole else ():
        if len(life.span.text) >= shortest:
            text = fold_space(life.span.text)
            if any(wanted in text for wanted in whole):
                yield life


def _token(case: Case, findings: Sequence[Finding], asked: str, token: Token) -> Answer:
    places = case.book.places(token)
    lives = [life for life in case.timeline.lives if life.serial in places]
    claims = list(filter(speaking_of(token, asked), case.claims))

    def spelling(life: Life) -> str:
        return next((held.text for held in case.book.tokens(life) if same(held, token)), asked)

    make = Stays(case.timeline, findings, lambda life: life.serial in places, spelling)
    return _held(case, make, asked, lives, claims, token=token)


def _phrase(case: Case, findings: Sequence[Finding], asked: str) -> Answer:
    needle = fold_space(asked)
    texts = [(life, fold_space(life.span.text)) for life in case.timeline.lives]
    lives = [life for life, text in texts if literal_in(needle, text)]
    if not lives:
        folded = needle.casefold()
        lives = [life for life, text in texts if literal_in(folded, text.casefold())]
    serials = {life.serial for life in lives}
    claims = [claim for claim in case.claims if asked in (claim.spelled, claim.token.text)]
    make = Stays(case.timeline, findings, lambda life: life.serial in serials, spelling=lambda _: asked)
    return _held(case, make, asked, lives, claims, token=None)


def _held(
    case: Case, make: Stays, asked: str, lives: Sequence[Life], claims: Sequence[Claim], *, token: Token | None
) -> Answer:
    grounded = any(life.evidence or life.derivative for life in lives)
    what: Asked = "nothing" if not lives else "phrase" if token is None else "token"
    return Answer(
        asked=asked,
        what=what,
        axis=axis_of(case.timeline),
        canonical="" if token is None else token.canonical,
        token_kind="" if token is None else token.kind,
        stays=tuple(map(make.of, lives[:MOST])),
        now=now_of(case, lives, make, asked if token is None else token),
        uses=uses(claims[:MOST]),
        nearest=None if grounded else nearest_to(case, asked, token, besides={life.serial for life in lives}),
        stays_omitted=max(0, len(lives) - MOST),
        uses_omitted=max(0, len(claims) - MOST),
    )
