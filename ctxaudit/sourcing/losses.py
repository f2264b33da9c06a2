"""What each rewrite kept of its sources' verbatim tokens, what it lost, and what of that was wanted later."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

from ctxaudit.model import Cite, Retention, Rewrite
from ctxaudit.sourcing.book import Book
from ctxaudit.sourcing.claims import Claim
from ctxaudit.sourcing.later import NamedAfter
from ctxaudit.sourcing.tide import Tide
from ctxaudit.timeline import Life, Step, Timeline
from ctxaudit.timeline.moments import ended
from ctxaudit.verbatim import Token, token_from


class Loss(NamedTuple):
    """A token of a rewrite's sources that stands in no span that is live after it, and is not pinned."""

    token: Token
    holders: tuple[Life, ...]  # the sources that have it, in the event's order; by letters alone where some are spared
    later_cites: int
    named_later: int  # by a claim, a cite or a tool call of the model


@dataclass(frozen=True, slots=True)
class Weighed:
    """One rewrite. Tokens that stand nearly everywhere are neither kept nor lost."""

    step: Step
    surrogate: Life
    tokens: int
    pinned: int
    cut: Life | None  # a span that is live after it and whose text the log cut: what seems lost may stand there
    lost: tuple[Loss, ...]  # the most cited later first, then the most named, then those that most sources have


def weigh_rewrites(timeline: Timeline, book: Book, claims: Callable[[], Iterable[Claim]]) -> tuple[Weighed, ...]:
    """All rewrites that brought a surrogate, in order. The claims are asked for when there is one."""
    made = [(step, step.surrogate) for step, _ in timeline.of(Rewrite) if step.surrogate is not None]
    if not made:
        return ()
    scales = _Scales(timeline, book, claims(), [step for step, _ in made])
    return tuple(scales.weighed(place, *one) for place, one in enumerate(made))


def retention(rows: Iterable[Weighed]) -> tuple[Retention, ...]:
    """One row a rewrite, with the losses that are named again later first.

    A rewrite after which the log does not show the window whole has no row: its losses cannot be counted.
    """
    return tuple(_row(weighed) for weighed in rows if weighed.cut is None)


def _named(claims: Iterable[Claim]) -> Iterator[tuple[int, Token | None]]:
    """What claims name; one that misspells a source's token was in need of that token."""
    for claim in claims:
        yield claim.step.index, claim.token
        if claim.near is not None:
            yield claim.step.index, claim.near.token


class _Scales:
    """Weighs rewrites of one timeline. Tokens are numbers of the book's catalogue."""

    def __init__(self, timeline: Timeline, book: Book, claims: Iterable[Claim], made: Sequence[Step]) -> None:
        self._timeline = timeline
        self._book = book
        self._of_text = book.catalogue.of_text
        sources = dict.fromkeys(life.serial for step in made for life in step.left)
        book.learn(dict.fromkeys(chain.from_iterable(map(self._of_text.__getitem__, sources))))
        self._taken = [self._taken_by(step) for step in made]
        tide = Tide(book, timeline.lives)
        self._gone = [
            [number for number in taken if not tide.holds(number, step.after)]
            for step, taken in zip(made, self._taken, strict=True)
        ]
        self._spelled = book.spelled(dict.fromkeys(chain.from_iterable(self._gone)), _asked(timeline, made))
        self._cites = NamedAfter(book, ((step.index, token_from(cite.token)) for step, cite in timeline.of(Cite)))
        self._named = NamedAfter(book, _named(claims), self._spelled)

    def weighed(self, place: int, step: Step, surrogate: Life) -> Weighed:
        """One rewrite, by its place among those that are weighed."""
        book, tokens, taken = self._book, self._book.catalogue.tokens, self._taken[place]
        spelled = self._spelled
        gone = [number for number in self._gone[place] if number not in spelled or not self._spells(number, step.after)]
        unpinned = gone
        if self._timeline.pinned_tokens:
            unpinned = [number for number in gone if book.pin_that_holds(tokens[number], step.after) is None]
        holders = _Holding(step.left, self._of_text, self._spelled_in_sources(step, unpinned))
        lost = [
            Loss(
                tokens[number],
                holders.of(number, book.kin.inside(number)),
                self._cites.count(number, step),
                self._named.count(number, step),
            )
            for number in unpinned
        ]
        lost.sort(key=lambda loss: (-loss.later_cites, -loss.named_later, -len(loss.holders)))
        cut = next((life for life in self._timeline.incomplete if life.live_at(step.after)), None)
        return Weighed(step, surrogate, len(taken), len(gone) - len(unpinned), cut, tuple(lost))

    def _taken_by(self, step: Step) -> list[int]:
        """The tokens of all sources, in order of first place.

        Of tokens that are the same the first counts; those that stand everywhere are left out.
        """
        book = self._book
        numbers = dict.fromkeys(chain.from_iterable(self._of_text[life.serial] for life in step.left))
        return [number for number in book.distinct(numbers) if not book.too_common(number)]

    def _spells(self, number: int, moment: int) -> bool:
        """A live span has the letters of the token."""
        return any(self._timeline.lives[serial].live_at(moment) for serial in self._spelled[number])

    def _spelled_in_sources(self, step: Step, numbers: Sequence[int]) -> Mapping[int, Sequence[int]]:
        """Which sources have the letters of a token: asked where not every source counts alike."""
        spared = any(life.has_copy or life.dispensable for life in step.left)
        return self._book.spelled(numbers, step.left) if spared else {}


def _asked(timeline: Timeline, made: Sequence[Step]) -> list[Life]:
    """The lives whose letters count: those that are live after one of these steps, and later tool calls."""
    moments = [step.after for step in made]
    return [
        life
        for life in timeline.lives
        if (life.span.kind == "tool-call" and life.entered > made[0].index)
        or any(bisect_left(moments, start) < bisect_left(moments, end) for start, end in ended(life.stays))
    ]


class _Holding:
    """Which sources of a rewrite hold a token."""

    def __init__(
        self, sources: Sequence[Life], of_text: Sequence[Sequence[int]], spelled: Mapping[int, Sequence[int]]
    ) -> None:
        self._sources = sources
        self._spelled = spelled
        self._having: dict[int, list[Life]] = {}  # by a token the sources that have it, in order
        for life in sources:
            for number in of_text[life.serial]:
                self._having.setdefault(number, []).append(life)

    def of(self, number: int, inside: Sequence[int]) -> tuple[Life, ...]:
        """The sources that hold the token or one of those in which it stands, or spell it; in order."""
        having = self._having
        spelled = self._spelled.get(number, ())
        if not spelled and (not inside or having.keys().isdisjoint(inside)):
            return tuple(having.get(number, ()))
        found = {life.serial for other in (number, *inside) for life in having.get(other, ())}.union(spelled)
        return tuple([life for life in self._sources if life.serial in found])


def _row(weighed: Weighed) -> Retention:
    ranked = sorted(weighed.lost, key=lambda loss: -loss.named_later)
    return Retention(
        line=weighed.step.line,
        turn=weighed.step.turn,
        surrogate=weighed.surrogate.id,
        tokens_in_sources=weighed.tokens,
        kept=weighed.tokens - weighed.pinned - len(weighed.lost),
        pinned=weighed.pinned,
        lost=len(weighed.lost),
        needed_later=sum(loss.named_later > 0 for loss in weighed.lost),
        lost_tokens=tuple(loss.token.text for loss in ranked),
        needed_tokens=tuple(loss.token.text for loss in ranked if loss.named_later),
    )
