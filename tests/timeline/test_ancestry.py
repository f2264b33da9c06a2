"""The bits of an ancestry say what the walk along parents and provenances lists."""

from __future__ import annotations

import pytest

from ctxaudit.timeline import Timeline, replay
from tests.build import Build, span
from tests.timeline.broken import broken_session

TEXT = "The ferry leaves at noon."


def chain() -> Timeline:
    build = Build().add("a", TEXT).add("b", TEXT).compact(["a", "b"], "m1")
    return replay(build.add("c", TEXT).compact(["m1", "c"], "m2").add("d", TEXT).trace())


def above(timeline: Timeline, name: str) -> set[str]:
    life = timeline.lives_of(name)[-1]
    return {other.id for other in timeline.lives if timeline.ancestry.any_above(life, [other.serial])}


def test_parents_and_theirs_are_above() -> None:
    assert above(chain(), "m2") == {"a", "b", "m1", "c"}


def test_what_came_in_beside_is_not_above() -> None:
    assert above(chain(), "d") == set()


def test_a_life_is_not_above_itself() -> None:
    timeline = chain()
    made = timeline.lives_of("m1")[0]
    assert not timeline.ancestry.any_above(made, [made.serial])


def test_no_serials_are_not_above() -> None:
    timeline = chain()
    assert not timeline.ancestry.any_above(timeline.lives_of("m2")[0], [])


def test_one_of_several_serials_is_enough() -> None:
    timeline = chain()
    serials = [timeline.lives_of(name)[0].serial for name in ("d", "a")]
    assert timeline.ancestry.any_above(timeline.lives_of("m2")[0], serials)


def test_a_named_span_that_is_no_source_is_above() -> None:
    made = span("m", "a short summary", "memory", provenance=("a", "b"), lossy=True)
    build = Build().add("a", TEXT).add("b", TEXT).rewrite(["b"], made)
    assert above(replay(build.trace()), "m") == {"a", "b"}


@pytest.mark.parametrize("seed", range(8))
def test_it_agrees_with_the_walk(seed: int) -> None:
    timeline = replay(broken_session(seed).trace())
    for life in timeline.lives:
        listed = {ancestor.serial for ancestor in life.ancestors()}
        found = {other.serial for other in timeline.lives if timeline.ancestry.any_above(life, [other.serial])}
        assert found == listed, life.id


def test_the_bits_are_those_of_the_ancestors() -> None:
    timeline = chain()
    [made] = timeline.lives_of("m2")
    serials = [ancestor.serial for ancestor in made.ancestors()]
    assert int.from_bytes(timeline.ancestry.above(made), "little") == sum(1 << serial for serial in serials)
    assert timeline.ancestry.above(timeline.lives_of("d")[0]) == b""
