"""Every claim of a trace with its one verdict: sourced, derivative, faded, altered, unsourced or coined.

A claim is a token that a `cite` names, or (`citations` permitting) a token in a span that the model added after
something had left the window. Rules select claims and phrase them; they judge nothing anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from ctxaudit.model import Call, Cite, Confidence, Severity
from ctxaudit.packed import sharing
from ctxaudit.sourcing.acting import Act, Acts
from ctxaudit.sourcing.book import Book, literal_token
from ctxaudit.sourcing.grading import UNSEEN_TOKENS, capped_by_unseen, confidence_of, lowered, severity_of
from ctxaudit.sourcing.kin import Kin
from ctxaudit.sourcing.nearby import Near, Nearby
from ctxaudit.sourcing.tide import Tide
from ctxaudit.sourcing.where import Places, Where, taken_by
from ctxaudit.timeline import Life, Step, Timeline
from ctxaudit.verbatim import Sighting, Token, literal_in, same, token_from

_NO_ACT = Act()

Standing = Literal["sourced", "derivative", "faded", "altered", "unsourced", "coined", "not-judged"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One token at one place, and where it has its source at that moment.

    `confidence` is a cap: the weakest basis of the events in `rests_on` may lower it further.
    """

    token: Token
    step: Step  # the cite, or the add of the claiming span
    life: Life | None  # the claiming span, when it is known
    cite: Cite | None  # None: an implicit claim
    verdict: Standing
    found: Where | Callable[[Token, int, Life | None], Where]  # asked only then, where the verdict did not need it
    act: Act
    holders: frozenset[int] = frozenset()  # serials of all lives that hold it, at any time
    unjudged: str = ""  # why absence proves nothing here
    near: Near | None = None
    edit: Step | None = None  # the edit that took the source, or made the derivative that alone holds it
    edited: bool = True  # something had left the window by then
    unseen: Step | None = None  # the call that says how much of the window the log does not show
    severity: Severity = "error"
    confidence: Confidence = "high"

    @property
    def where(self) -> Where:
        found = self.found
        return found if isinstance(found, Where) else found(self.token, self.step.before, self.life)

    @property
    def spelled(self) -> str:
        """As it stands at the claim's line."""
        return self.token.text if self.cite is None else self.cite.token

    @property
    def place(self) -> str | None:
        """The id of the span that makes the claim."""
        if self.cite is not None:
            return self.cite.claim
        return None if self.life is None else self.life.id


@dataclass(frozen=True, slots=True)
class _Place:
    """A claim before it is judged. Its token may be spelled twice: in the claiming span, and by the cite."""

    step: Step
    life: Life | None
    cite: Cite | None
    spellings: tuple[Token, ...]
    number: int | None = None  # of an implicit claim, in the catalogue of the book


@dataclass(frozen=True, slots=True)
class _Look:
    """Where a claim stands, or why that cannot be told."""

    where: Where
    verdict: Standing | None  # None: it stands nowhere
    edited: bool  # something had left the window by then
    unjudged: str = ""
    nowhere: Sighting | None = None  # the claim, if it stands nowhere and may be a near miss


def read_claims(timeline: Timeline, book: Book) -> tuple[Claim, ...]:
    """The claims that the header's `citations` names, in the order of the trace."""
    places = [*_explicit(timeline, book), *_implicit(timeline, book)]
    places.sort(key=lambda place: place.step.index)
    judge = _Judge(timeline, book)
    held = _held(timeline, book, places)
    judge.places.prepare(
        token for place, live in zip(places, held, strict=True) if not live for token in place.spellings
    )
    looked = [None if live else judge.looked_up(place) for place, live in zip(places, held, strict=True)]
    nearby = Nearby(timeline, book, (look.nowhere for look in looked if look and look.nowhere), evidence=True)
    judged = [
        judge.sourced(place) if look is None else judge.judged(place, look, nearby)
        for place, look in zip(places, looked, strict=True)
    ]
    return _seconded(judged)


def _held(timeline: Timeline, book: Book, places: Sequence[_Place]) -> list[bool]:
    """For each claim whether live evidence has a token in which it stands; then the rest need not be asked.

    Of a cite all is asked: its source may not be the one that it names.
    """
    tide = Tide(book, [life for life in timeline.lives if life.evidence])
    return [place.number is not None and tide.holds(place.number, place.step.before) for place in places]


# --- which claims there are ---


