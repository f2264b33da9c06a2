"""How often a token is named again after a step."""

from __future__ import annotations

import random

import pytest

from ctxaudit.sourcing import Book
from ctxaudit.sourcing.later import NamedAfter
from ctxaudit.timeline import replay
from ctxaudit.verbatim import Token, stands_in
from tests.build import Build
from tests.verbatim import generator


def book(build: Build) -> Book:
    return Book(replay(build.trace()))


def by_letters(read: Book) -> dict[int, list[int]]:
    """By each token the lives that spell it."""
    return read.spelled(range(len(read.catalogue.tokens)), read.timeline.lives)


@pytest.mark.parametrize("seed", range(6))
def test_counts_are_those_of_the_loop(seed: int) -> None:
    rng, build = random.Random(seed), Build()
    for number in range(10):
        build.add(f"s{number}", generator.text(rng, 5))
        build.tool_call(f"c{number}", f'{{"q": "{generator.fragment(rng)}"}}'.replace("\\", "/"), f"k{number}")
    read = book(build)
    tokens = read.catalogue.tokens
    named = [(rng.randrange(20), rng.choice(tokens)) for _ in range(30)]
    named += [(rng.randrange(20), one) for one, _ in generator.tokens_with_texts(rng, 15)]
    again = NamedAfter(read, named, by_letters(read))
    for number, token in enumerate(tokens):
        for step in read.timeline.steps[::3]:
            claims = sum(index > step.index and stands_in(token, claim) for index, claim in named)
            calls = [
                life for life in read.timeline.lives if life.span.kind == "tool-call" and life.entered > step.index
            ]
            held = sum(life.serial in read.places(token) for life in calls)
            assert again.count(number, step) == claims + held, token


def test_without_calls_only_claims_count() -> None:
    read = book(Build().add("a", "GUL-4410").tool_call("c", '{"ring": "GUL-4410"}', "k"))
    token = Token("code", "GUL-4410", "GUL-4410")
    assert NamedAfter(read, [(1, token)]).count(0, read.timeline.steps[0]) == 1
    assert NamedAfter(read, [(1, token)], by_letters(read)).count(0, read.timeline.steps[0]) == 2


def test_what_is_named_at_the_step_itself_or_before_does_not_count() -> None:
    read = book(Build().add("a", "GUL-4410").add("b"))
    named = NamedAfter(read, [(0, read.catalogue.tokens[0]), (1, read.catalogue.tokens[0])])
    assert [named.count(0, step) for step in read.timeline.steps] == [1, 0]


def test_what_names_no_token_counts_nowhere() -> None:
    read = book(Build().add("a", "GUL-4410"))
    assert NamedAfter(read, [(5, None)]).count(0, read.timeline.steps[0]) == 0
