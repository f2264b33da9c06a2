"""grown-rewrite: after against before, by the one kind of count that both sides have."""

from __future__ import annotations

import pytest

from ctxaudit.rules import grown_rewrite as rule
from tests.build import Build, span
from tests.rules.saying import findings, keys, only, said, verdict


def rewritten(before: int | None, after: int | None, **event: object) -> Build:
    build = Build().add("a", "the notes", tokens=before)
    return build.turn(1).compact(["a"], "m", "more notes than before", tokens=after, **event)


def test_a_surrogate_larger_than_its_sources_is_an_error() -> None:
    build = Build().add("a", tokens=300).add("b", tokens=200).turn(1).compact(["b", "a"], "m", tokens=640)
    finding = only(rule, build)
    assert (finding.line, finding.spans, finding.severity) == (4, ("b", "a", "m"), "error")
    assert "grew by 140 tokens: 500 before, 640 after" in finding.message


def test_an_equal_size_fires_too() -> None:
    assert "freed nothing" in only(rule, rewritten(300, 300)).message


def test_one_token_less_does_not() -> None:
    assert verdict(rule, rewritten(300, 299)) == "clean"


def test_copies_of_all_sources_make_it_a_note() -> None:
    build = Build().add("a", tokens=3, external_copy=True).add("b", tokens=3, external_copy="store://b")
    assert only(rule, build.compact(["a", "b"], "m", tokens=9)).severity == "note"


def test_one_source_without_copy_keeps_it_an_error() -> None:
    build = Build().add("a", tokens=3, external_copy=True).add("b", tokens=3, external_copy="")
    finding = only(rule, build.compact(["a", "b"], "m", tokens=9))
    assert (finding.severity, "b without external copy" in finding.message) == ("error", True)


# --- which count counts ---


def test_the_spans_own_counts_beat_the_events() -> None:
    assert verdict(rule, rewritten(300, 20, tokens_before=10, tokens_after=50)) == "clean"
    assert len(findings(rule, rewritten(20, 300, tokens_before=50, tokens_after=10))) == 1


def test_the_events_counts_hold_when_a_span_has_none() -> None:
    assert len(findings(rule, rewritten(None, None, tokens_before=40, tokens_after=41))) == 1
    assert verdict(rule, rewritten(300, None, tokens_before=40, tokens_after=39)) == "clean"


def test_else_both_sides_are_estimated_and_the_message_says_so() -> None:
    assert "(estimated)" in only(rule, rewritten(300, None)).message


def test_recorded_and_estimated_figures_are_never_compared() -> None:
    build = Build().add("a", "x" * 4000, tokens=5).compact(["a"], "m", "y" * 400)
    assert verdict(rule, build) == "clean"


# --- quiet and not looked at ---


def test_a_rewrite_that_the_host_refused_is_not_looked_at() -> None:
    assert said(rule, rewritten(3, 300, refused=True)) == []


def test_a_rewrite_without_live_sources_is_not_looked_at() -> None:
    assert said(rule, Build().add("a", tokens=3).evict("a").compact(["a"], "m", tokens=9)) == []


def test_gone_sources_do_not_count() -> None:
    build = Build().add("a", tokens=300).add("b", tokens=300).evict("a").compact(["a", "b"], "m", tokens=400)
    assert keys(rule, build) == [(5, ("b", "m"), ())]


def test_a_before_of_nought_is_not_judged() -> None:
    assert verdict(rule, rewritten(0, 10)) == "not-judged"


def test_a_surrogate_that_did_not_enter_is_not_judged() -> None:
    assert verdict(rule, Build().add("a", tokens=3).add("m", tokens=9).compact(["a"], "m", tokens=9)) == "not-judged"


def cut_texts(source: bool, surrogate: bool, text: str) -> Build:
    build = Build().add("a", "a text of some length", complete=not source)
    return build.compact(["a"], "m", text, complete=not surrogate)


@pytest.mark.parametrize(
    ("source", "surrogate", "text", "given"),
    [
        (True, False, "a longer text than the source's text", "not-judged"),
        (True, False, "short", "clean"),
        (False, True, "a longer text than the source's text", "findings"),
        (False, True, "", "not-judged"),
        (True, True, "short", "not-judged"),
    ],
)
def test_an_estimate_of_a_text_that_the_log_cut_counts_only_where_more_text_cannot_change_the_answer(
    source: bool, surrogate: bool, text: str, given: str
) -> None:
    assert verdict(rule, cut_texts(source, surrogate, text)) == given


def test_recorded_counts_are_judged_whatever_the_log_cut() -> None:
    build = Build().add("a", tokens=10, complete=False).compact(["a"], "m", "", tokens=9, complete=False)
    assert verdict(rule, build) == "clean"


# --- confidence, sequel ---


@pytest.mark.parametrize(("basis", "confidence"), [("recorded", "high"), ("derived", "medium"), ("inferred", "low")])
def test_confidence_is_that_of_the_rewrites_basis(basis: str, confidence: str) -> None:
    assert only(rule, rewritten(3, 9, basis=basis)).confidence == confidence


def test_it_says_when_the_window_went_over_its_budget() -> None:
    build = Build(budget=100).add("a", tokens=90).compact(["a"], "m", tokens=120)
    assert only(rule, build).follows == "the window stood at 120 tokens after it, over its budget of 100"


def test_it_is_silent_about_a_budget_that_was_kept() -> None:
    build = Build(budget=500).add("a", tokens=90).compact(["a"], "m", tokens=120)
    assert only(rule, build).follows == ""


def test_a_restore_that_grows_is_no_rewrite() -> None:
    build = Build().add("a", tokens=9).compact(["a"], "m", tokens=3).restore("m", span("a2", tokens=90))
    assert verdict(rule, build) == "clean"
