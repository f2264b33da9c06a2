"""unattributed-truncation: what counts as explained, what is exempt, and how the cause is named."""

from __future__ import annotations

from typing import Any

import pytest

from ctxaudit.rules import unattributed_truncation as rule
from tests.build import Build, span
from tests.rules.saying import findings, keys, only, said, verdict


def two_reads(**header: object) -> Build:
    build = Build(**header).add("ask", "Which kiln is cold?", "user", tokens=10)
    return build.add("r1", "kiln one is cold", tokens=700).add("r2", "kiln two is warm", tokens=600)


# --- fires ---


def test_a_truncated_span_that_no_evict_names_is_an_error() -> None:
    finding = only(rule, two_reads().turn(2).truncate("r2", "r1"))
    assert (finding.line, finding.spans, finding.tokens) == (5, ("r2", "r1"), ())
    assert (finding.severity, finding.confidence) == ("error", "high")


def test_only_the_spans_without_an_evict_are_named() -> None:
    assert keys(rule, two_reads().turn(2).truncate("r1", "r2").evict("r2")) == [(5, ("r1",), ())]


def test_an_evict_in_a_later_turn_comes_too_late() -> None:
    assert keys(rule, two_reads().turn(2).truncate("r1").turn(3).evict("r1")) == [(5, ("r1",), ())]


def test_a_rewrite_that_names_the_span_only_after_the_cut_does_not_attribute_it() -> None:
    build = two_reads().turn(2).truncate("r1").compact(["r1", "r2"], "m", tokens=20)
    assert keys(rule, build) == [(5, ("r1",), ())]


def test_an_evict_of_the_spans_next_life_does_not_explain_the_first() -> None:
    build = two_reads().turn(2).truncate("r1").restore("r1", span("r1")).evict("r1")
    assert keys(rule, build) == [(5, ("r1",), ())]


def test_each_truncate_has_a_finding_of_its_own() -> None:
    assert keys(rule, two_reads().truncate("r1").truncate("r2")) == [(5, ("r1",), ()), (6, ("r2",), ())]


@pytest.mark.parametrize(("basis", "confidence"), [("derived", "medium"), ("inferred", "low")])
def test_confidence_is_that_of_the_truncates_basis(basis: str, confidence: str) -> None:
    assert only(rule, two_reads().truncate("r1", basis=basis)).confidence == confidence


def test_an_evict_does_not_explain_a_cut_that_comes_after_it_when_the_span_was_back_in_between() -> None:
    build = two_reads().truncate("r1").evict("r1").checkpoint("ask", "r1", "r2").truncate("r1")
    assert keys(rule, build) == [(8, ("r1",), ())]


# --- quiet ---


@pytest.mark.parametrize("reason", ["external-copy", "dispensable", "withdrawn"])
def test_an_evict_after_the_truncate_in_its_turn_explains_it(reason: str) -> None:
    assert verdict(rule, two_reads().truncate("r1").evict("r1", reason=reason)) == "clean"


def test_an_evict_before_the_truncate_explains_it() -> None:
    assert verdict(rule, two_reads().evict("r1").truncate("r1")) == "clean"


def test_a_span_that_left_in_an_earlier_turn_is_not_removed_again() -> None:
    assert verdict(rule, two_reads().evict("r1").turn(1).truncate("r1")) == "clean"


@pytest.mark.parametrize("keys", [{"tags": ["dispensable"]}, {"tags": ["superseded"]}, {"external_copy": True}])
def test_a_tagged_surrogate_of_spans_that_may_go_is_exempt(keys: dict[str, Any]) -> None:
    build = Build().add("a", **keys).compact(["a"], "m").turn(1).truncate("m")
    assert verdict(rule, build) == "clean"


def test_the_exemption_reaches_through_a_chain_of_rewrites() -> None:
    build = Build().add("a", tags=["dispensable"]).compact(["a"], "m1").compact(["m1"], "m2").turn(1).truncate("m2")
    assert verdict(rule, build) == "clean"


def test_an_original_that_was_evicted_to_a_copy_before_counts_as_copied() -> None:
    build = Build().add("a").evict("a", reason="external-copy", copies={"a": "store://a"})
    build.add("m", lossy=True, provenance=["a"]).turn(1).truncate("m")
    assert verdict(rule, build) == "clean"