def _explicit(timeline: Timeline, book: Book) -> Iterator[_Place]:
    if timeline.header.citations == "implicit":
        return
    for step, cite in timeline.of(Cite):
        life = None if cite.claim is None else timeline.last_life(cite.claim, step.before)
        cited = token_from(cite.token) or literal_token(cite.token)
        own = [token for token in book.tokens(life) if same(token, cited)] if life is not None else []
        yield _Place(step, life, cite, tuple(dict.fromkeys([*own[-1:], cited])))


def _implicit(timeline: Timeline, book: Book) -> Iterator[_Place]:
    """Nothing before the first leaving: there every token is sourced or coined, and neither is ever reported."""
    first = timeline.first_leaving
    if timeline.header.citations == "explicit" or first is None:
        return
    cited = _cited_in(timeline) if timeline.header.citations == "both" else {}
    claiming = [life for life in timeline.lives if life.entered >= first and _may_claim(life)]
    of_text, tokens = book.catalogue.of_text, book.catalogue.tokens
    book.learn(dict.fromkeys(number for life in claiming for number in of_text[life.serial]))
    for life in claiming:
        in_cites = cited.get(life.id)
        named = Kin(in_cites) if in_cites else None
        step = timeline.step_of(life)
        for number in book.distinct(of_text[life.serial]):
            if not (book.too_common(number) or (named is not None and named.around(tokens[number]))):
                yield _Place(step, life, None, (tokens[number],), number)


def _may_claim(life: Life) -> bool:
    return life.arrival == "add" and not life.surrogate and life.span.by == "model"


def _cited_in(timeline: Timeline) -> dict[str, list[Token]]:
    """By the id of a claiming span the tokens that cites name in it."""
    cited: dict[str, list[Token]] = {}
    for _, cite in timeline.of(Cite):
        token = token_from(cite.token)
        if cite.claim is not None and token is not None:
            cited.setdefault(cite.claim, []).append(token)
    return cited


# --- the verdict ---


class _Judge:
    def __init__(self, timeline: Timeline, book: Book) -> None:
        self._timeline = timeline
        self._book = book
        self.places = Places(timeline, book)
        self._acts = Acts(timeline)
        self._asked = self._where  # one for all claims that are sourced
        self._sourced: list[Token] = []  # those of which nobody asked where

    def sourced(self, place: _Place) -> Claim:
        """An implicit claim of which a live source is known to be."""
        (token,) = place.spellings
        self._sourced.append(token)
        return Claim(
            token=token,
            step=place.step,
            life=place.life,
            cite=None,
            verdict="sourced",
            found=self._asked,
            act=_NO_ACT,
        )

    def _where(self, token: Token, moment: int, besides: Life | None) -> Where:
        """Who asks this of one that is sourced asks it of others: all are looked for at once."""
        if self._sourced:
            self.places.prepare(self._sourced)
            self._sourced.clear()
        return self.places.where((token,), moment, besides)

    def looked_up(self, place: _Place) -> _Look:
        moment = place.step.before
        where = self.places.where(place.spellings, moment, place.life)
        first = self._timeline.first_leaving
        edited = first is not None and first <= moment
        unjudged = "" if where.sourced else self._cut_before(moment)
        verdict: Standing | None = "not-judged" if unjudged else _by_place(where)
        if verdict is not None:
            return _Look(where, verdict, edited, unjudged)
        unjudged = self._unread_before(place.step)
        return _Look(where, None, edited, unjudged, self._sighting(place) if edited and not unjudged else None)

    def judged(self, place: _Place, look: _Look, nearby: Nearby) -> Claim:
        near = nearby.before(look.nowhere, place.step.before, place.life) if look.nowhere is not None else None
        nowhere: Standing = "altered" if near is not None else "unsourced" if place.cite is not None else "coined"
        claim = Claim(
            token=place.spellings[0],
            step=place.step,
            life=place.life,
            cite=place.cite,
            verdict=look.verdict or nowhere,
            found=look.where,
            act=_NO_ACT,
            unjudged=look.unjudged,
            near=near,
            edited=look.edited,
        )
        return self._graded(claim, place) if _worth_grading(claim) else claim

    def _sighting(self, place: _Place) -> Sighting:
        token, life = place.spellings[0], place.life
        if life is None:
            return Sighting(token, token.text)
        if place.cite is None:
            return Sighting(token, sharing(self._book.kept(life)))
        return Sighting(token, _last_said(token.text, self._book.read(life)))

    def _cut_before(self, moment: int) -> str:
        """Why absence proves nothing: an earlier span whose text the log cut."""
        cut = self._first_cut
        return f"the log cut the text of {cut.id}, which may hold it" if cut and cut.entered < moment else ""

    @cached_property
    def _first_cut(self) -> Life | None:
        lives = self._timeline.lives
        return next((life for life in lives if not life.span.complete and (life.evidence or life.derivative)), None)

    def _unread_before(self, step: Step) -> str:
        if not self._timeline.after_hole(step.line):
            return ""
        return f"line {self._timeline.holes[0]} could not be read and may have held it"

    # --- what a reader wants to know of it ---

    def _graded(self, claim: Claim, place: _Place) -> Claim:
        holders = self.places.holders(place.spellings)
        act = self._acts.of(claim.step, claim.life, claim.cite, holders)
        cited = claim.cite is not None
        kind = claim.near.kind if claim.near else ""
        severity = severity_of(claim.verdict, kind, act, carried=self._carried(claim.where, holders), cited=cited)
        unseen = self._unseen_at(claim.step)
        confidence = confidence_of(claim.verdict, claim.token.kind, act, cited=cited, seconded=False)
        return replace(
            claim,
            act=act,
            holders=holders,
            severity=lowered(severity, act, verifier=self._timeline.header.conditions.verifier is True),
            confidence=confidence if unseen is None else capped_by_unseen(claim.verdict, confidence),
            unseen=unseen,
            edit=self._edit_behind(claim),
        )

    def _carried(self, where: Where, holders: frozenset[int]) -> bool:
        """The first live derivative that holds it has it from an ancestor that holds it."""
        return bool(where.derivatives) and self._timeline.ancestry.any_above(where.derivatives[0], holders)

    def _edit_behind(self, claim: Claim) -> Step | None:
        moment = claim.step.before
        source = claim.where.gone[0] if claim.where.gone else claim.near.source if claim.near else None
        taken = taken_by(self._timeline, source, moment) if source is not None else None
        if taken is None and claim.where.derivatives:
            return self._timeline.step_of(claim.where.derivatives[0])
        return taken

    def _unseen_at(self, step: Step) -> Step | None:
        """The last call before a step, when it says that the log does not show much of the window."""
        last = self._last_calls[step.index]
        return last if last is not None and isinstance(last.event, Call) and last.event.unseen > UNSEEN_TOKENS else None

    @cached_property
    def _last_calls(self) -> list[Step | None]:
        last: Step | None = None
        calls = []
        for step in self._timeline.steps:
            calls.append(last)
            last = step if isinstance(step.event, Call) else last
        return calls


