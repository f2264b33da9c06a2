"""When a token is in the window, and in which spans, as a walk over its holders says it."""

from __future__ import annotations

import pytest

from ctxaudit.sourcing import Book
from ctxaudit.sourcing.presence import Presence, Presences
from ctxaudit.timeline import replay
from ctxaudit.verbatim import token_from
from tests.build import Build
from tests.timeline.broken import broken_session

TEXT = "GUL-4410"


@pytest.mark.parametrize("seed", range(25))
def test_it_agrees_with_the_walk_at_every_moment(seed: int) -> None:
    timeline = replay(broken_session(seed).trace())
    holders = timeline.lives[::2]
    presence = Presence(holders)
    for moment in range(timeline.end + 1):
        assert presence.at(moment) == any(life.live_at(moment) for life in holders)


@pytest.mark.parametrize("seed", range(5))
def test_holders_between_two_serials_are_those_of_the_walk(seed: int) -> None:
    timeline = replay(broken_session(seed).trace())
    serials = [life.serial for life in timeline.lives[::2]]
    presence = Presence(timeline.lives[::2])
    for first in range(len(timeline.lives)):
        for last in range(first - 1, len(timeline.lives)):
            assert presence.between(first, last) == [serial for serial in serials if first <= serial <= last]


def test_only_tool_calls_that_came_in_after_a_step_are_counted() -> None:
    build = Build().tool_call("a", TEXT, "k1").add("b", TEXT).tool_call("c", TEXT, "k2")
    presence = Presence(replay(build.trace()).lives)
    assert [presence.calls_after(index) for index in (-1, 0, 1, 2)] == [2, 1, 1, 0]


def test_nothing_holds_what_nobody_holds() -> None:
    presence = Presence([])
    assert not presence.at(0)
    assert presence.between(0, 9) == []
    assert presence.calls_after(0) == 0


def test_it_is_worked_out_once_for_each_token() -> None:
    timeline = replay(Build().add("a", TEXT).trace())
    presences = Presences(timeline, Book(timeline))
    token = token_from(TEXT)
    assert token is not None
    assert presences.of(token) is presences.of(token)
    assert presences.of(token).at(1)
