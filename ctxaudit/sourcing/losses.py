"""What each rewrite kept of its sources' verbatim tokens, what it lost, and what of that was wanted later."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from ctxaudit.model import Cite, Retention, Rewrite
from ctxaudit.sourcing.book import Book
from ctxaudit.sourcing.claims import Claim
from ctxaudit.sourcing.presence import Presence, Presences
from ctxaudit.timeline import Life, Step, Timeline
from ctxaudit.verbatim import StandsIndex, Token, token_from


@dataclass(frozen=True, slots=True)
class Loss:
    """A token of a rewrite's sources that stands in no span that is live after it, and is not pinned."""

    token: Token
    holders: tuple[Life, ...]  # among the sources, in the event's order
    later_cites: int
    presence: Presence


@dataclass(frozen=True, slots=True)
class Weighed:
    """One rewrite. Tokens that stand nearly everywhere are neither kept nor lost."""

    step: Step
    surrogate: Life
    tokens: int
    pinned: int
    cut: Life | None  # a span that is live after it and whose text the log cut: what seems lost may stand there
    lost: tuple[Loss, ...]  # the most cited later first, then those of most sources, then by place


# Asked for by a rule and again by the report; goes with its book.
_WEIGHED: WeakKeyDictionary[Book, list[Weighed]] = WeakKeyDictionary()


def weigh_rewrites(timeline: Timeline, book: Book) -> list[Weighed]:
    """All rewrites that brought a surrogate, in order. Weighed once for each book."""
    known = _WEIGHED.get(book)
    if known is None:
        known = _WEIGHED[book] = _weigh(timeline, book)
    return known


def _weigh(timeline: Timeline, book: Book) -> list[Weighed]:
    made = [(step, step.surrogate) for step, _ in timeline.of(Rewrite) if step.surrogate is not None]
    catalogue = book.catalogue
    left = {number for step, _ in made for life in step.left for number in catalogue.of_text[life.serial]}
    taken = [catalogue.tokens[number] for number in sorted(left)]
    book.prepare(taken)
    scales = _Scales(timeline, book, taken)
    return [scales.weighed(*one) for one in made]


def retention(timeline: Timeline, book: Book, claims: Sequence[Claim]) -> tuple[Retention, ...]:
    """One row a rewrite, with the losses that a later claim, cite or tool call names again first.

    A rewrite after which the log does not show the window whole has no row: its losses cannot be counted.
    """
    rows = weigh_rewrites(timeline, book)
    later = _Later(_named(claims), [loss.token for weighed in rows for loss in weighed.lost])
    return tuple(_row(weighed, later) for weighed in rows if weighed.cut is None)


def _named(claims: Sequence[Claim]) -> Iterator[tuple[int, Token | None]]:
    """What claims name; one that misspells a source's token was in need of that token."""
    for claim in claims:
        yield claim.step.index, claim.token
        if claim.near is not None:
            yield claim.step.index, claim.near.token


class _Later:
    """Tokens by the step that names them; answers how often one is named after a step. `asked`: what will be asked."""

    def __init__(self, named: Iterable[tuple[int, Token | None]], asked: Iterable[Token]) -> None:
        steps: dict[Token, list[int]] = {}
        for step, token in named:
            if token is not None:
                steps.setdefault(token, []).append(step)
        self._steps = list(steps.values())
        self._index = StandsIndex(enumerate(steps))
        self._index.learn(asked if steps else ())
        self._known: dict[Token, list[int]] = {}

    def count(self, token: Token, step: Step) -> int:
        known = self._known.get(token)
        if known is None:
            known = sorted(named for owner in self._index.owners(token) for named in self._steps[owner])
            self._known[token] = known
        return len(known) - bisect_right(known, step.index)


@dataclass(frozen=True, slots=True)
class _Weight:
    """What the weighing of any rewrite asks of one token. `sames`: the numbers of the others that are the same."""

    token: Token
    sames: frozenset[int]
    common: bool
    presence: Presence


class _Scales:
    """Weighs rewrites of one timeline; what it works out for a token serves every rewrite that takes it."""

    def __init__(self, timeline: Timeline, book: Book, taken: Iterable[Token]) -> None:
        self._timeline = timeline
        self._book = book
        self._weights: dict[int, _Weight] = {}
        self._presences = Presences(timeline, book)
        self._cites = _Later(((step.index, token_from(cite.token)) for step, cite in timeline.of(Cite)), taken)

    def weighed(self, step: Step, surrogate: Life) -> Weighed:
        weights = self._taken_by(step)
        place_of = {life.serial: place for place, life in enumerate(step.left)}
        first, last = min(place_of, default=0), max(place_of, default=-1)
        lost: list[Loss] = []
        pinned = 0
        for weight in weights:
            token, presence = weight.token, weight.presence
            if presence.at(step.after):
                continue
            if self._book.pin_that_holds(token, step.after) is not None:
                pinned += 1
                continue
            places = sorted(place_of[serial] for serial in presence.between(first, last) if serial in place_of)
            holders = tuple([step.left[place] for place in places])
            lost.append(Loss(token, holders, self._cites.count(token, step), presence))
        lost.sort(key=lambda loss: (-loss.later_cites, -len(loss.holders)))
        cut = next((life for life in self._timeline.incomplete if life.live_at(step.after)), None)
        return Weighed(step, surrogate, len(weights), pinned, cut, tuple(lost))

    def _taken_by(self, step: Step) -> list[_Weight]:
        """The first of each class of tokens that are the same, of all sources; those that stand everywhere left out."""
        of_text = self._book.catalogue.of_text
        kept: dict[int, _Weight] = {}
        for number in dict.fromkeys(number for life in step.left for number in of_text[life.serial]):
            weight = self._weights.get(number) or self._weight(number)
            if kept.keys().isdisjoint(weight.sames):
                kept[number] = weight
        return [weight for weight in kept.values() if not weight.common]

    def _weight(self, number: int) -> _Weight:
        catalogue, book = self._book.catalogue, self._book
        token = catalogue.tokens[number]
        numbers = map(catalogue.number, book.sames(token))
        sames = frozenset(other for other in numbers if other is not None)
        weight = _Weight(token, sames, book.too_common(token), self._presences.of(token))
        self._weights[number] = weight
        return weight


def _row(weighed: Weighed, later: _Later) -> Retention:
    step = weighed.step
    # how often it is named again after the rewrite: by a claim, or in a tool call of the model
    wanted = {
        loss.token: later.count(loss.token, step) + loss.presence.calls_after(step.index) for loss in weighed.lost
    }
    ranked = sorted(weighed.lost, key=lambda loss: -wanted[loss.token])
    return Retention(
        line=step.line,
        turn=step.turn,
        surrogate=weighed.surrogate.id,
        tokens_in_sources=weighed.tokens,
        kept=weighed.tokens - weighed.pinned - len(weighed.lost),
        pinned=weighed.pinned,
        lost=len(weighed.lost),
        needed_later=sum(count > 0 for count in wanted.values()),
        lost_tokens=tuple(loss.token.text for loss in ranked),
        needed_tokens=tuple(loss.token.text for loss in ranked if wanted[loss.token]),
    )
