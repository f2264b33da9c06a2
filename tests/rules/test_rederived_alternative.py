"""rederived-alternative: what was rejected is chosen, and the reason against it is not in the window."""

from __future__ import annotations

from typing import Any

import pytest

from ctxaudit.rules import rederived_alternative as rule
from tests.build import Build, span
from tests.rules.saying import findings, keys, only, verdict

TIN = {"alternative": "The tin roof", "reason": "it roars in hail", "span": "n"}


def rejected(entry: dict[str, Any] = TIN) -> Build:
    """Line 3 rejects the tin roof, line 4 evicts the reason; the next event is line 5."""
    build = Build().add("n", "Tin: it roars in hail.", "scratchpad").decide("d1", "slate", [entry])
    return build.turn(1).evict("n").turn(40)


def test_the_rejected_choice_fires_at_the_later_decision() -> None:
    assert keys(rule, rejected().decide("d2", "the tin roof", span="a")) == [(5, ("n", "a"), ("the tin roof",))]


def test_spans_that_are_not_given_are_not_in_the_key() -> None:
    loose = {"alternative": "the tin roof", "reason": "it roars in hail"}
    assert keys(rule, rejected(loose).decide("d2", "the tin roof")) == [(5, (), ("the tin roof",))]


def test_it_is_an_error_of_high_confidence() -> None:
    finding = only(rule, rejected().decide("d2", "the tin roof"))
    assert (finding.severity, finding.confidence) == ("error", "high")


def test_white_space_and_case_do_not_matter() -> None:
    assert len(findings(rule, rejected().decide("d2", " the TIN\nroof"))) == 1


@pytest.mark.parametrize("choice", ["the tin", "a tin roof", "slate", ""])
def test_another_choice_is_quiet(choice: str) -> None:
    assert verdict(rule, rejected().decide("d2", choice)) == "clean"


def test_each_later_choice_of_it_fires() -> None:
    build = rejected().decide("d2", "the tin roof").decide("d3", "the tin roof")
    assert [finding.line for finding in findings(rule, build)] == [5, 6]


def test_a_decision_that_rejects_what_it_chooses_is_no_return() -> None:
    assert verdict(rule, Build().decide("d", "tin", [{"alternative": "tin", "reason": "loud"}])) == "not-judged"


def test_the_latest_rejection_counts() -> None:
    build = (
        rejected().add("k", "It rusts by the sea.").decide("d2", "slate", [{**TIN, "reason": "it rusts", "span": "k"}])
    )
    assert verdict(rule, build.decide("d3", "the tin roof")) == "clean"


# --- the reason is there ---


def test_a_live_text_that_holds_the_reason_is_quiet() -> None:
    build = rejected().add("m", "Tin? It *roars* in hail!", "memory").decide("d2", "the tin roof")
    assert verdict(rule, build) == "clean"


def test_a_live_span_of_the_rejection_is_quiet() -> None:
    build = Build().add("n", "Loud.").decide("d1", "slate", [TIN]).decide("d2", "the tin roof")
    assert verdict(rule, build) == "clean"


def test_a_span_of_the_same_id_with_other_text_is_not_the_one_meant() -> None:
    build = rejected().restore("n", span("n", "Tin: nothing noted."), "model").decide("d2", "the tin roof")
    assert len(findings(rule, build)) == 1


def test_a_span_read_back_is_the_one_meant() -> None:
    build = rejected().restore("n", span("n", "Tin: loud."), "external").decide("d2", "the tin roof")
    assert verdict(rule, build) == "clean"


def test_a_promoted_entry_is_quiet() -> None:
    build = rejected().add("x", "chatter").compact(["x"], "m", "ok", rejected_alternatives=["Tin, as it roars in hail"])
    assert verdict(rule, build.decide("d2", "the tin roof")) == "clean"


def test_a_reason_that_comes_in_after_the_decision_is_too_late_and_told() -> None:
    build = rejected().decide("d2", "the tin roof").add("r", "again it roars in hail")
    assert "from line 6" in only(rule, build).follows


