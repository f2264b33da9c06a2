"""File order, turns that go back, the end of a turn, the settling of an edit, and lines that gave no event."""

from __future__ import annotations

from tests.build import Build
from tests.timeline.asking import at_line, problems, timeline_of, window


def test_events_take_effect_line_by_line_within_one_turn() -> None:
    timeline = timeline_of(Build().add("a").evict("a").add("b"))
    assert [window(timeline, moment) for moment in range(4)] == [[], ["a"], [], ["b"]]


def test_a_turn_only_groups_and_changes_nothing() -> None:
    one = timeline_of(Build().add("a").add("b").evict("a"))
    many = timeline_of(Build().add("a").turn(3).add("b").turn(9).evict("a"))
    assert window(one) == window(many) == ["b"]


def test_lines_count_from_the_header_as_one() -> None:
    assert [step.line for step in timeline_of(Build().add("a").add("b")).steps] == [2, 3]


def test_a_turn_that_goes_back_is_a_problem_and_belongs_to_the_turn_before() -> None:
    timeline = timeline_of(Build().turn(4).add("a").turn(2).add("b"))
    assert problems(timeline) == [("turn-went-back", 3)]
    assert [step.turn for step in timeline.steps] == [4, 4]


def test_after_a_turn_went_back_the_next_higher_turn_counts_again() -> None:
    timeline = timeline_of(Build().turn(4).add("a").turn(2).add("b").turn(5).add("c"))
    assert [step.turn for step in timeline.steps] == [4, 4, 5]
    assert len(timeline.problems) == 1


def test_a_turn_ends_after_its_last_event() -> None:
    timeline = timeline_of(Build().add("a").add("b").turn(1).add("c"))
    assert timeline.turn_end(timeline.steps[0]) == 2
    assert timeline.turn_end(timeline.steps[2]) == 3


def test_turns_are_counted_once_each() -> None:
    assert timeline_of(Build().add("a").turn(7).add("b").add("c")).turn_count == 2


# --- settling ---


def test_an_edit_settles_at_the_end_of_its_turn() -> None:
    timeline = timeline_of(Build().add("a").turn(1).evict("a").add("b").turn(2).add("c"))
    assert timeline.settles(at_line(timeline, 3)) == 3


def test_an_edit_settles_just_before_the_next_call_of_its_turn() -> None:
    timeline = timeline_of(Build().add("a").evict("a").add("b").call().add("c"))
    assert window(timeline, timeline.settles(at_line(timeline, 3))) == ["b"]


def test_an_edit_settles_just_before_words_of_the_model() -> None:
    timeline = timeline_of(Build().add("a").evict("a").add("said", role="assistant").add("b"))
    assert window(timeline, timeline.settles(at_line(timeline, 3))) == []


def test_a_call_of_the_next_turn_does_not_settle_an_edit_earlier_than_its_turn() -> None:
    timeline = timeline_of(Build().add("a").evict("a").add("b").turn(1).call())
    assert timeline.settles(at_line(timeline, 3)) == 3


def test_the_very_last_event_settles_at_the_end_of_the_trace() -> None:
    timeline = timeline_of(Build().add("a").evict("a"))
    assert timeline.settles(timeline.steps[-1]) == timeline.end


# --- holes ---


def test_a_trace_without_unreadable_lines_has_no_hole() -> None:
    timeline = timeline_of(Build().add("a"))
    assert timeline.holes == []
    assert not timeline.after_hole(99)
    assert timeline.hole_in_turn(timeline.steps[0]) is None


def test_lines_behind_the_first_hole_are_after_it_and_those_before_are_not() -> None:
    timeline = timeline_of(Build().add("a").skip_line().add("b"))
    assert not timeline.after_hole(2)
    assert timeline.after_hole(4)


def test_a_hole_between_two_turns_may_belong_to_either() -> None:
    timeline = timeline_of(Build().add("a").skip_line().turn(1).add("b").turn(2).add("c"))
    assert timeline.hole_in_turn(timeline.steps[0]) == 3
    assert timeline.hole_in_turn(timeline.steps[1]) == 3
    assert timeline.hole_in_turn(timeline.steps[2]) is None


def test_a_hole_inside_a_turn_belongs_to_that_turn_alone() -> None:
    timeline = timeline_of(Build().add("a").turn(1).add("b").skip_line().add("c").turn(2).add("d"))
    assert [timeline.hole_in_turn(step) for step in timeline.steps] == [None, 4, 4, None]


def test_a_hole_at_the_end_may_belong_to_the_last_turn() -> None:
    timeline = timeline_of(Build().add("a").turn(1).add("b").skip_line("torn-tail"))
    assert [timeline.hole_in_turn(step) for step in timeline.steps] == [None, 4]
