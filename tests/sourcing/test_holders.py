"""The sorted holders say of each moment what a walk over all of them says."""

from __future__ import annotations

import random

import pytest

from ctxaudit.sourcing.holders import Gone, Holders
from ctxaudit.sourcing.where import last_taken
from ctxaudit.timeline import Life, Timeline, replay
from tests.build import Build
from tests.timeline.broken import broken_session

TEXT = "GUL-4410"


def plain_source(lives: list[Life], moment: int, besides: Life | None) -> Life | None:
    counting = [life for life in lives if life is not besides and life.entered < moment and life.live_at(moment)]
    sources = [life for life in counting if life.evidence or life.pinned_at(moment)]
    return max(sources, key=lambda life: life.serial, default=None)


def plain_gone(lives: list[Life], moment: int, besides: Life | None) -> list[Life]:
    left = [
        life
        for life in lives
        if life is not besides and life.evidence and life.entered < moment and not life.live_at(moment)
    ]
    return sorted(left, key=lambda life: (last_taken(life, moment), life.serial), reverse=True)


def plain_derivatives(lives: list[Life], moment: int, besides: Life | None) -> list[Life]:
    live = [life for life in lives if life is not besides and life.entered < moment and life.live_at(moment)]
    return sorted((life for life in live if life.derivative), key=lambda life: -life.serial)


@pytest.mark.parametrize("seed", range(25))
def test_they_agree_with_the_walk_at_every_moment(seed: int) -> None:
    rng = random.Random(seed)
    timeline = replay(broken_session(seed).trace())
    lives = sorted(rng.sample(timeline.lives, len(timeline.lives) * 2 // 3), key=lambda life: life.serial)
    holders = Holders(lives)
    for moment in range(timeline.end + 1):
        for besides in (None, rng.choice(timeline.lives)):
            assert holders.source(moment, besides) is plain_source(lives, moment, besides)
            assert holders.derivatives(moment, besides) == plain_derivatives(lives, moment, besides)
            gone = holders.gone(moment, besides)
            assert list(gone) == plain_gone(lives, moment, besides)
            assert [life for life in timeline.lives if life in gone] == sorted(gone, key=lambda life: life.serial)


def three_gone() -> tuple[Timeline, Gone]:
    build = Build().add("a", TEXT).add("b", TEXT).add("c", TEXT).evict("b").evict("c").evict("a")
    timeline = replay(build.trace())
    return timeline, Holders(timeline.lives).gone(timeline.end, None)


def test_the_first_that_is_gone_is_the_last_that_left() -> None:
    assert three_gone()[1][0].id == "a"


def test_those_that_are_gone_can_be_counted_cut_and_asked() -> None:
    timeline, gone = three_gone()
    assert len(gone) == 3
    assert gone[-1].id == "b"
    assert [life.id for life in gone[:1]] == ["a"]
    assert [life.id for life in gone[1:]] == ["c", "b"]
    assert timeline.lives[0] in gone


def test_of_none_there_is_no_first() -> None:
    gone = Holders([]).gone(3, None)
    assert not gone
    with pytest.raises(IndexError):
        gone[0]


def test_words_of_the_model_hold_nothing() -> None:
    timeline = replay(Build().add("a", TEXT, "assistant").evict("a").trace())
    assert not Holders(timeline.lives).gone(timeline.end, None)


def test_a_pinned_span_of_the_model_is_a_source() -> None:
    timeline = replay(Build().add("a", TEXT, "assistant").pin("a").trace())
    assert Holders(timeline.lives).source(timeline.end, None) is timeline.lives[0]
    assert Holders(timeline.lives).source(1, None) is None
