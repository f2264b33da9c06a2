"""Which step gave a life its attribution is what a look through all its stays and all steps says."""

from __future__ import annotations

import pytest

from ctxaudit.rules._attributions import Attributions, attributed_by
from ctxaudit.sourcing.where import last_taken
from ctxaudit.timeline import Life, Step, Timeline, replay
from tests.build import Build
from tests.timeline.broken import broken_session


def comings_and_goings() -> Timeline:
    build = Build().add("a").add("b").evict("a").checkpoint("a", "b").compact(["a"], "m").checkpoint("a", "b", "m")
    return replay(build.truncate("a").evict("a", "b").trace())


def timelines() -> list[Timeline]:
    return [comings_and_goings(), *(replay(broken_session(seed).trace()) for seed in range(20))]


def ends(life: Life, moment: int) -> list[int]:
    return [end for _, end in life.stays if end is not None and end <= moment]


def before(timeline: Timeline, life: Life, step: Step) -> Step | None:
    left = ends(life, step.before)
    given = [one for one in timeline.steps[: step.index] if life in attributed_by(one)]
    return given[-1] if left and given and given[-1].after >= left[-1] else None


def explained(timeline: Timeline, life: Life, truncate: Step) -> bool:
    later = timeline.steps[truncate.after :]
    return any(life in attributed_by(one) and life in one.explained for one in later if one.turn == truncate.turn)


@pytest.mark.parametrize("timeline", timelines())
def test_the_last_leaving_before_a_moment(timeline: Timeline) -> None:
    for life in timeline.lives:
        for moment in range(timeline.end + 1):
            assert last_taken(life, moment) == max(ends(life, moment), default=0) - 1


@pytest.mark.parametrize("timeline", timelines())
def test_it_agrees_with_the_walk(timeline: Timeline) -> None:
    attributions = Attributions(timeline)
    for life in timeline.lives:
        for step in timeline.steps:
            assert attributions.before(life, step) == before(timeline, life, step)
            assert attributions.explained_in_turn(life, step) == explained(timeline, life, step)


def test_a_life_that_came_back_has_the_attribution_of_its_last_leaving() -> None:
    timeline = comings_and_goings()
    attributions, [life] = Attributions(timeline), timeline.lives_of("a")
    given = [attributions.before(life, step) for step in timeline.steps]
    assert [None if step is None else step.index for step in given] == [None, None, None, 2, 2, 4, 4, None]


def test_a_truncation_is_explained_by_an_evict_of_its_turn() -> None:
    timeline = comings_and_goings()
    attributions, [life] = Attributions(timeline), timeline.lives_of("a")
    assert attributions.explained_in_turn(life, timeline.steps[6])
    assert not attributions.explained_in_turn(life, timeline.steps[7])
