"""What stands in a window is what a walk over its spans says."""

from __future__ import annotations

import random

import pytest

from ctxaudit.sourcing import Book
from ctxaudit.sourcing.standing import Standing
from ctxaudit.timeline import Timeline, replay
from tests.build import Build
from tests.verbatim import generator


def session(seed: int) -> Timeline:
    """Spans that share identifiers, some of which leave again."""
    rng, build = random.Random(seed), Build()
    for number in range(12):
        build.add(f"s{number}", generator.text(rng, 6), rng.choice(("tool", "user", "assistant")))
        if number % 3 == 2:
            build.evict(f"s{number - rng.randrange(2)}")
    return replay(build.compact(["s0"], "m", generator.text(rng, 4)).trace())


@pytest.mark.parametrize("seed", range(12))
def test_it_agrees_with_the_walk_at_every_moment(seed: int) -> None:
    timeline = session(seed)
    book = Book(timeline)
    asked = range(0, len(book.catalogue.tokens), 2)
    standing = Standing(timeline, book, asked)
    for moment in range(timeline.end + 1):
        live = {life.serial for life in timeline.live_at(moment)}
        for number in asked:
            expected = not live.isdisjoint(book.places(book.catalogue.tokens[number]))
            assert standing.holds(number, moment) == expected


def test_letters_without_a_token_stand_too() -> None:
    timeline = replay(
        Build().add("a", "see what-robert-said", "user").add("b", "run `what-robert-said` now", "user").trace()
    )
    book = Book(timeline)
    [number] = [book.catalogue.number(token) for token in book.tokens(timeline.lives[1])]
    assert number is not None
    standing = Standing(timeline, book, [number])
    assert standing.letters_in == {0: [number]}
    assert [standing.holds(number, moment) for moment in (0, 1, 2)] == [False, True, True]
