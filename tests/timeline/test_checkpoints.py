"""A checkpoint wins over replay, so that one slip is reported once."""

from __future__ import annotations

from tests.build import Build
from tests.timeline.asking import at_line, life, problems, timeline_of, window


def test_spans_that_a_checkpoint_lacks_leave_without_attribution() -> None:
    timeline = timeline_of(Build().add("a").add("b").add("c").checkpoint("b"))
    assert window(timeline) == ["b"]
    assert [one.id for one in at_line(timeline, 5).left] == ["a", "c"]
    assert life(timeline, "a").attribution == "unattributed"


def test_missing_spans_are_told_in_window_order() -> None:
    timeline = timeline_of(Build().add("a").add("b", before="a").checkpoint())
    assert [one.id for one in at_line(timeline, 4).left] == ["b", "a"]


def test_a_gone_span_that_a_checkpoint_names_goes_on_with_the_same_life() -> None:
    timeline = timeline_of(Build().add("a").evict("a").add("b").checkpoint("a", "b"))
    [only] = timeline.lives_of("a")
    assert (only.attribution, only.stays) == (None, [(1, 2), (4, None)])
    assert at_line(timeline, 5).revived == at_line(timeline, 5).named_gone == (only,)


def test_a_revived_life_forgets_what_stood_for_it_and_where_its_copy_was() -> None:
    build = Build().add("a").evict("a", reason="external-copy", copies={"a": "store://a"}).checkpoint("a")
    assert life(timeline_of(build), "a").named_copy is None
    again = life(timeline_of(Build().add("a").compact(["a"], "m").checkpoint("m", "a")), "a")
    assert again.successor is None


def test_a_revived_pin_is_a_pin_again() -> None:
    timeline = timeline_of(Build().add("a", pinned=True).evict("a").checkpoint("a"))
    assert [life(timeline, "a").pinned_at(moment) for moment in range(4)] == [False, True, False, True]


def test_its_order_is_taken_over() -> None:
    timeline = timeline_of(Build().add("a").add("b").add("c").checkpoint("c", "a", "b").add("d", before="a"))
    assert window(timeline, 3) == ["a", "b", "c"]
    assert window(timeline) == ["c", "d", "a", "b"]


def test_a_mere_difference_of_order_is_nothing() -> None:
    timeline = timeline_of(Build().add("a").add("b").checkpoint("b", "a"))
    step = at_line(timeline, 4)
    assert (step.left, step.revived, timeline.problems) == ((), (), [])


def test_an_id_that_was_never_seen_is_a_problem_and_stays_out() -> None:
    timeline = timeline_of(Build().add("a").checkpoint("a", "never"))
    assert (window(timeline), problems(timeline)) == (["a"], [("unknown-span", 3)])


def test_a_checkpoint_is_no_edit_although_spans_may_leave() -> None:
    timeline = timeline_of(Build().add("a").checkpoint())
    assert (timeline.edits, timeline.first_leaving) == ([], 2)


def test_a_checkpoint_that_agrees_changes_nothing() -> None:
    with_one = timeline_of(Build().add("a").add("b").checkpoint("a", "b").add("c", before="b"))
    without = timeline_of(Build().add("a").add("b").add("c", before="b"))
    assert window(with_one) == window(without)


def test_an_id_with_two_lives_is_revived_as_the_last_one() -> None:
    build = Build().add("a", "old").evict("a").restore("a", life(timeline_of(Build().add("a", "new")), "a").span)
    timeline = timeline_of(build.evict("a").checkpoint("a"))
    assert [one.attribution for one in timeline.lives_of("a")] == ["evicted-as-dispensable", None]


def test_a_span_that_left_by_a_checkpoint_is_gone_for_a_later_evict() -> None:
    timeline = timeline_of(Build().add("a").checkpoint().evict("a"))
    assert (problems(timeline), life(timeline, "a").attribution) == ([("not-live", 4)], "unattributed")
