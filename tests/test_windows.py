"""The window turn by turn, at one turn, and between two, as values."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from ctxaudit.errors import UsageError
from ctxaudit.importers import read_traces
from ctxaudit.timeline import Timeline, replay
from ctxaudit.windows import Fill, difference, fill, turn_windows, window_at
from tests.build import Build, span
from tests.fixtures import readable, shown
from tests.timeline.broken import broken_session


def made(built: Build) -> Timeline:
    return replay(built.trace())


def bakery() -> Build:
    built = Build(budget=500).add("role", "You bake.", "system", tokens=10).add("ask", "Bake.", "user", tokens=20)
    built.turn(1).add("recipe", "Flour and salt.", tokens=100).call(tokens=150)
    built.turn(2).pin("ask").compact(["recipe"], "note", "Flour.", tokens=30)
    return built.turn(4).add("bread", "Bread.", tokens=40)


def test_each_turn_with_events_has_one_row() -> None:
    assert [row.turn for row in turn_windows(made(bakery())).rows] == [0, 1, 2, 4]


def test_a_span_counts_once_as_the_first_of_pinned_rewrite_system_and_source() -> None:
    assert turn_windows(made(bakery())).rows[2].fill == Fill(system=10, pinned=20, surrogates=30, sources=0)


def test_a_lossless_join_is_a_source() -> None:
    built = Build().add("a", "Flour.", tokens=5).rewrite(["a"], span("m", "Flour. Salt.", tokens=9))
    assert turn_windows(made(built)).rows[0].fill == Fill(sources=9)


def test_the_row_of_a_turn_has_its_edits_with_what_they_freed() -> None:
    [edit] = turn_windows(made(bakery())).rows[2].edits
    assert (edit.kind, edit.line, edit.left, edit.entered) == ("rewrite", 7, ("recipe",), ("note",))
    assert (edit.tokens_left, edit.tokens_freed) == (100, 70)
    assert edit.attributions == ("rewritten-with-surrogate",)


def test_a_rewrite_that_grew_the_window_freed_less_than_nothing() -> None:
    built = Build().add("a", "x", tokens=5).compact(["a"], "m", "more", tokens=50)
    assert turn_windows(made(built)).rows[0].edits[0].tokens_freed == -45


def test_a_turn_without_edits_has_none() -> None:
    assert turn_windows(made(bakery())).rows[3].edits == ()


def test_a_checkpoint_marks_the_turn_only_when_something_left() -> None:
    built = Build().add("a", tokens=5).turn(1).checkpoint("a").turn(2).checkpoint()
    assert [len(row.edits) for row in turn_windows(made(built)).rows] == [0, 0, 1]


def test_a_recorded_call_stands_beside_the_window_of_its_moment() -> None:
    built = Build().add("a", tokens=100).call(tokens=150, unseen=30).add("b", tokens=1000)
    call = turn_windows(made(built)).rows[0].call
    assert call is not None
    assert (call.recorded, call.rebuilt, call.unseen) == (150, 100, 30)


def test_the_last_call_with_a_size_counts_and_one_without_does_not() -> None:
    built = Build().add("a", tokens=100).call(tokens=150).call(tokens=160).call()
    call = turn_windows(made(built)).rows[0].call
    assert call is not None
    assert call.recorded == 160


def test_a_turn_without_a_recorded_size_has_no_call() -> None:
    assert turn_windows(made(Build().add("a").call())).rows[0].call is None


def test_one_estimated_span_makes_the_sums_estimated() -> None:
    assert turn_windows(made(Build().add("a", tokens=4).add("b"))).estimated
    assert not turn_windows(made(Build().add("a", tokens=4))).estimated


def test_a_trace_without_events_has_no_rows() -> None:
    assert turn_windows(made(Build())).rows == ()


def test_the_window_at_a_turn_is_in_window_order() -> None:
    state = window_at(made(bakery()), 2)
    assert [held.id for held in state.spans] == ["role", "ask", "note"]
    assert [held.part for held in state.spans] == ["system", "pinned", "surrogates"]


def test_a_number_between_two_turns_means_the_window_before_the_next() -> None:
    assert [held.id for held in window_at(made(bakery()), 3).spans] == ["role", "ask", "note"]


@pytest.mark.parametrize("turn", [-1, 5, 10**30])
def test_a_turn_outside_the_trace_is_refused_with_those_that_there_are(turn: int) -> None:
    with pytest.raises(UsageError, match=f"no turn {turn}; it has the turns 0 to 4"):
        window_at(made(bakery()), turn)


def test_a_trace_without_events_has_no_turn_to_show() -> None:
    with pytest.raises(UsageError, match="it has no turns"):
        window_at(made(Build()), 0)


def test_a_difference_names_what_entered_and_what_left_with_its_attribution() -> None:
    change = difference(made(bakery()), 1, 4)
    assert [held.id for held in change.entered] == ["note", "bread"]
    [left] = change.left
    assert (left.id, left.left_line, left.attribution, left.stands_for_it) == (
        "recipe",
        7,
        "rewritten-with-surrogate",
        "note",
    )


def test_what_came_and_went_in_between_is_in_neither_list() -> None:
    built = Build().add("a").turn(1).add("b").turn(2).evict("b").turn(3).add("c")
    change = difference(made(built), 0, 3)
    assert ([held.id for held in change.entered], change.left) == (["c"], ())


def test_what_left_and_came_back_after_the_second_turn_has_no_attribution() -> None:
    built = Build().add("a").turn(1).evict("a").turn(2).checkpoint("a")
    [left] = difference(made(built), 0, 1).left
    assert (left.left_line, left.attribution) == (3, None)


def test_the_same_turn_twice_or_backwards_is_refused() -> None:
    for first, second in ((1, 1), (2, 1)):
        with pytest.raises(UsageError, match="must lie before"):
            difference(made(bakery()), first, second)


def test_a_span_that_left_keeps_the_part_that_it_was() -> None:
    built = Build().add("a", pinned=True).turn(1).evict("a")
    [left] = difference(made(built), 0, 1).left
    assert left.part == "pinned"


@pytest.mark.parametrize("path", readable(), ids=shown)
def test_each_row_sums_to_the_tokens_of_the_timeline(path: Path) -> None:
    for trace in read_traces(str(path)):
        timeline = replay(trace)
        ends = {step.turn: timeline.tokens_at(step.after) for step in timeline.steps}
        assert [(row.turn, row.fill.total) for row in turn_windows(timeline).rows] == list(ends.items())


@pytest.mark.parametrize("path", readable(), ids=shown)
def test_a_window_is_the_one_before_plus_what_entered_less_what_left(path: Path) -> None:
    for trace in read_traces(str(path)):
        timeline = replay(trace)
        turns = [row.turn for row in turn_windows(timeline).rows]
        for first, second in pairwise(turns):
            change = difference(timeline, first, second)
            before = {held.id for held in change.first.spans} - {held.id for held in change.left}
            assert before | {held.id for held in change.entered} == {held.id for held in change.second.spans}


def test_no_excerpt_of_a_window_shows_a_credential() -> None:
    secret = "ghp_" + "aB3xY9kQ2m" * 4
    built = Build().add("a", f"token {secret}").add("b", "x" * 180 + f" {secret}")
    assert not any(secret[4:12] in held.excerpt for held in window_at(made(built), 0).spans)


@pytest.mark.parametrize("seed", range(30))
def test_rows_are_what_a_count_of_each_window_gives(seed: int) -> None:
    timeline = replay(broken_session(seed).trace())
    for row in turn_windows(timeline).rows:
        moment = max(step.after for step in timeline.steps if step.turn == row.turn)
        live = timeline.live_at(moment)
        assert (row.spans, row.fill) == (len(live), fill(live, moment))
