"""The order of the window: at any moment, after any number of insertions, for lives that come back."""

from __future__ import annotations

from tests.build import Build
from tests.timeline.asking import life, timeline_of, window

CROWD = 1500


def test_two_thousand_spans_before_one_another_keep_their_order() -> None:
    build = Build().add("end")
    for number in range(CROWD):
        build.add(f"s{number}", before="end")
    assert window(timeline_of(build)) == [*(f"s{number}" for number in range(CROWD)), "end"]


def test_spans_put_before_the_newest_stand_in_reverse() -> None:
    build = Build().add("s0")
    for number in range(1, CROWD):
        build.add(f"s{number}", before=f"s{number - 1}")
    assert window(timeline_of(build)) == [f"s{number}" for number in reversed(range(CROWD))]


def test_a_place_is_kept_while_the_labels_are_spread_anew() -> None:
    build = Build().add("a").add("gone").add("end").evict("gone")
    for number in range(CROWD):
        build.add(f"s{number}", before="end")
    timeline = timeline_of(build.checkpoint("a", "gone", *(f"s{number}" for number in range(CROWD)), "end"))
    assert window(timeline)[:3] == ["a", "gone", "s0"]


def test_an_old_window_keeps_the_order_that_it_had() -> None:
    timeline = timeline_of(Build().add("a").add("b").checkpoint("b", "a").add("c").checkpoint("c", "a", "b"))
    assert [window(timeline, moment) for moment in (2, 3, 4, 5)] == [
        ["a", "b"],
        ["b", "a"],
        ["b", "a", "c"],
        ["c", "a", "b"],
    ]


def test_lives_are_put_in_window_order_on_request() -> None:
    timeline = timeline_of(Build().add("a").add("b", before="a"))
    given = timeline.in_order([life(timeline, "a"), life(timeline, "b")], timeline.end)
    assert [one.id for one in given] == ["b", "a"]


def test_a_window_far_into_a_long_trace_is_right() -> None:
    build = Build()
    for number in range(CROWD):
        build.add(f"s{number}")
        if number >= 2:
            build.evict(f"s{number - 2}")
    timeline = timeline_of(build)
    for step in timeline.steps[::97]:
        assert set(timeline.live_at(step.before)) == {one for one in timeline.lives if one.live_at(step.before)}
    assert window(timeline, 1028) == ["s513", "s514"]
    assert window(timeline) == [f"s{CROWD - 2}", f"s{CROWD - 1}"]


def test_the_window_at_a_moment_has_the_lives_that_are_live_then() -> None:
    build = Build().add("a").add("b").compact(["a"], "m").evict("b").checkpoint("b", "m").truncate("m")
    timeline = timeline_of(build)
    for moment in range(timeline.end + 1):
        assert set(timeline.live_at(moment)) == {one for one in timeline.lives if one.live_at(moment)}
