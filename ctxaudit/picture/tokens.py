"""The life of each cited token: when evidence held it, when only a rewrite did, which edit took it, who claimed it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf

from ctxaudit.case import Case
from ctxaudit.model import CONFIDENCES, Confidence, Stretch, Taking, TokenLife, TokenUse
from ctxaudit.model.picture import Held
from ctxaudit.picture.axis import Axis
from ctxaudit.secrets import masked
from ctxaudit.sourcing import Claim
from ctxaudit.timeline import Life, Step
from ctxaudit.timeline.moments import During, pinned_stays
from ctxaudit.verbatim import Token, literal_in

MOST_TOKENS = 200
_USES = 40
_STRETCHES = 60
_LONGEST = 200
_RANKS: Mapping[str, int] = {
    verdict: rank
    for rank, verdict in enumerate(("altered", "unsourced", "faded", "derivative", "not-judged", "sourced"))
}
_Key = tuple[str, str]
_Moments = list[tuple[int, int | None]]


def token_lives(case: Case, axis: Axis) -> tuple[tuple[TokenLife, ...], int]:
    """The worst first, and how many are left out. A token that is only the model's own has none."""
    cited: dict[_Key, list[Claim]] = {}
    for claim in case.claims:
        if _counts(claim):
            token = _meant(claim)
            cited.setdefault((token.kind, token.canonical), []).append(claim)
    ranked = sorted(cited.values(), key=lambda claims: (*_badness(claims), claims[0].step.index))
    shown = ranked[:MOST_TOKENS]
    case.book.prepare(_meant(claims[0]) for claims in shown)
    return tuple(_life(case, axis, claims) for claims in shown), len(ranked) - len(shown)


def _counts(claim: Claim) -> bool:
    """A claim that was made on purpose, or one that a rule may report."""
    return claim.verdict in _RANKS and (claim.cite is not None or claim.verdict not in ("sourced", "not-judged"))


def _meant(claim: Claim) -> Token:
    """The token that the source says, where the claim altered it."""
    return claim.near.token if claim.near is not None else claim.token


def _badness(claims: Sequence[Claim]) -> tuple[int, int, bool]:
    """What is not sure comes after all that is."""
    return CONFIDENCES.index(_surest(claims)) // 2, min(map(_rank, claims)), not _acted(claims)


def _surest(claims: Sequence[Claim]) -> Confidence:
    worst = min(map(_rank, claims))
    return min((claim.confidence for claim in claims if _rank(claim) == worst), key=CONFIDENCES.index)


def _rank(claim: Claim) -> int:
    return _RANKS[claim.verdict]


def _acted(claims: Iterable[Claim]) -> bool:
    return any(claim.act.acted and claim.verdict != "sourced" for claim in claims)


def _life(case: Case, axis: Axis, claims: Sequence[Claim]) -> TokenLife:
    token = _meant(claims[0])
    holders = [case.timeline.lives[serial] for serial in sorted(case.book.places(token))]
    evidence = [life for life in holders if life.evidence]
    born = min(evidence, key=lambda life: life.entered, default=None)
    by_holder: Mapping[Held, _Moments] = {
        "evidence": _merged(evidence),
        "derivative": _merged(life for life in holders if life.derivative),
        "pin": [*_pinned(case, token), *(_open(stay) for life in holders for stay in pinned_stays(life))],
    }
    worst = sorted(claims, key=lambda claim: (_rank(claim), not claim.act.acted))[:_USES]
    return TokenLife(
        token=masked(token.text[:_LONGEST]),
        kind=token.kind,
        verdict=min(claims, key=_rank).verdict,
        acted=_acted(claims),
        confidence=_surest(claims),
        born_line=None if born is None else case.timeline.step_of(born).line,
        born_turn=None if born is None else case.timeline.step_of(born).turn,
        born_span=None if born is None else masked(born.id[:_LONGEST]),
        stretches=tuple(_stretches(axis, by_holder)),
        takings=tuple(_takings(case, axis, by_holder["evidence"])),
        uses=tuple(_use(axis, claim) for claim in sorted(worst, key=lambda claim: claim.step.index)),
        uses_omitted=len(claims) - len(worst),
    )


def _merged(lives: Iterable[Life]) -> _Moments:
    """The stays of all of them, put together where one begins no later than another ends."""
    merged: _Moments = []
    for start, end in sorted((stay for life in lives for stay in life.stays), key=lambda stay: stay[0]):
        last = merged[-1][1] if merged else -1
        if merged and (last is None or start <= last):
            merged[-1] = merged[-1][0], None if last is None or end is None else max(last, end)
        else:
            merged.append((start, end))
    return merged


def _open(stay: During) -> tuple[int, int | None]:
    start, end = stay
    return int(start), None if end == inf else int(end)


def _pinned(case: Case, token: Token) -> _Moments:
    return [(start, end) for text, start, end in case.timeline.pinned_tokens if literal_in(token.text, text)]


def _stretches(axis: Axis, by_holder: Mapping[Held, _Moments]) -> Iterator[Stretch]:
    for held, moments in by_holder.items():
        for start, end in moments[:_STRETCHES]:
            first = axis.start(start)
            yield Stretch(held=held, start=first, end=max(first + 1, axis.end(end)))


def _takings(case: Case, axis: Axis, moments: _Moments) -> Iterator[Taking]:
    for _, end in moments[:_STRETCHES]:
        if end is not None:
            step = case.timeline.steps[end - 1]
            yield Taking(line=step.line, turn=step.turn, column=axis.column_of_step[step.index], kind=_kind(step))


def _kind(step: Step) -> str:
    return type(step.event).__name__.lower()


def _use(axis: Axis, claim: Claim) -> TokenUse:
    act = claim.act
    action = act.action or (act.call.span.name or "" if act.call is not None else "")
    return TokenUse(
        line=claim.step.line,
        turn=claim.step.turn,
        column=axis.column_of_step[claim.step.index],
        verdict=claim.verdict,
        said=masked(claim.spelled[:_LONGEST]),
        confidence=claim.confidence,
        acted=act.acted,
        action=masked(action[:_LONGEST]),
    )
