"""When there is a pinned block, told at every moment as a look at each span and each token tells it."""

from __future__ import annotations

import random

import pytest

from ctxaudit.rules._pinned import block_moments
from ctxaudit.sourcing.pins import Pins
from ctxaudit.timeline import Timeline, replay
from tests.build import Build

TOKENS = ("LOCK-88", "A-100")


def session(seed: int) -> Timeline:
    rng, build, names = random.Random(seed), Build(), []
    for number in range(30):
        names.append(f"s{number}")
        build.add(names[-1], f"door {rng.choice(TOKENS)} is shut", pinned=rng.random() < 0.1)
        name, token = rng.choice(names), rng.choice(TOKENS)
        if rng.random() < 0.3:
            build.pin(*[name] * rng.randint(0, 2), tokens=[token] * rng.randint(0, 1))
        if rng.random() < 0.3:
            build.unpin(name, tokens=[token])
        if rng.random() < 0.9:
            build.evict(rng.choice(names))
    return replay(build.trace())


@pytest.mark.parametrize("seed", range(8))
def test_it_agrees_with_the_walk(seed: int) -> None:
    timeline = session(seed)
    block = block_moments(timeline, Pins(timeline))
    for moment in range(timeline.end + 1):
        live = timeline.live_at(moment)
        spans = any(life.pinned_at(moment) for life in live)
        stood = any(token in life.span.text for token in timeline.pinned_tokens_at(moment) for life in live)
        assert (moment in block) == (spans or stood)


@pytest.mark.parametrize("seed", range(8))
def test_a_life_is_pinned_and_live_where_one_of_its_stretches_says_so(seed: int) -> None:
    timeline = session(seed)
    for life in timeline.lives:
        for moment in range(timeline.end + 1):
            live, pinned = (
                any(start <= moment and (end is None or moment < end) for start, end in stretches)
                for stretches in (life.stays, life.pins)
            )
            assert life.live_at(moment) == live
            assert life.pinned_at(moment) == (live and pinned)
