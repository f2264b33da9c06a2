"""What each edit does to the window, and what it may not do."""

from __future__ import annotations

import pytest

from ctxaudit.model import Attribution, Restore, Rewrite
from tests.build import Build, span
from tests.timeline.asking import at_line, life, problems, timeline_of, window


def test_a_refused_rewrite_changes_nothing_and_leaves_its_surrogates_id_free() -> None:
    timeline = timeline_of(Build().add("a").compact(["a"], "m", refused=True).add("m", "another span"))
    assert (window(timeline), timeline.problems) == (["a", "m"], [])


def test_a_refused_rewrite_is_no_edit_and_is_not_given_to_rules() -> None:
    timeline = timeline_of(Build().add("a").compact(["a"], "m", refused=True))
    assert (timeline.edits, list(timeline.of(Rewrite))) == ([], [])


def test_evict_rewrite_and_truncate_are_edits_even_when_nothing_leaves() -> None:
    timeline = timeline_of(Build().evict().truncate().compact(["never"], "m"))
    assert len(timeline.edits) == 3


def test_notes_about_the_window_are_no_edits() -> None:
    build = Build().add("a").rank("a").pin("a").unpin("a").checkpoint("a").call().decide("d", "go").cite("a").allow("x")
    assert timeline_of(build).edits == []


@pytest.mark.parametrize(
    ("reason", "given"),
    [
        ("external-copy", "evicted-with-external-copy"),
        ("dispensable", "evicted-as-dispensable"),
        ("withdrawn", "withdrawn"),
    ],
)
def test_the_reason_of_an_evict_is_the_attribution(reason: str, given: Attribution) -> None:
    assert life(timeline_of(Build().add("a").evict("a", reason=reason)), "a").attribution == given


def test_a_truncation_attributes_nothing() -> None:
    assert life(timeline_of(Build().add("a").truncate("a")), "a").attribution == "unattributed"


def test_an_edit_that_names_a_span_that_is_gone_applies_to_the_rest() -> None:
    timeline = timeline_of(Build().add("a").add("b").evict("a").turn(1).evict("a", "b", "never"))
    assert window(timeline) == []
    assert problems(timeline) == [("not-live", 5), ("unknown-span", 5)]
    assert at_line(timeline, 5).unknown == ("never",)


def test_a_span_named_twice_in_one_list_counts_once() -> None:
    timeline = timeline_of(Build().add("a").add("b").truncate("a", "a").compact(["b", "b"], "m"))
    assert [[one.id for one in step.left] for step in timeline.edits] == [["a"], ["b"]]
    assert timeline.problems == []


def test_what_left_stands_in_the_events_own_order() -> None:
    timeline = timeline_of(Build().add("a").add("b").add("c").evict("c", "a"))
    assert [one.id for one in timeline.edits[0].left] == ["c", "a"]


# --- rewrites ---


def test_a_surrogate_takes_the_place_of_the_source_that_stood_first() -> None:
    timeline = timeline_of(Build().add("a").add("b").add("c").add("d").compact(["d", "b"], "m"))
    assert window(timeline) == ["a", "m", "c"]


def test_the_sources_know_what_stands_for_them() -> None:
    timeline = timeline_of(Build().add("a").compact(["a"], "m1").compact(["m1"], "m2"))
    assert life(timeline, "a").successor is life(timeline, "m1")
    assert life(timeline, "m1").successor is life(timeline, "m2")


def test_a_surrogate_without_live_sources_enters_at_the_end() -> None:
    assert window(timeline_of(Build().add("a").compact(["never"], "m"))) == ["a", "m"]


def test_a_surrogate_with_a_gone_id_is_a_problem_and_enters() -> None:
    timeline = timeline_of(Build().add("m").evict("m").add("a").compact(["a"], "m"))
    assert (window(timeline), problems(timeline)) == (["m"], [("duplicate-span", 5)])


