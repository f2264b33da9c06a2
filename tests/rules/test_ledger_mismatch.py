"""ledger-mismatch: counts that contradict the spans, checkpoints that list the gone, rewrites booked as evictions."""

from __future__ import annotations

import pytest

from ctxaudit.rules import ledger_mismatch as rule
from tests.build import Build, span
from tests.rules.saying import findings, keys, only, said, verdict


def audits() -> Build:
    return Build().add("a", "oven one is clean", tokens=500).add("b", "oven two leaks", tokens=480).turn(1)


# --- a rewrite's counts ---


def test_a_before_that_is_not_the_sum_of_the_sources_is_a_warning() -> None:
    finding = only(rule, audits().compact(["b", "a"], "m", tokens=70, tokens_before=900, tokens_after=70))
    assert (finding.line, finding.spans, finding.severity) == (4, ("b", "a", "m"), "warning")
    assert "900 tokens before, its sources add up to 980" in finding.message


def test_an_after_that_is_not_the_surrogates_count_is_one_too() -> None:
    finding = only(rule, audits().compact(["a"], "m", tokens=70, tokens_before=500, tokens_after=60))
    assert "60 after, its surrogate counts 70" in finding.message


def test_two_wrong_counts_of_one_rewrite_are_one_finding() -> None:
    assert len(findings(rule, audits().compact(["a"], "m", tokens=70, tokens_before=1, tokens_after=1))) == 1


def test_a_difference_of_one_token_counts() -> None:
    assert len(findings(rule, audits().compact(["a"], "m", tokens=70, tokens_before=501))) == 1


def test_counts_that_agree_are_clean() -> None:
    assert verdict(rule, audits().compact(["a", "b"], "m", tokens=70, tokens_before=980, tokens_after=70)) == "clean"


def test_a_source_without_a_count_leaves_nothing_to_compare() -> None:
    build = Build().add("a", tokens=5).add("b").compact(["a", "b"], "m", tokens_before=900, tokens_after=70)
    assert verdict(rule, build) == "clean"


def test_a_named_source_that_was_gone_leaves_nothing_to_compare() -> None:
    build = audits().evict("b").turn(2).compact(["a", "b"], "m", tokens=70, tokens_before=980, tokens_after=70)
    assert verdict(rule, build) == "clean"


def test_a_source_named_twice_counts_once() -> None:
    assert verdict(rule, audits().compact(["a", "a"], "m", tokens=7, tokens_before=500, tokens_after=7)) == "clean"


def test_a_refused_rewrite_is_not_looked_at() -> None:
    assert said(rule, audits().compact(["a"], "m", tokens=7, tokens_before=1, refused=True)) == []


# --- checkpoints ---


def test_a_checkpoints_total_that_is_not_the_sum_is_a_warning_without_spans() -> None:
    finding = only(rule, audits().checkpoint("a", "b", tokens=940))
    assert (finding.line, finding.spans) == (4, ())
    assert "940 tokens, the spans that it lists add up to 980" in finding.message


def test_a_checkpoint_that_lists_a_gone_span_names_it() -> None:
    assert keys(rule, audits().evict("a").checkpoint("a", "b")) == [(5, ("a",), ())]


def test_a_wrong_total_and_a_gone_span_are_one_finding() -> None:
    assert keys(rule, audits().evict("a").checkpoint("a", "b", tokens=5)) == [(5, ("a",), ())]


def test_the_total_is_held_against_what_is_listed_and_not_against_replay() -> None:
    assert verdict(rule, audits().checkpoint("a", tokens=500)) == "clean"


@pytest.mark.parametrize("listed", [("a", "b", "uncounted"), ("a", "b", "never")])
def test_a_span_without_count_or_unknown_leaves_nothing_to_compare(listed: tuple[str, ...]) -> None:
    assert verdict(rule, audits().add("uncounted").checkpoint(*listed, tokens=3)) == "clean"


def test_a_checkpoint_without_a_total_and_in_another_order_is_clean() -> None:
    assert verdict(rule, audits().checkpoint("b", "a")) == "clean"


def test_after_an_unreadable_line_checkpoints_are_not_judged_and_rewrites_are() -> None:
    assert verdict(rule, audits().skip_line().checkpoint("a", "b", tokens=3)) == "not-judged"
    build = audits().skip_line().checkpoint("a", "b").compact(["a"], "m", tokens=7, tokens_before=1)
    assert verdict(rule, build) == "findings"


# --- a rewrite booked as an eviction ---


def booked(first: str) -> Build:
    build = Build().add("a").add("c").add("b").turn(1)
    if first == "add":
        return build.add("m", provenance=["b", "a"]).evict("a", "c", "b")
    return build.evict("a", "c", "b").add("m", provenance=["b", "a"])


@pytest.mark.parametrize(("first", "line"), [("add", 6), ("evict", 5)])
def test_an_evict_beside_an_add_that_stands_for_what_it_took_is_a_rewrite_in_disguise(first: str, line: int) -> None:
    assert keys(rule, booked(first)) == [(line, ("a", "b", "m"), ())]


def test_each_added_span_is_told_apart() -> None:
    build = Build().add("a").add("b").turn(1).evict("a", "b").add("m1", provenance=["a"]).add("m2", provenance=["b"])
    assert keys(rule, build) == [(4, ("a", "m1"), ()), (4, ("b", "m2"), ())]


def test_each_evict_is_told_apart() -> None:
    build = Build().add("a").add("b").turn(1).evict("a").evict("b").add("m", provenance=["a", "b"])
    assert keys(rule, build) == [(4, ("a", "m"), ()), (5, ("b", "m"), ())]


def test_an_evict_that_explains_a_truncation_hides_a_rewrite_as_well() -> None:
    build = Build().add("a").turn(1).truncate("a").evict("a").add("m", provenance=["a"])
    assert keys(rule, build) == [(4, ("a", "m"), ())]


@pytest.mark.parametrize(
    "build",
    [
        Build().add("a").turn(1).evict("a").turn(2).add("m", provenance=["a"]),
        Build().add("a").turn(1).add("m", provenance=["a"]).turn(2).evict("a"),
        Build().add("a").add("b").turn(1).evict("a").add("m", provenance=["b"]),
        Build().add("a").turn(1).evict("a").add("stub", "see store"),
        Build().add("a").turn(1).truncate("a").add("m", provenance=["a"]),
    ],
    ids=["added a turn later", "evicted a turn later", "of another span", "a stub", "truncated only"],
)
def test_an_add_that_stands_for_nothing_evicted_in_its_turn_is_clean(build: Build) -> None:
    assert findings(rule, build) == []


def test_a_restored_copy_that_was_not_evicted_in_the_turn_is_another_life() -> None:
    build = Build().add("a").evict("a").turn(1).restore("a", span("a")).add("m", provenance=["a"]).turn(2).evict("a")
    assert findings(rule, build) == []


def test_rewrites_checkpoints_and_evicts_are_looked_at() -> None:
    build = Build().add("a").add("b").add("c").compact(["a"], "m").checkpoint("m", "b", "c").evict("b").truncate("c")
    assert len(said(rule, build)) == 3


def test_confidence_is_that_of_the_weakest_event() -> None:
    build = Build().add("a", tokens=5, basis="derived").compact(["a"], "m", tokens=2, tokens_before=9)
    assert only(rule, build).confidence == "medium"
