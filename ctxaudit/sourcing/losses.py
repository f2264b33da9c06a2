"""What each rewrite kept of its sources' verbatim tokens, what it lost, and what of that was wanted later."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from ctxaudit.model import Cite, Retention, Rewrite
from ctxaudit.sourcing.book import Book
from ctxaudit.sourcing.claims import Claim
from ctxaudit.sourcing.later import NamedAfter
from ctxaudit.sourcing.standing import Standing
from ctxaudit.timeline import Life, Step, Timeline
from ctxaudit.verbatim import Token, token_from


@dataclass(frozen=True, slots=True)
class Loss:
    """A token of a rewrite's sources that stands in no span that is live after it, and is not pinned."""

    token: Token
    holders: tuple[Life, ...]  # among the sources, in the event's order
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
    lost: tuple[Loss, ...]  # the most cited later first, then the most named, then those of most sources, then by place


def weigh_rewrites(timeline: Timeline, book: Book, claims: Callable[[], Iterable[Claim]]) -> tuple[Weighed, ...]:
    """All rewrites that brought a surrogate, in order. The claims are asked for when there is one."""
    made = [(step, step.surrogate) for step, _ in timeline.of(Rewrite) if step.surrogate is not None]
    if not made:
        return ()
    scales = _Scales(timeline, book, claims(), [step for step, _ in made])
    return tuple(scales.weighed(*one) for one in made)


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
        self._standing = Standing(timeline, book, chain.from_iterable(map(self._taken_by, made)))
        self._letters_in = self._standing.letters_in
        self._cites = NamedAfter(book, ((step.index, token_from(cite.token)) for step, cite in timeline.of(Cite)))
        self._named = NamedAfter(book, _named(claims), calls=True)

    def weighed(self, step: Step, surrogate: Life) -> Weighed:
        """Of tokens that are the same the first counts; those that stand everywhere are left out."""
        book, tokens = self._book, self._book.catalogue.tokens
        taken = [number for number in book.distinct(self._taken_by(step)) if not book.too_common(number)]
        gone = [number for number in taken if not self._standing.holds(number, step.after)]
        unpinned = [number for number in gone if book.pin_that_holds(tokens[number], step.after) is None]
        holders = _Holding(step.left, self._of_text, self._letters_in)
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

    def _taken_by(self, step: Step) -> dict[int, None]:
        """The tokens of all sources, in order of first place."""
        return dict.fromkeys(chain.from_iterable(self._of_text[life.serial] for life in step.left))


class _Holding:
    """Which sources of a rewrite hold a token."""

    def __init__(
        self, sources: Sequence[Life], of_text: Sequence[Sequence[int]], letters_in: Mapping[int, Sequence[int]]
    ) -> None:
        self._sources = sources
        self._places: dict[int, list[int]] = {}  # by a token the sources that have it, ascending
        self._letters: dict[int, list[int]] = {}  # by a token those that have but its letters
        for place, life in enumerate(sources):
            for number in of_text[life.serial]:
                self._places.setdefault(number, []).append(place)
            for number in letters_in.get(life.serial, ()):
                self._letters.setdefault(number, []).append(place)

    def of(self, number: int, inside: Sequence[int]) -> tuple[Life, ...]:
        """The sources that hold the token or one of those in which it stands, in order."""
        places = self._places.get(number, [])
        letters = self._letters.get(number)
        if inside or letters:
            found = {*places, *(letters or ())}
            for other in inside:
                if other in self._places:
                    found.update(self._places[other])
            places = sorted(found)
        return tuple([self._sources[place] for place in places])


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