def test_a_surrogate_may_take_over_the_id_of_one_of_its_sources() -> None:
    timeline = timeline_of(Build().add("a").add("b").compact(["a", "b"], "a", "both"))
    assert (window(timeline), problems(timeline)) == (["a"], [("duplicate-span", 4)])
    assert life(timeline, "a").span.text == "both"


def test_a_surrogate_whose_id_is_still_live_does_not_enter() -> None:
    timeline = timeline_of(Build().add("a").add("m", "first").compact(["a"], "m", "second"))
    assert (window(timeline), problems(timeline)) == (["m"], [("duplicate-span", 4)])
    assert timeline.edits[0].surrogate is None
    assert life(timeline, "a").successor is None


# --- adds ---


def test_the_first_record_of_an_id_wins() -> None:
    timeline = timeline_of(Build().add("a", "first").add("a", "second"))
    assert problems(timeline) == [("duplicate-span", 3)]
    assert life(timeline, "a").span.text == "first"


def test_a_second_add_of_a_gone_id_is_not_applied_either() -> None:
    timeline = timeline_of(Build().add("a").evict("a").add("a"))
    assert (window(timeline), problems(timeline)) == ([], [("duplicate-span", 4)])


def test_an_add_may_go_before_a_live_span() -> None:
    assert window(timeline_of(Build().add("a").add("b").add("c", before="b"))) == ["a", "c", "b"]


@pytest.mark.parametrize(("before", "problem"), [("gone", "not-live"), ("never", "unknown-span")])
def test_an_add_before_a_span_that_is_not_there_goes_to_the_end_with_a_problem(before: str, problem: str) -> None:
    timeline = timeline_of(Build().add("gone").add("a").evict("gone").add("b", before=before))
    assert (window(timeline), problems(timeline)) == (["a", "b"], [(problem, 5)])


# --- restores ---


def test_a_restore_enters_at_the_end_and_is_no_edit() -> None:
    timeline = timeline_of(Build().add("a").add("b").evict("a").restore("a", span("a")))
    assert window(timeline) == ["b", "a"]
    assert len(timeline.edits) == 1


def test_a_restore_of_a_live_surrogate_takes_its_place_and_is_an_edit() -> None:
    timeline = timeline_of(Build().add("a").add("b").compact(["a"], "m").restore("m", span("a2")))
    assert window(timeline) == ["a2", "b"]
    assert (life(timeline, "m").attribution, life(timeline, "m").successor) == (
        "rewritten-with-surrogate",
        life(timeline, "a2"),
    )
    assert at_line(timeline, 5).edit


def test_a_restore_may_give_a_live_surrogate_its_own_id_back() -> None:
    timeline = timeline_of(Build().add("a").compact(["a"], "m", "short").restore("m", span("m", "long again")))
    assert (window(timeline), timeline.problems) == (["m"], [])
    assert life(timeline, "m").span.text == "long again"


def test_a_restore_of_a_live_source_enters_beside_it() -> None:
    assert window(timeline_of(Build().add("a").restore("a", span("copy")))) == ["a", "copy"]


def test_a_restore_whose_id_is_live_is_not_applied() -> None:
    timeline = timeline_of(Build().add("a").add("b").evict("a").restore("a", span("b")))
    assert (window(timeline), problems(timeline)) == (["b"], [("duplicate-span", 5)])


def test_a_restore_that_would_replace_a_surrogate_by_another_live_id_is_not_applied() -> None:
    timeline = timeline_of(Build().add("a").add("b").compact(["a"], "m").restore("m", span("b")))
    assert (window(timeline), problems(timeline)) == (["m", "b"], [("duplicate-span", 5)])


def test_a_failed_restore_brings_nothing_in_and_may_lack_a_span() -> None:
    timeline = timeline_of(Build().add("a").evict("a").restore("a", failed=True).restore("a", span("a"), failed=True))
    assert (window(timeline), timeline.problems) == ([], [])
    assert len(list(timeline.of(Restore))) == 2


