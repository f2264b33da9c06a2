"""demoted-pin: the pinned block ranked below a cut, removed, or unpinned by the model."""

from __future__ import annotations

from typing import Any

import pytest

from ctxaudit.rules import demoted_pin as rule
from tests.build import Build, span
from tests.rules.saying import findings, keys, only, verdict


def pinned() -> Build:
    """`p` is pinned from the start, `a` is not; the next line is 4."""
    return Build().add("p", "Rule: helmets on.", "system", pinned=True).add("a", "the hall is open")


def test_a_place_at_the_cut_is_below_it() -> None:
    assert keys(rule, pinned().rank("a", "p", cut=1)) == [(4, ("p",), ())]


def test_a_place_before_the_cut_is_kept() -> None:
    assert verdict(rule, pinned().rank("a", "p", cut=2)) == "clean"


def test_a_ranking_without_a_cut_demotes_nothing() -> None:
    assert findings(rule, pinned().rank("a", "p")) == []


def test_a_pin_that_the_ranking_leaves_out_is_not_demoted() -> None:
    assert findings(rule, pinned().rank("a", cut=0)) == []


@pytest.mark.parametrize("by", ["model", "host", "human"])
def test_it_does_not_matter_who_ranked(by: str) -> None:
    assert len(findings(rule, pinned().rank("p", cut=0, by=by))) == 1


def test_a_gone_pin_cannot_be_ranked_down() -> None:
    build = pinned().evict("p", by="human").rank("p", "a", cut=0)
    assert findings(rule, build) == []


@pytest.mark.parametrize("by", ["model", "host"])
def test_an_evicted_pin_fires(by: str) -> None:
    assert keys(rule, pinned().evict("a", "p", by=by)) == [(4, ("p",), ())]


def test_a_truncated_pin_fires() -> None:
    assert keys(rule, pinned().truncate("p")) == [(4, ("p",), ())]


def test_a_rewritten_pin_fires() -> None:
    assert keys(rule, pinned().compact(["a", "p"], "m")) == [(4, ("p",), ())]


@pytest.mark.parametrize("edit", ["evict", "truncate", "rewrite"])
def test_a_person_may_remove_a_pin(edit: str) -> None:
    build: Any = pinned()
    build = (
        build.rewrite(["p"], span("m", "short"), by="human")
        if edit == "rewrite"
        else getattr(build, edit)("p", by="human")
    )
    assert verdict(rule, build) == "clean"


def test_a_pin_event_pins_as_well() -> None:
    assert keys(rule, Build().add("a").pin("a").evict("a")) == [(4, ("a",), ())]


def test_a_pin_that_comes_too_late_does_not_count() -> None:
    assert findings(rule, Build().add("a").evict("a").pin("a")) == []


@pytest.mark.parametrize("by", ["host", "human"])
def test_an_unpin_by_host_or_human_ends_the_pin(by: str) -> None:
    assert findings(rule, pinned().unpin("p", by=by).evict("p")) == []


def test_an_unpin_by_the_model_fires_with_spans_and_tokens() -> None:
    build = pinned().pin(tokens=["HLM-3004"]).unpin("p", tokens=["HLM-3004"], by="model")
    assert keys(rule, build) == [(5, ("p",), ("HLM-3004",))]


def test_an_unpin_of_what_was_not_pinned_is_quiet() -> None:
    assert findings(rule, pinned().unpin("a", tokens=["HLM-3004"], by="model")) == []


def test_a_token_unpinned_twice_is_told_once() -> None:
    build = (
        Build().add("a").pin(tokens=["T-900"]).unpin(tokens=["T-900"], by="model").unpin(tokens=["T-900"], by="model")
    )
    assert keys(rule, build) == [(4, (), ("T-900",))]


def test_removing_a_span_that_holds_a_pinned_token_is_another_rules_business() -> None:
    assert verdict(rule, Build().add("a", "tag HLM-3004").pin(tokens=["HLM-3004"]).evict("a")) == "clean"


def test_a_refused_rewrite_removes_nothing() -> None:
    assert findings(rule, pinned().compact(["p"], "m", refused=True)) == []


def test_a_restored_id_is_pinned_only_when_it_says_so() -> None:
    build = pinned().evict("p", by="human").restore("p", span("p", "Rule: helmets on.", "system")).evict("p")
    assert findings(rule, build) == []


def test_a_trace_without_pins_is_not_judged() -> None:
    assert verdict(rule, Build().add("a").evict("a")) == "not-judged"


def test_it_is_an_error_that_says_who_did_what() -> None:
    finding = only(rule, pinned().evict("p"))
    assert (finding.severity, finding.message) == ("error", "the model evicts what is pinned: p")


def test_the_evidence_begins_where_the_pin_does() -> None:
    evidence = only(rule, Build().add("a", "keep me").add("b").pin("a").evict("a")).evidence
    assert [(step.line, step.shows) for step in evidence] == [(4, "pinned it"), (5, "evicts a")]


def test_a_span_that_came_in_pinned_is_shown_there() -> None:
    assert only(rule, pinned().evict("p")).evidence[0].shows == "came in pinned"


def test_confidence_is_that_of_the_edit() -> None:
    assert only(rule, pinned().evict("p", basis="inferred")).confidence == "low"
