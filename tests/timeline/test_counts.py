"""Tokens: recorded or estimated, what the window holds, and where the rest went."""

from __future__ import annotations

import pytest

from ctxaudit.model import Ledger, Rewrite
from ctxaudit.rules._sizes import Sizes, sizes
from ctxaudit.timeline import estimate_tokens
from tests.build import Build, span
from tests.timeline.asking import life, timeline_of


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("a", 1), ("four", 1), ("fiver", 2), ("é" * 4, 2), ("\ud800", 1)]
)
def test_an_estimate_is_a_token_for_four_bytes_rounded_up(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == tokens


def test_a_recorded_count_beats_the_estimate_even_when_it_is_nought() -> None:
    timeline = timeline_of(Build().add("a", "many words here", tokens=0))
    assert (life(timeline, "a").tokens, timeline.estimated) == (0, False)


def test_one_estimated_span_makes_every_sum_an_estimate() -> None:
    assert timeline_of(Build().add("a", tokens=5).add("b")).estimated


def test_a_surrogate_without_a_count_takes_the_events_count_as_recorded() -> None:
    surrogate = life(timeline_of(Build().add("a").compact(["a"], "m", tokens_after=7)), "m")
    assert (surrogate.tokens, surrogate.estimated) == (7, False)


def test_a_surrogates_own_count_beats_the_events() -> None:
    assert life(timeline_of(Build().add("a").compact(["a"], "m", tokens=9, tokens_after=7)), "m").tokens == 9


def test_the_window_is_summed_at_every_moment() -> None:
    timeline = timeline_of(
        Build().add("a", tokens=10).add("b", tokens=5).compact(["a"], "m", tokens=3).evict("b").checkpoint("m", "a")
    )
    assert [timeline.tokens_at(moment) for moment in range(6)] == [0, 10, 15, 8, 3, 13]


def test_the_ledger_says_where_all_tokens_are() -> None:
    build = (
        Build()
        .add("kept", tokens=1)
        .add("copied", tokens=2)
        .add("dropped", tokens=4)
        .add("withdrawn", tokens=8)
        .add("rewritten", tokens=16)
        .add("cut", tokens=32)
        .add("missing", tokens=64)
        .evict("copied", reason="external-copy", copies={"copied": "store://x"})
        .evict("dropped")
        .evict("withdrawn", reason="withdrawn", by="human")
        .compact(["rewritten"], "m", tokens=128)
        .truncate("cut")
        .checkpoint("kept", "m")
    )
    assert timeline_of(build).ledger() == Ledger(
        entered=255,
        live=129,
        evicted_external=2,
        evicted_dispensable=4,
        withdrawn=8,
        rewritten=16,
        truncated=32,
        unattributed=64,
    )


def test_an_empty_trace_has_an_empty_window_and_ledger() -> None:
    timeline = timeline_of(Build())
    assert (timeline.live_at(0), timeline.tokens_at(0), timeline.ledger()) == ([], 0, Ledger())


# --- before and after of a rewrite ---


def of_rewrite(build: Build) -> Sizes:
    [(step, event)] = timeline_of(build).of(Rewrite)
    return sizes(step, event)


def test_the_spans_own_counts_come_first() -> None:
    build = Build().add("a", tokens=10).add("b", tokens=5)
    build.compact(["a", "b"], "m", tokens=3, tokens_before=99, tokens_after=98)
    assert of_rewrite(build) == Sizes(15, 3, "spans")


def test_the_events_counts_hold_when_a_span_has_none() -> None:
    build = Build().add("a", tokens=10).add("b").compact(["a", "b"], "m", tokens=3, tokens_before=99, tokens_after=98)
    assert of_rewrite(build) == Sizes(99, 98, "event")


def test_without_both_counts_of_the_event_both_sides_are_estimated() -> None:
    build = Build().add("a", "x" * 40, tokens=1000).compact(["a"], "m", "y" * 8, tokens_before=99)
    assert of_rewrite(build) == Sizes(10, 2, "estimate")


def test_only_live_sources_count() -> None:
    build = Build().add("a", tokens=10).add("b", tokens=5).evict("b")
    assert of_rewrite(build.compact(["a", "b"], "m", tokens=3)) == Sizes(10, 3, "spans")


def test_a_restored_copy_counts_as_entered_again() -> None:
    timeline = timeline_of(Build().add("a", tokens=4).evict("a").restore("a", span("a", tokens=4)))
    assert (timeline.ledger().entered, timeline.ledger().live) == (8, 4)