def _last_said(spelled: str, text: str) -> str:
    """The last line that says it: what it is said of is read there, not where it was only named."""
    return next((line for line in reversed(text.split("\n")) if literal_in(spelled, line)), text)


def _worth_grading(claim: Claim) -> bool:
    """Some rule may report it: a cite that is sourced may still name the wrong span."""
    if claim.verdict in ("coined", "not-judged"):
        return False
    return claim.verdict != "sourced" or claim.cite is not None


def _by_place(where: Where) -> Standing | None:
    """The verdict that a place where it stands gives; None when it stands nowhere that counts."""
    if where.sourced:
        return "sourced"
    if not where.gone:
        return None
    return "derivative" if where.derivatives else "faded"


def _seconded(claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """Two implicit claims of one span that are altered towards one source speak for each other."""
    towards: dict[tuple[int, int], int] = {}
    for key in filter(None, map(_towards, claims)):
        towards[key] = towards.get(key, 0) + 1
    return tuple(_with_second(claim) if towards.get(_towards(claim) or (-1, -1), 0) > 1 else claim for claim in claims)


def _towards(claim: Claim) -> tuple[int, int] | None:
    if claim.cite is not None or claim.life is None or claim.near is None or claim.near.source is None:
        return None
    return claim.life.serial, claim.near.source.serial


def _with_second(claim: Claim) -> Claim:
    confidence = confidence_of(claim.verdict, claim.token.kind, claim.act, cited=False, seconded=True)
    return replace(
        claim,
        confidence=confidence if claim.unseen is None else capped_by_unseen(claim.verdict, confidence),
    )


def claims_by_span(claims: Iterable[Claim]) -> list[list[Claim]]:
    """The implicit claims, one list a claiming span."""
    spans: dict[int, list[Claim]] = {}
    for claim in claims:
        if claim.cite is None and claim.life is not None:
            spans.setdefault(claim.life.serial, []).append(claim)
    return list(spans.values())
