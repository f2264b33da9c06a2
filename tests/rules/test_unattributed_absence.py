"""unattributed-absence: what a checkpoint lacks, and windows that shrank between two calls."""

from __future__ import annotations

import pytest

from ctxaudit.rules import unattributed_absence as rule
from tests.build import Build, span
from tests.rules.saying import findings, keys, only, said, verdict

# --- a checkpoint that lacks spans ---


def test_a_checkpoint_without_live_spans_is_an_error_with_them_in_window_order() -> None:
    finding = only(rule, Build().add("a").add("b").add("c", before="a").turn(1).checkpoint("b"))
    assert (finding.line, finding.spans, finding.severity) == (5, ("c", "a"), "error")


def test_one_slip_is_reported_once() -> None:
    assert keys(rule, Build().add("a").add("b").checkpoint("b").checkpoint("b")) == [(4, ("a",), ())]


def test_a_checkpoint_in_another_order_is_nothing() -> None:
    assert verdict(rule, Build().add("a").add("b").checkpoint("b", "a")) == "clean"


def test_spans_that_an_edit_took_are_not_missed() -> None:
    assert verdict(rule, Build().add("a").add("b").evict("a").checkpoint("b")) == "clean"


def test_an_unknown_id_in_a_checkpoint_is_nobodys_absence() -> None:
    assert verdict(rule, Build().add("a").checkpoint("a", "never")) == "clean"


def test_a_derived_checkpoint_gives_medium_confidence() -> None:
    assert only(rule, Build().add("a").checkpoint(basis="derived")).confidence == "medium"


def test_confidence_is_never_above_that_of_the_missing_spans_own_record() -> None:
    assert only(rule, Build().add("a", basis="inferred").checkpoint()).confidence == "low"


def test_after_an_unreadable_line_a_checkpoint_is_not_judged() -> None:
    assert verdict(rule, Build().add("a").skip_line().checkpoint()) == "not-judged"


def test_before_an_unreadable_line_it_is() -> None:
    assert len(findings(rule, Build().add("a").checkpoint().skip_line())) == 1


def test_many_missing_spans_are_all_named_and_the_evidence_stays_short() -> None:
    build = Build()
    for number in range(30):
        build.add(f"s{number}")
    finding = only(rule, build.checkpoint())
    assert len(finding.spans) == 30
    assert len(finding.evidence) == rule.SPANS_SHOWN + 1
    assert "25 spans besides" in finding.evidence[-1].shows


# --- a window that shrank between two calls ---


def calls(first: int, second: int) -> Build:
    return Build().add("log", "a long log", kind="read", tokens=30_000).call(first).turn(1).call(second)


def test_a_fall_with_no_edit_is_one_finding_of_low_confidence_without_spans() -> None:
    finding = only(rule, calls(60_000, 38_000))
    assert (finding.line, finding.spans, finding.tokens, finding.confidence) == (4, (), (), "low")


def test_the_largest_tool_results_then_live_are_the_candidates() -> None:
    build = Build().add("u", "a question", "user", tokens=9_000)
    for name, size in (("small", 10), ("big", 9_000), ("mid", 500), ("tiny", 1)):
        build.add(name, kind="tool-result", tokens=size)
    finding = only(rule, build.call(60_000).turn(1).add("late", kind="read", tokens=99_000).call(50_000))
    assert [step.span for step in finding.evidence] == [None, "big", "mid", "small", None]


@pytest.mark.parametrize(
    ("first", "second"),
    [(14_900, 12_900), (66_000, 59_400), (50_000, 48_000), (20_000, 20_000), (10_000, 40_000)],
    ids=["2,000 exactly", "10 % exactly", "neither", "equal", "grew"],
)
def test_a_fall_within_either_limit_is_nothing(first: int, second: int) -> None:
    assert verdict(rule, calls(first, second)) == "clean"


def test_a_fall_just_beyond_both_limits_counts() -> None:
    assert len(findings(rule, calls(20_010, 18_008))) == 1


@pytest.mark.parametrize(
    "between",
    [
        lambda build: build.evict("log"),
        lambda build: build.evict(),
        lambda build: build.truncate("log"),
        lambda build: build.compact(["log"], "m"),
        lambda build: build.unpin(tokens=["x"]),
        lambda build: build.checkpoint("log"),
        lambda build: build.checkpoint(),
    ],
    ids=["evict", "empty evict", "truncate", "rewrite", "unpin", "checkpoint", "checkpoint that lacks"],
)
def test_anything_that_may_have_shrunk_the_window_explains_the_fall(between: object) -> None:
    build = Build().add("log", kind="read").call(60_000)
    assert callable(between)
    between(build)
    assert [finding.line for finding in findings(rule, build.call(30_000)) if not finding.spans] == []


@pytest.mark.parametrize(
    "between",
    [
        lambda build: build.compact(["log"], "m", refused=True),
        lambda build: build.restore("log", span("again")),
        lambda build: build.pin(tokens=["x"]),
        lambda build: build.rank("log"),
        lambda build: build.call(),
    ],
    ids=["refused rewrite", "restore", "pin", "rank", "uncounted call"],
)
def test_what_cannot_shrink_a_window_explains_nothing(between: object) -> None:
    build = Build().add("log", kind="read").call(60_000)
    assert callable(between)
    between(build)
    assert len(findings(rule, build.call(30_000))) == 1


def test_an_edit_explains_only_the_pair_that_it_lies_between() -> None:
    build = Build().add("log").add("b").call(60_000).evict("b").call(50_000).call(30_000)
    assert keys(rule, build) == [(7, (), ())]


def test_after_an_unreadable_line_a_pair_is_not_judged() -> None:
    assert verdict(rule, Build().call(60_000).skip_line().call(30_000)) == "not-judged"


def test_one_counted_call_is_no_pair() -> None:
    assert said(rule, Build().add("a").call(500).call()) == []
