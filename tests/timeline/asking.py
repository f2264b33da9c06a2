"""Short questions to a timeline, by id, for tests."""

from __future__ import annotations

from ctxaudit.timeline import Life, Step, Timeline, replay
from tests.build import Build


def timeline_of(build: Build) -> Timeline:
    return replay(build.trace())


def window(timeline: Timeline, moment: int | None = None) -> list[str]:
    """Ids of the window in its order, at the end or at a moment."""
    return [life.id for life in timeline.live_at(timeline.end if moment is None else moment)]


def life(timeline: Timeline, name: str, number: int = -1) -> Life:
    """The last life of an id, or the one of that number, from 0."""
    return timeline.lives_of(name)[number]


def at_line(timeline: Timeline, line: int) -> Step:
    return next(step for step in timeline.steps if step.line == line)


def problems(timeline: Timeline) -> list[tuple[str, int]]:
    return [(problem.problem, problem.line) for problem in timeline.problems]
