"""What live evidence holds, moment after moment, is what a walk over all lives says."""

from __future__ import annotations

import pytest

from ctxaudit.sourcing import Book
from ctxaudit.sourcing.tide import Tide
from ctxaudit.timeline import Life, Timeline, replay
from ctxaudit.verbatim import stands_in
from tests.build import Build
from tests.timeline.broken import broken_session

SPELLINGS = ("commit 7be01c94aa52", "7be01c94 again", "see charts/north_bay.svg:12", "the charts/north_bay.svg")


def evidence(timeline: Timeline) -> list[Life]:
    return [life for life in timeline.lives if life.evidence]


def plain(timeline: Timeline, book: Book, number: int, moment: int) -> bool:
    claim = book.catalogue.tokens[number]
    live = (life for life in timeline.lives if life.evidence and life.live_at(moment))
    return any(stands_in(claim, held) for life in live for held in book.tokens(life))


@pytest.mark.parametrize("seed", range(20))
def test_it_agrees_with_the_walk_at_every_moment(seed: int) -> None:
    build = broken_session(seed)
    for place, text in enumerate(SPELLINGS):
        build.add(f"z{place}", text)
    timeline = replay(build.evict("z0").evict("z2").trace())
    book = Book(timeline)
    tide = Tide(book, evidence(timeline))
    for moment in range(timeline.end + 1):
        for number in range(len(book.catalogue.tokens)):
            assert tide.holds(number, moment) == plain(timeline, book, number, moment)


def test_words_of_the_model_and_rewrites_hold_nothing() -> None:
    build = Build().add("a", "GUL-4410", "assistant").add("b", "words").compact(["b"], "m", "GUL-4410")
    timeline = replay(build.trace())
    assert not Tide(Book(timeline), evidence(timeline)).holds(0, timeline.end)


def test_moments_may_be_skipped_and_asked_again() -> None:
    timeline = replay(Build().add("a", "GUL-4410").evict("a").add("b", "GUL-4410").add("c").trace())
    tide = Tide(Book(timeline), evidence(timeline))
    assert [tide.holds(0, moment) for moment in (0, 1, 1, 2, 4)] == [False, True, True, False, True]
