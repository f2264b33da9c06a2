"""no-progress-edit: poor turns running, and edits that remove nothing."""

from __future__ import annotations

import pytest

from ctxaudit.model import Looked
from ctxaudit.rules import no_progress_edit as rule
from tests.build import Build, span
from tests.rules.saying import findings, keys, only, said, verdict

# --- (a) two poor turns running ---


def full(budget: int | None = 10_000, base: int = 9000) -> Build:
    build = Build(budget=budget).add("base", tokens=base)
    for name in ("n1", "n2", "n3"):
        build.add(name, tokens=90)
    return build


def test_two_poor_turns_running_give_one_warning_at_the_last_edit_of_the_second() -> None:
    finding = only(rule, full().turn(1).evict("n1").turn(2).evict("n2").evict("n3"))
    assert (finding.line, finding.spans, finding.severity) == (8, ("n2", "n3"), "warning")


def test_a_run_of_poor_turns_gives_one_finding() -> None:
    build = full().add("n4", tokens=90).turn(1).evict("n1").turn(2).evict("n2").turn(3).evict("n3").turn(4).evict("n4")
    assert keys(rule, build) == [(8, ("n2",), ())]


def test_turns_without_an_edit_may_lie_between() -> None:
    build = full().turn(1).evict("n1").turn(2).add("x", tokens=5).turn(3).evict("n2")
    assert keys(rule, build) == [(8, ("n2",), ())]


def test_what_a_surrogate_takes_again_was_not_freed() -> None:
    build = full(base=8800).add("big", tokens=900).turn(1).evict("n1").turn(2).compact(["big"], "m", tokens=800)
    assert len(findings(rule, build)) == 1


def test_an_edit_that_grows_the_window_is_poor() -> None:
    build = full().turn(1).compact(["n1"], "m", tokens=200).turn(2).evict("n2")
    assert keys(rule, build) == [(7, ("n2",), ())]


def test_a_restore_that_replaces_a_surrogate_counts_what_it_brings() -> None:
    build = full(base=8500).add("m", tokens=600, lossy=True)
    build.turn(1).restore("m", span("back", tokens=590, lossy=True)).turn(2).evict("n2")
    assert keys(rule, build) == [(8, ("n2",), ())]


def test_a_second_run_is_told_again() -> None:
    build = full().add("big", tokens=600).add("m1", tokens=90).add("m2", tokens=90)
    build.turn(1).evict("n1").turn(2).evict("n2").turn(3).evict("big").turn(4).evict("m1").turn(5).evict("m2")
    assert [finding.spans for finding in findings(rule, build)] == [("n2",), ("m2",)]


def test_one_poor_turn_alone_is_nothing() -> None:
    assert verdict(rule, full().turn(1).evict("n1")) == "clean"


def test_two_edits_in_one_turn_are_one_turn() -> None:
    assert verdict(rule, full().turn(1).evict("n1").evict("n2")) == "clean"


def test_a_turn_that_frees_five_percent_breaks_the_run() -> None:
    build = full(base=8940).add("big", tokens=480).turn(1).evict("n1").turn(2).evict("big").turn(3).evict("n2")
    assert verdict(rule, build) == "clean"


def test_a_window_at_four_fifths_is_not_full() -> None:
    build = full(base=7820).turn(1).evict("n1").turn(2).evict("n2")
    assert verdict(rule, build) == "clean"


def test_growth_beyond_the_head_room_explains_the_second_edit() -> None:
    build = full().turn(1).evict("n1").turn(2).add("paste", tokens=821).evict("n2")
    assert verdict(rule, build) == "clean"


def test_growth_that_fills_the_head_room_to_the_token_does_not() -> None:
    build = full().turn(1).evict("n1").turn(2).add("paste", tokens=820).evict("n2")
    assert len(findings(rule, build)) == 1


def test_without_a_budget_poor_turns_are_not_told() -> None:
    assert verdict(rule, full(budget=None).turn(1).evict("n1").turn(2).evict("n2")) == "clean"


def test_confidence_is_that_of_the_weakest_edit_of_both_turns() -> None:
    assert only(rule, full().turn(1).evict("n1", basis="inferred").turn(2).evict("n2")).confidence == "low"


# --- (b) an edit of nothing ---


@pytest.mark.parametrize("edit", ["evict", "truncate"])
def test_an_empty_list_removes_nothing(edit: str) -> None:
    build = Build().add("a").turn(1)
    getattr(build, edit)()
    assert keys(rule, build) == [(3, (), ())]


def test_an_edit_of_spans_that_left_long_ago_names_them_as_it_did() -> None:
    assert keys(rule, Build().add("a").add("b").evict("a", "b").turn(1).evict("b", "a")) == [(5, ("b", "a"), ())]


def test_an_edit_of_unknown_ids_removes_nothing() -> None:
    assert keys(rule, Build().add("a").evict("never")) == [(3, ("never",), ())]


def test_a_rewrite_of_nothing_live_removes_nothing() -> None:
    assert keys(rule, Build().add("a").compact(["never"], "m")) == [(3, ("never",), ())]


def test_one_id_that_did_not_leave_in_the_turn_is_enough() -> None:
    assert keys(rule, Build().add("a").add("b").evict("a").turn(1).evict("b").evict("a", "b")) == [(6, ("a", "b"), ())]


@pytest.mark.parametrize(
    "build",
    [
        Build().add("a").evict("a").truncate("a"),
        Build().add("a").truncate("a").evict("a"),
        Build().add("a").evict("a").evict("a"),
        Build().add("a").add("b").evict("a").turn(1).evict("a", "b"),
        Build().add("a").evict("a").turn(1).evict("a", reason="external-copy", copies={"a": "store://a"}),
        Build().add("a").compact([], "m", refused=True).evict("a"),
    ],
    ids=["said again", "explained", "said twice", "one was live", "a conflict", "refused"],
)
def test_an_edit_that_says_again_what_its_turn_did_or_took_something_is_clean(build: Build) -> None:
    assert verdict(rule, build) == "clean"


def test_empty_edits_that_run_are_told_one_by_one_and_not_as_a_run_as_well() -> None:
    assert keys(rule, full().turn(1).evict().turn(2).evict()) == [(6, (), ()), (7, (), ())]


# --- looked at ---


def test_every_edit_is_looked_at() -> None:
    build = Build().add("a").add("b").add("c").evict("a").truncate("b").compact(["c"], "m").restore("m", span("c2"))
    assert said(rule, build) == [Looked()] * 4


def test_without_an_edit_nothing_is_judged() -> None:
    assert verdict(rule, Build().add("a").checkpoint("a")) == "not-judged"
