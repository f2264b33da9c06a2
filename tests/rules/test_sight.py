"""The bits of a sight say what a walk over the window and the ancestors lists."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ctxaudit.model import Rewrite
from ctxaudit.rules._sight import NOTHING, Sight, Sights, bits_of
from ctxaudit.timeline import Life, Step, Timeline, replay
from tests.build import Build
from tests.timeline.broken import broken_session


def chain() -> Timeline:
    """`m2` is made of `m1` and `c`, `m1` of `a`; `b` leaves between the two rewrites, `d` comes after them."""
    build = Build().add("a").add("b").compact(["a"], "m1").evict("b").add("c").compact(["m1", "c"], "m2")
    return replay(build.add("d").trace())


def rewrites(timeline: Timeline) -> Iterator[tuple[Step, Life]]:
    return ((step, step.surrogate) for step, _ in timeline.of(Rewrite) if step.surrogate is not None)


def seen(timeline: Timeline) -> list[set[str]]:
    """The ids in sight of each rewrite."""
    sights = Sights(timeline)
    each = [sights.of(step, made) for step, made in rewrites(timeline)]
    return [{life.id for life in timeline.lives if life.serial in sight} for sight in each]


def test_live_spans_and_ancestors_are_in_sight() -> None:
    assert seen(chain()) == [{"a", "b"}, {"a", "m1", "c"}]


def test_a_span_that_comes_back_is_in_sight_again() -> None:
    build = Build().add("a").add("b").evict("a").compact(["b"], "m1").checkpoint("m1", "a").compact(["m1"], "m2")
    assert seen(replay(build.trace())) == [{"b"}, {"a", "b", "m1"}]


@pytest.mark.parametrize("seed", range(12))
def test_it_agrees_with_the_walk(seed: int) -> None:
    timeline = replay(broken_session(seed).trace())
    sights = Sights(timeline)
    for step, made in rewrites(timeline):
        walked = {life.serial for life in (*timeline.live_at(step.before), *made.ancestors())}
        sight = sights.of(step, made)
        assert {life.serial for life in timeline.lives if life.serial in sight} == walked
        assert sight.bits == bits_of(walked)


@pytest.mark.parametrize("size", [0, 1, 2, 40, 400])
def test_any_of_some_is_told_by_walk_and_by_bits_alike(size: int) -> None:
    held = set(range(0, 1_000, 7))
    sight = Sight(bits_of(held).to_bytes(125, "little"), {})
    for start in range(0, 1_000, 3):
        asked = frozenset(range(start, min(start + size, 1_000)))
        assert sight.any_of(asked) == (not held.isdisjoint(asked))
        assert sight.any_of(asked) == (not held.isdisjoint(asked))  # the bits of a large set are kept


def test_what_is_no_serial_of_the_trace_is_not_in_sight() -> None:
    sight = Sight(bits_of([3]).to_bytes(1, "little"), {})
    assert [3 in sight, 4 in sight, 99 in sight, "3" in sight] == [True, False, False, False]


def test_nothing_is_in_the_sight_of_nothing() -> None:
    assert 0 not in NOTHING
    assert not NOTHING.any_of(frozenset([0]))


def test_bits_stand_at_the_places_of_the_serials() -> None:
    assert bits_of([]) == 0
    assert bits_of([0, 2, 9]) == 0b10_0000_0101
