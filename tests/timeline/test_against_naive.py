"""The timeline agrees with a second, plain replay: on windows and their order, on attributions, on the ledger."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ctxaudit.model import Ledger, Trace
from ctxaudit.timeline import Life, Timeline, replay
from tests.simulate import session
from tests.timeline.broken import broken_session
from tests.timeline.naive import Naive, naive_replay

BROKEN = [pytest.param(broken_session(seed).trace(), id=f"broken-{seed}") for seed in range(120)]
SOUND = [pytest.param(session(seed).trace(), id=f"sound-{seed}") for seed in range(20)]


def totals(naive: Naive) -> Ledger:
    counted = naive.ledger()
    return Ledger(
        entered=counted["entered"],
        live=counted["live"],
        evicted_external=counted["evicted-with-external-copy"],
        evicted_dispensable=counted["evicted-as-dispensable"],
        withdrawn=counted["withdrawn"],
        rewritten=counted["rewritten-with-surrogate"],
        truncated=counted["truncated"],
        unattributed=counted["unattributed"],
    )


@pytest.mark.parametrize("trace", [*BROKEN, *SOUND])
def test_both_see_the_same_window_in_the_same_order_after_every_event(trace: Trace) -> None:
    timeline = replay(trace)
    windows = [[life.id for life in timeline.live_at(step.after)] for step in timeline.steps]
    assert windows == naive_replay(trace.events).windows


@pytest.mark.parametrize("trace", [*BROKEN, *SOUND])
def test_both_give_every_stay_the_same_attribution(trace: Trace) -> None:
    lives = [(life.id, life.attribution or "") for life in replay(trace).lives]
    assert lives == naive_replay(trace.events).attributions()


@pytest.mark.parametrize("trace", [*BROKEN, *SOUND])
def test_both_keep_the_same_ledger(trace: Trace) -> None:
    given = replay(trace).ledger()
    expected = totals(naive_replay(trace.events))
    assert (given.entered, given.live, given.rewritten) == (expected.entered, expected.live, expected.rewritten)
    assert (given.evicted_external, given.evicted_dispensable) == (
        expected.evicted_external,
        expected.evicted_dispensable,
    )
    assert (given.withdrawn, given.truncated) == (expected.withdrawn, expected.truncated)
    assert given.unattributed == expected.unattributed


def test_the_broken_traces_do_break_things() -> None:
    kinds = {problem.problem for seed in range(120) for problem in replay(broken_session(seed).trace()).problems}
    assert kinds == {"duplicate-span", "unknown-span", "not-live", "turn-went-back"}


def test_the_same_seed_gives_the_same_broken_trace() -> None:
    assert broken_session(7).trace() == broken_session(7).trace()


@pytest.mark.parametrize("trace", [*BROKEN, *SOUND])
def test_the_stays_of_a_life_are_the_moments_at_which_the_window_holds_it(trace: Trace) -> None:
    timeline = replay(trace)
    held = [{life.serial for life in live.values()} for _, live in _moments(timeline)]
    for life in timeline.lives:
        by_stays = [
            any(start <= at and (end is None or at < end) for start, end in life.stays) for at in range(len(held))
        ]
        assert by_stays == [life.serial in live for live in held]
        assert by_stays == [life.live_at(at) for at in range(len(held))]
        assert life.left == (None if life.serial in held[-1] else max(at for at, live in enumerate(by_stays) if live))


def test_some_lives_of_the_broken_traces_come_back() -> None:
    lives = [life for seed in range(120) for life in replay(broken_session(seed).trace()).lives]
    assert any(len(life.stays) > 1 for life in lives)


def _moments(timeline: Timeline) -> Iterator[tuple[int, dict[int, Life]]]:
    """Every moment with its window, also the one after the last step."""
    for moment in range(timeline.end + 1):
        yield moment, {life.serial: life for life in timeline.live_at(moment)}
