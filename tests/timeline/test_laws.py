"""The laws of replay, on generated traces, sound and broken: prefixes, conservation of tokens, attribution."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ctxaudit.model import Checkpoint, Trace, Truncate
from ctxaudit.timeline import Timeline, replay
from tests.simulate import session
from tests.timeline.broken import broken_session

TRACES = [
    *(pytest.param(broken_session(seed).trace(), id=f"broken-{seed}") for seed in range(200, 240)),
    *(pytest.param(session(seed).trace(), id=f"sound-{seed}") for seed in range(100, 115)),
]


def shown(timeline: Timeline, moments: int) -> list[object]:
    """What the first steps did, as values that can be compared between two replays."""
    return [
        (
            [life.id for life in timeline.live_at(step.after)],
            [life.serial for life in (*step.entered, *step.left, *step.revived, *step.named_gone, *step.conflicts)],
            step.unknown,
            step.turn,
            timeline.tokens_at(step.after),
            timeline.pinned_tokens_at(step.after),
            [life.serial for life in timeline.lives if life.pinned_at(step.after)],
        )
        for step in timeline.steps[:moments]
    ]


@pytest.mark.parametrize("trace", TRACES)
def test_the_replay_of_a_prefix_is_a_prefix_of_the_replay(trace: Trace) -> None:
    whole = replay(trace)
    for length in range(0, len(trace.events), 7):
        part = replay(replace(trace, events=trace.events[:length]))
        assert shown(part, length) == shown(whole, length)
        assert whole.problems[: len(part.problems)] == part.problems


@pytest.mark.parametrize("trace", TRACES)
def test_at_every_moment_live_and_gone_tokens_are_all_that_ever_entered(trace: Trace) -> None:
    timeline = replay(trace)
    for moment in range(timeline.end + 1):
        entered = [life for life in timeline.lives if life.entered < moment]
        gone = sum(life.tokens for life in entered if life.gone_at(moment))
        assert timeline.tokens_at(moment) + gone == sum(life.tokens for life in entered)


@pytest.mark.parametrize("trace", TRACES)
def test_the_ledger_of_every_prefix_adds_up(trace: Trace) -> None:
    for length in range(0, len(trace.events) + 1, 5):
        ledger = replay(replace(trace, events=trace.events[:length])).ledger()
        gone = ledger.evicted_external + ledger.evicted_dispensable + ledger.withdrawn + ledger.rewritten
        assert ledger.entered == ledger.live + gone + ledger.truncated + ledger.unattributed


@pytest.mark.parametrize("trace", TRACES)
def test_what_is_live_has_no_attribution_and_what_is_gone_has_exactly_one(trace: Trace) -> None:
    timeline = replay(trace)
    live = {life.serial for life in timeline.live_at(timeline.end)}
    assert {life.serial for life in timeline.lives if life.attribution is None} == live


@pytest.mark.parametrize("trace", TRACES)
def test_only_a_truncation_or_a_checkpoint_leaves_a_span_unattributed(trace: Trace) -> None:
    timeline = replay(trace)
    takers = [timeline.left_by(life) for life in timeline.lives if life.attribution == "unattributed"]
    assert all(step is not None and isinstance(step.event, Truncate | Checkpoint) for step in takers)


@pytest.mark.parametrize("trace", TRACES)
def test_from_what_was_rewritten_the_chain_leads_to_what_stands_for_it_or_to_nothing(trace: Trace) -> None:
    timeline = replay(trace)
    for life in timeline.lives:
        heir, seen = life, {life.serial}
        while heir.successor is not None:
            heir = heir.successor
            assert heir.serial not in seen
            seen.add(heir.serial)
        assert heir.attribution != "rewritten-with-surrogate" or not timeline.steps[heir.left or 0].entered


@pytest.mark.parametrize("trace", TRACES)
def test_an_id_is_never_live_twice_at_once(trace: Trace) -> None:
    timeline = replay(trace)
    for moment in range(timeline.end + 1):
        window = [life.id for life in timeline.live_at(moment)]
        assert len(window) == len(set(window))
