"""The claims of a trace that rest on a span, or speak of a token."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ctxaudit.secrets import masked
from ctxaudit.sourcing import Claim
from ctxaudit.timeline import Life
from ctxaudit.verbatim import Token, same
from ctxaudit.why.answer import Use


def resting_on(lives: Iterable[Life]) -> Callable[[Claim], bool]:
    """Tells whether a claim names the span as its source, or has or had its source in one of these lives.

    What the span claims itself does not rest on it.
    """
    known = list(lives)
    ids, serials = {life.id for life in known}, {life.serial for life in known}

    def rests(claim: Claim) -> bool:
        if claim.cite is not None and claim.cite.span in ids:
            return True
        if claim.life is not None and claim.life.serial in serials:
            return False
        near = None if claim.near is None else claim.near.source
        held = (claim.where.source, *claim.where.derivatives, near)
        return any(life is not None and life.serial in serials for life in held) or any(
            life in claim.where.gone for life in known
        )

    return rests


def speaking_of(token: Token, asked: str) -> Callable[[Claim], bool]:
    """Tells whether a claim is of this token, or of another in its place."""

    def speaks(claim: Claim) -> bool:
        if claim.spelled == asked or same(claim.token, token):
            return True
        return claim.near is not None and same(claim.near.token, token)

    return speaks


def uses(claims: Sequence[Claim]) -> tuple[Use, ...]:
    return tuple(map(_use, claims))


def _use(claim: Claim) -> Use:
    return Use(
        line=claim.step.line,
        turn=claim.step.turn,
        moment=claim.step.before,
        span=claim.place,
        token=masked(claim.spelled),
        verdict=claim.verdict,
        instead=masked(claim.near.token.text) if claim.near is not None else None,
        explicit=claim.cite is not None,
        acted=claim.act.acted,
        action=masked(_action(claim)),
    )


def _action(claim: Claim) -> str:
    """What was done with it: as the cite says, else the tool that was called with it."""
    if claim.act.action:
        return claim.act.action
    return claim.act.call.span.name or "" if claim.act.call is not None else ""