def test_one_original_without_copy_ends_the_exemption() -> None:
    build = Build().add("a", external_copy=True).add("b").compact(["a", "b"], "m").turn(1).truncate("m")
    assert keys(rule, build) == [(5, ("m",), ())]


@pytest.mark.parametrize("keys_of_m", [{"lossy": False}, {"provenance": ()}])
def test_a_surrogate_that_is_not_tagged_is_not_exempt(keys_of_m: dict[str, Any]) -> None:
    build = Build().add("a", tags=["dispensable"]).compact(["a"], "m", **keys_of_m).turn(1).truncate("m")
    assert len(findings(rule, build)) == 1


def test_a_surrogate_of_nothing_known_is_not_exempt() -> None:
    build = Build().add("m", lossy=True, provenance=["never"]).turn(1).truncate("m")
    assert len(findings(rule, build)) == 1


def test_a_dispensable_span_itself_is_not_exempt() -> None:
    assert len(findings(rule, Build().add("a", tags=["dispensable"]).truncate("a"))) == 1


# --- looked at, not judged ---


def test_nothing_is_judged_without_a_truncate() -> None:
    assert verdict(rule, two_reads().evict("r1")) == "not-judged"


def test_a_turn_that_may_have_lost_a_line_is_not_judged() -> None:
    build = two_reads().turn(2).truncate("r1").skip_line()
    assert verdict(rule, build) == "not-judged"
    assert len(said(rule, build)) == 2


def test_a_hole_in_another_turn_hides_nothing() -> None:
    build = two_reads().skip_line().turn(1).add("x").turn(2).truncate("r1")
    assert len(findings(rule, build)) == 1


# --- the cause ---


def test_a_rewrite_of_the_turn_that_grew_is_named_with_its_tokens() -> None:
    build = Build(budget=1000).add("n", tokens=300).add("r", tokens=500)
    build.turn(1).compact(["n"], "m", tokens=420).add("x", tokens=200).truncate("r")
    finding = only(rule, build)
    assert "the rewrite into m grew by 120 tokens, from 300 to 420" in finding.message
    assert finding.edit == 4


def test_a_rewrite_that_shrank_is_no_cause() -> None:
    build = Build().add("n", tokens=300).add("r", tokens=500).turn(1).compact(["n"], "m", tokens=20).truncate("r")
    assert "grew" not in only(rule, build).message


def test_a_rewrite_of_an_earlier_turn_is_no_cause() -> None:
    build = Build().add("n", tokens=300).add("r", tokens=500).compact(["n"], "m", tokens=420).turn(1).truncate("r")
    assert "grew" not in only(rule, build).message


def test_an_add_that_went_over_the_budget_is_named_with_the_excess() -> None:
    build = two_reads(budget=1500).turn(1).add("big", "a long page", tokens=400).turn(2).truncate("r1")
    finding = only(rule, build)
    assert "big (400 tokens) took the window to 1,710, 210 over 1,500" in finding.message
    assert [step.line for step in finding.evidence] == [3, 5, 6]


def test_a_window_that_came_back_under_the_budget_has_no_overflow_to_name() -> None:
    build = two_reads(budget=1500).turn(1).add("big", tokens=400).evict("big").turn(2).truncate("r1")
    assert "over 1,500" not in only(rule, build).message


def test_the_truncates_own_budget_serves_where_the_header_has_none() -> None:
    build = two_reads().turn(1).add("big", tokens=400).turn(2).truncate("r1", budget=1500)
    assert "210 over 1,500" in only(rule, build).message


def test_estimated_tokens_are_called_so() -> None:
    assert "estimated" in only(rule, Build().add("a", "no count here").truncate("a")).message


def test_it_says_when_the_span_was_wanted_again() -> None:
    build = two_reads().truncate("r1").turn(3).restore("r1", span("r1"))
    assert only(rule, build).follows == "r1 was wanted again: it came back at line 6"


def test_a_crowd_of_truncated_spans_keeps_the_evidence_short() -> None:
    build = Build()
    names = [f"s{number}" for number in range(40)]
    for name in names:
        build.add(name)
    finding = only(rule, build.truncate(*names))
    assert len(finding.spans) == 40
    assert len(finding.evidence) <= 8
