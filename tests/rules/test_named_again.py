"""The first later claim on an identifier of a sentence is the one that the plain loop over all claims finds."""

from __future__ import annotations

import random

import pytest

from ctxaudit.case import Case
from ctxaudit.rules._falsifiers import NamedAgain
from ctxaudit.sourcing import Claim
from ctxaudit.timeline import Step, replay
from tests.build import Build

NAMES = ["7c1e04b92d5f", "81f0a6c3d4e2", "HARB-2207", "set_winch", "src/pool.py", "4500 ms", "`tide --next`"]


def session(seed: int) -> Case:
    rng, build = random.Random(seed), Build(citations="both")
    for number in range(30):
        build.turn(number).add(
            f"s{number}", f"it is {rng.choice(NAMES)} and {rng.choice(NAMES)}", rng.choice(["assistant", "tool"])
        )
        if rng.random() < 0.3:
            build.evict(f"s{number}")
        if rng.random() < 0.3:
            build.cite(rng.choice(NAMES))
    return Case(replay(build.trace()))


def plainly(case: Case, sentence: str, step: Step) -> tuple[str, Claim] | None:
    found = [
        (token.text, claim)
        for token in case.book.tokens_in(sentence, prose=True)
        if token.kind not in ("path", "number", "quoted")
        for claim in case.claims
        if claim.token.canonical == token.canonical and claim.step.index > step.index
    ]
    return min(found, key=lambda pair: pair[1].step.index, default=None)


@pytest.mark.parametrize("seed", range(8))
def test_it_is_the_first_after_the_step(seed: int) -> None:
    case = session(seed)
    named = NamedAgain(case)
    sentences = [f"We did not use {one} because {other} leaks." for one in NAMES for other in NAMES]
    found = 0
    for step in case.timeline.steps[::4]:
        for sentence in sentences:
            again = named.first(sentence, step)
            assert again == plainly(case, sentence, step)
            found += again is not None
    assert found > 20


def test_without_claims_nothing_is_named_again() -> None:
    case = Case(replay(Build().add("a", "7c1e04b92d5f").trace()))
    assert NamedAgain(case).first("It is 7c1e04b92d5f.", case.timeline.steps[0]) is None