def test_a_restore_of_an_unknown_id_is_a_problem_and_its_span_enters() -> None:
    timeline = timeline_of(Build().restore("never", span("a")))
    assert (window(timeline), problems(timeline)) == (["a"], [("unknown-span", 2)])


# --- two records of one removal, and two attributions ---


def test_a_truncate_after_an_evict_of_its_turn_says_again_what_was_said() -> None:
    timeline = timeline_of(Build().add("a").evict("a").truncate("a"))
    assert (life(timeline, "a").attribution, timeline.problems) == ("evicted-as-dispensable", [])


def test_an_evict_after_a_truncate_of_its_turn_attributes_what_it_took() -> None:
    copies = {"a": "store://a"}
    timeline = timeline_of(Build().add("a").truncate("a").evict("a", reason="external-copy", copies=copies))
    gone = life(timeline, "a")
    assert (gone.attribution, gone.named_copy, timeline.problems) == ("evicted-with-external-copy", "store://a", [])
    assert at_line(timeline, 4).explained == (gone,)


def test_an_evict_in_a_later_turn_comes_too_late_and_is_a_problem_only() -> None:
    timeline = timeline_of(Build().add("a").truncate("a").turn(1).evict("a"))
    assert (life(timeline, "a").attribution, problems(timeline)) == ("unattributed", [("not-live", 4)])
    assert at_line(timeline, 4).conflicts == ()


def test_a_rewrite_after_a_truncate_of_its_turn_does_not_attribute() -> None:
    timeline = timeline_of(Build().add("a").add("b").truncate("a").compact(["a", "b"], "m"))
    assert life(timeline, "a").attribution == "unattributed"
    assert at_line(timeline, 5).explained == ()


def test_an_evict_explains_the_life_that_was_cut_and_not_the_one_that_came_after() -> None:
    build = Build().add("a").truncate("a").restore("a", span("a")).evict("a")
    assert [one.attribution for one in timeline_of(build).lives_of("a")] == ["unattributed", "evicted-as-dispensable"]


@pytest.mark.parametrize("reason", ["external-copy", "dispensable"])
def test_a_rewrite_of_an_evicted_span_conflicts(reason: str) -> None:
    timeline = timeline_of(Build().add("a").add("b").evict("a", reason=reason).compact(["a", "b"], "m"))
    assert at_line(timeline, 5).conflicts == (life(timeline, "a"),)


def test_two_evicts_for_two_reasons_conflict_and_the_first_attribution_stays() -> None:
    timeline = timeline_of(Build().add("a").evict("a").evict("a", reason="external-copy", copies={"a": "x"}))
    assert at_line(timeline, 4).conflicts == (life(timeline, "a"),)
    assert life(timeline, "a").attribution == "evicted-as-dispensable"


@pytest.mark.parametrize(
    "build",
    [
        Build().add("a").evict("a").evict("a"),
        Build().add("a").add("b").compact(["a"], "m").compact(["a", "b"], "m2"),
        Build().add("a").evict("a").turn(1).truncate("a"),
        Build().add("a").evict("a", reason="withdrawn").evict("a"),
        Build().add("a").evict("a").evict("a", reason="withdrawn"),
    ],
    ids=["same evict", "two rewrites", "late truncate", "withdrawn first", "withdrawn last"],
)
def test_the_same_attribution_or_one_outside_the_policy_never_conflicts(build: Build) -> None:
    timeline = timeline_of(build)
    assert [step.conflicts for step in timeline.steps if step.conflicts] == []
    assert [problem.problem for problem in timeline.problems] == ["not-live"]


# --- ranks, cites and decisions only mention spans ---


def test_a_rank_may_name_spans_that_are_gone() -> None:
    assert timeline_of(Build().add("a").evict("a").rank("a")).problems == []


def test_ids_that_nobody_ever_saw_are_problems_wherever_they_are_mentioned() -> None:
    build = Build().rank("r").cite("token", span="s", claim="t").decide("d", "go", span="u")
    assert problems(timeline_of(build)) == [("unknown-span", line) for line in (2, 3, 3, 4)]
