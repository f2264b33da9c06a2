"""What each rewrite kept of its sources' verbatim tokens, what it lost, and what of that was wanted later."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from ctxaudit.model import Cite, Retention, Rewrite
from ctxaudit.sourcing.book import Book, distinct
from ctxaudit.sourcing.claims import Claim
from ctxaudit.timeline import Life, Step, Timeline
from ctxaudit.verbatim import StandsIndex, Token, token_from


@dataclass(frozen=True, slots=True)
class Loss:
    """A token of a rewrite's sources that stands in no span that is live after it, and is not pinned."""

    token: Token
    holders: tuple[Life, ...]  # among the sources, in the event's order
    later_cites: int


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
    tokens = [_tokens_of(step, book) for step, _ in made]
    book.prepare(token for held in tokens for token in held)
    cites = _Later((step.index, token_from(cite.token)) for step, cite in timeline.of(Cite))
    return [_weighed(*one, held, book, cites) for one, held in zip(made, tokens, strict=True)]


def retention(timeline: Timeline, book: Book, claims: Sequence[Claim]) -> tuple[Retention, ...]:
    """One row a rewrite, with the losses that a later claim, cite or tool call names again first.

    A rewrite after which the log does not show the window whole has no row: its losses cannot be counted.
    """
    later = _Later((claim.step.index, claim.token) for claim in claims)
    rows = weigh_rewrites(timeline, book)
    return tuple(_row(timeline, book, weighed, later) for weighed in rows if weighed.cut is None)


class _Later:
    """Tokens by the step that names them; answers how often one is named after a step."""

    def __init__(self, named: Iterable[tuple[int, Token | None]]) -> None:
        self._steps: list[int] = []
        self._index = StandsIndex()
        for step, token in named:
            if token is not None:
                self._index.add(len(self._steps), token)
                self._steps.append(step)

    def count(self, token: Token, step: Step) -> int:
        return sum(self._steps[owner] > step.index for owner in self._index.owners(token))


def _tokens_of(step: Step, book: Book) -> list[Token]:
    held = (token for life in step.left for token in book.tokens(life))
    return [token for token in distinct(dict.fromkeys(held)) if not book.too_common(token)]


def _weighed(step: Step, surrogate: Life, tokens: Sequence[Token], book: Book, cites: _Later) -> Weighed:
    lives = book.timeline.lives
    lost: list[Loss] = []
    pinned = 0
    for token in tokens:
        places = book.places(token)
        if any(lives[serial].live_at(step.after) for serial in places):
            continue
        if book.pin_that_holds(token, step.after) is not None:
            pinned += 1
            continue
        holders = tuple(life for life in step.left if life.serial in places)
        lost.append(Loss(token, holders, cites.count(token, step)))
    lost.sort(key=lambda loss: (-loss.later_cites, -len(loss.holders)))
    cut = next((life for life in lives if not life.span.complete and life.live_at(step.after)), None)
    return Weighed(step, surrogate, len(tokens), pinned, cut, tuple(lost))


def _row(timeline: Timeline, book: Book, weighed: Weighed, later: _Later) -> Retention:
    step = weighed.step
    wanted = {loss.token: _wanted(timeline, book, loss.token, step, later) for loss in weighed.lost}
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


def _wanted(timeline: Timeline, book: Book, token: Token, step: Step, later: _Later) -> int:
    """How often it is named again after the rewrite: by a claim, or in a tool call of the model."""
    calls = 0
    for serial in book.places(token):
        life = timeline.lives[serial]
        calls += life.span.kind == "tool-call" and life.entered > step.index
    return later.count(token, step) + calls