def test_a_named_copy_does_not_exempt() -> None:
    build = Build().add("n", "It roars in hail.").decide("d1", "slate", [TIN])
    build.evict("n", reason="external-copy", copies={"n": "box/7"}).decide("d2", "the tin roof")
    assert len(findings(rule, build)) == 1


# --- taken back ---


def test_a_decision_that_reopens_it_is_quiet() -> None:
    assert verdict(rule, rejected().decide("d2", "the tin roof", reopens=["the  Tin roof"])) == "clean"


def test_a_decision_between_that_reopens_it_is_quiet() -> None:
    build = rejected().decide("d2", "buy felt", reopens=["the tin roof"]).decide("d3", "the tin roof")
    assert verdict(rule, build) == "clean"


def test_a_reopening_before_the_latest_rejection_does_not_count() -> None:
    build = rejected().decide("d2", "felt", reopens=["the tin roof"]).decide("d3", "slate", [TIN])
    assert keys(rule, build.decide("d4", "the tin roof")) == [(7, ("n",), ("the tin roof",))]


def test_reopening_something_else_does_not_count() -> None:
    assert len(findings(rule, rejected().decide("d2", "the tin roof", reopens=["felt"]))) == 1


def test_a_human_who_speaks_of_it_since_is_quiet() -> None:
    build = rejected().add("u", "We have felt now, so the tin roof may come.", "user").decide("d2", "the tin roof")
    assert verdict(rule, build) == "clean"


@pytest.mark.parametrize("role", ["assistant", "tool", "system"])
def test_nobody_else_takes_it_back(role: str) -> None:
    build = rejected().add("a", "The tin roof may come.", role).decide("d2", "the tin roof")
    assert len(findings(rule, build)) == 1


def test_a_human_who_spoke_of_it_before_the_rejection_does_not_count() -> None:
    build = Build().add("u", "Is the tin roof good?", "user").add("n", "It roars in hail.").decide("d1", "slate", [TIN])
    assert len(findings(rule, build.evict("n").decide("d2", "the tin roof"))) == 1


def test_a_human_who_speaks_of_it_afterwards_does_not_count() -> None:
    build = rejected().decide("d2", "the tin roof").add("u", "Why the tin roof?", "user")
    assert len(findings(rule, build)) == 1


# --- looked at, not judged ---


def test_without_a_rejection_nothing_is_looked_at() -> None:
    assert verdict(rule, Build().decide("d1", "slate").decide("d2", "tin")) == "not-judged"


def test_a_rejection_without_reason_and_span_is_not_judged() -> None:
    build = rejected({"alternative": "the tin roof"}).decide("d2", "the tin roof")
    assert verdict(rule, build) == "not-judged"


def test_a_rejection_with_a_span_alone_is_judged_by_it() -> None:
    build = rejected({"alternative": "the tin roof", "span": "n"}).decide("d2", "the tin roof")
    assert len(findings(rule, build)) == 1


def test_a_cut_text_that_may_hold_the_reason_is_not_judged() -> None:
    build = rejected().add("m", "Roofs:", "memory", complete=False).decide("d2", "the tin roof")
    assert verdict(rule, build) == "not-judged"


# --- what a finding shows ---


def test_the_evidence_leads_from_the_rejection_to_the_return() -> None:
    finding = only(rule, rejected().decide("d2", "the tin roof"))
    assert [evidence.line for evidence in finding.evidence] == [3, 2, 4, 5]


def test_the_edit_that_took_the_reason_is_named_as_the_cause() -> None:
    assert only(rule, rejected().decide("d2", "the tin roof")).edit == 4


def test_a_reason_that_a_checkpoint_lacks_is_gone_too() -> None:
    build = Build().add("n", "It roars in hail.").decide("d1", "slate", [TIN]).checkpoint().decide("d2", "the tin roof")
    assert "the checkpoint removed it" in [evidence.shows for evidence in only(rule, build).evidence]
