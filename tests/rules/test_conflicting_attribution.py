"""conflicting-attribution: two of the three names for one life."""

from __future__ import annotations

import pytest

from ctxaudit.rules import conflicting_attribution as rule
from tests.build import Build, span
from tests.rules.saying import findings, keys, only, verdict

COPY = {"reason": "external-copy", "copies": {"a": "store://a"}}


def two() -> Build:
    return Build().add("a", "the old lease").add("b", "the new lease")


@pytest.mark.parametrize("first", [{}, COPY], ids=["dispensable", "external copy"])
def test_a_rewrite_of_an_evicted_span_conflicts_at_the_rewrite(first: dict[str, object]) -> None:
    finding = only(rule, two().evict("a", **first).turn(2).compact(["a", "b"], "m"))
    assert (finding.line, finding.spans, finding.severity, finding.confidence) == (5, ("a",), "error", "high")


def test_two_evicts_with_two_reasons_conflict_at_the_later() -> None:
    assert keys(rule, two().evict("a").turn(2).evict("a", **COPY)) == [(5, ("a",), ())]


def test_an_evict_of_a_rewritten_span_conflicts() -> None:
    assert keys(rule, two().compact(["a"], "m").turn(1).evict("a", "b")) == [(5, ("a",), ())]


def test_all_spans_of_one_event_are_in_one_finding() -> None:
    assert keys(rule, two().evict("b", "a").turn(1).compact(["a", "b"], "m")) == [(5, ("a", "b"), ())]


def test_a_conflict_may_stand_within_one_turn() -> None:
    assert len(findings(rule, two().evict("a").evict("a", **COPY))) == 1


def test_an_evict_that_explained_a_truncation_counts_as_the_first() -> None:
    finding = only(rule, two().truncate("a").evict("a").turn(1).evict("a", **COPY))
    assert (finding.line, "evicted-as-dispensable at line 5" in finding.message) == (6, True)


def test_the_message_has_both_names_and_both_lines() -> None:
    message = only(rule, two().evict("a").turn(2).compact(["a", "b"], "m")).message
    assert "rewritten-with-surrogate at line 5" in message
    assert "evicted-as-dispensable at line 4" in message


@pytest.mark.parametrize(("basis", "confidence"), [("derived", "medium"), ("inferred", "low")])
def test_confidence_is_that_of_the_weaker_of_the_two_events(basis: str, confidence: str) -> None:
    assert only(rule, two().evict("a", basis=basis).turn(2).compact(["a", "b"], "m")).confidence == confidence


@pytest.mark.parametrize(
    "build",
    [
        two().evict("a").turn(1).evict("a", "b"),
        two().compact(["a"], "m").turn(1).compact(["a", "b"], "m2"),
        two().truncate("a").turn(1).evict("a"),
        two().evict("a").turn(1).truncate("a"),
        two().truncate("a").evict("a"),
        two().evict("a", reason="withdrawn", by="human").turn(1).evict("a"),
        two().evict("a").turn(1).evict("a", reason="withdrawn", by="human"),
        two().checkpoint("b").evict("a"),
    ],
    ids=[
        "same reason twice",
        "two rewrites",
        "late evict of a truncated span",
        "late truncate",
        "evict beside truncate",
        "withdrawn first",
        "withdrawn last",
        "gone from a checkpoint",
    ],
)
def test_one_name_said_twice_or_none_at_all_is_no_conflict(build: Build) -> None:
    assert verdict(rule, build) == "clean"


def test_a_restored_life_has_an_attribution_of_its_own() -> None:
    build = two().evict("a", **COPY).turn(1).restore("a", span("a", "the old lease")).turn(2).compact(["a"], "m")
    assert verdict(rule, build) == "clean"


def test_a_life_that_a_checkpoint_brought_back_starts_without_attribution() -> None:
    assert verdict(rule, two().evict("a").turn(1).checkpoint("a", "b").turn(2).evict("a", **COPY)) == "clean"


def test_a_refused_rewrite_contradicts_nobody() -> None:
    assert verdict(rule, two().evict("a").turn(1).compact(["a"], "m", refused=True)) == "clean"


def test_nothing_is_judged_without_an_edit() -> None:
    assert verdict(rule, two().checkpoint("a", "b")) == "not-judged"
