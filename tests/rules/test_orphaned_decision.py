"""orphaned-decision: a decision stands, and the last of its reasons has left."""

from __future__ import annotations

from typing import Any

import pytest

from ctxaudit.rules import orphaned_decision as rule
from tests.build import Build, span
from tests.rules.saying import findings, keys, only, verdict

WOOL = {"alternative": "wool", "reason": "it felts in the wash", "span": "n"}
SILK = {"alternative": "silk", "reason": "moths found it", "span": "o"}


def decided(*rejected: dict[str, Any], **keys: Any) -> Build:
    """Line 5 decides for linen; `a` holds the choice, `n` and `o` the reasons; the next event is line 6."""
    build = Build().add("a", "Curtains are made of linen.", "assistant").add("n", "Wool: it felts in the wash.")
    build.add("o", "Silk: moths found it.")
    return build.decide("d", "Linen", rejected or (WOOL,), **keys).turn(1)


def test_the_last_reason_evicted_fires() -> None:
    assert keys(rule, decided().evict("n")) == [(6, ("a",), ("Linen",))]


def test_it_is_a_warning_of_high_confidence() -> None:
    finding = only(rule, decided().evict("n"))
    assert (finding.severity, finding.confidence) == ("warning", "high")


def test_confidence_is_never_above_the_basis_of_the_decision() -> None:
    assert only(rule, decided(basis="derived").evict("n")).confidence == "medium"


def test_it_fires_at_the_edit_after_which_the_last_of_two_is_gone() -> None:
    assert keys(rule, decided(WOOL, SILK).evict("n").evict("o")) == [(7, ("a",), ("Linen",))]


def test_one_reason_of_two_is_enough() -> None:
    assert verdict(rule, decided(WOOL, SILK).evict("n")) == "clean"


def test_all_spans_in_which_it_stands_are_named_in_window_order() -> None:
    build = decided(span="s").add("s", "Settled.", before="a").add("z", "The LINEN is ordered.").evict("n")
    assert keys(rule, build) == [(8, ("s", "a", "z"), ("Linen",))]


def test_a_surrogate_may_carry_the_decision() -> None:
    build = decided().compact(["a", "n"], "m", "Linen for the curtains.")
    assert keys(rule, build) == [(6, ("m",), ("Linen",))]


def test_it_fires_once_for_a_decision() -> None:
    build = decided().evict("n").add("n2", "It felts in the wash.").evict("n2")
    assert keys(rule, build) == [(6, ("a",), ("Linen",))]


def test_two_decisions_give_two_findings() -> None:
    build = decided().decide("d2", "curtains", [WOOL]).evict("n")
    assert [finding.tokens for finding in findings(rule, build)] == [("Linen",), ("curtains",)]


# --- the reason is there ---


def test_a_live_text_that_holds_the_reason_keeps_it_there() -> None:
    build = decided().compact(["n"], "m", "Not wool: *it felts* in\nthe wash")
    assert verdict(rule, build) == "clean"


def test_a_longer_word_does_not_hold_the_reason() -> None:
    assert len(findings(rule, decided().compact(["n"], "m", "It felts in the washing machine."))) == 1


def test_the_span_of_an_entry_counts_whatever_it_says() -> None:
    far = {"alternative": "wool", "reason": "nobody likes it", "span": "n"}
    assert keys(rule, decided(far).evict("o").evict("n")) == [(7, ("a",), ("Linen",))]


def test_a_reason_without_a_span_counts_by_its_words() -> None:
    loose = {"alternative": "wool", "reason": "it felts in the wash"}
    assert keys(rule, decided(loose).evict("n")) == [(6, ("a",), ("Linen",))]


@pytest.mark.parametrize(
    "entry", ["Not wool, it felts in the wash", {"alternative": "wool", "reason": "it felts in the wash"}]
)
def test_a_promoted_entry_keeps_it_there(entry: Any) -> None:
    build = decided().compact(["o"], "m", "Silk is out.", rejected_alternatives=[entry]).turn(2).evict("n")
    assert verdict(rule, build) == "clean"


def test_what_was_read_back_keeps_it_there() -> None:
    far = {"alternative": "wool", "reason": "nobody likes it", "span": "n"}
    build = decided(far).restore("n", span("n2", "Wool: see above."), "retained").evict("n")
    assert verdict(rule, build) == "clean"


def test_what_the_model_restored_from_memory_does_not() -> None:
    far = {"alternative": "wool", "reason": "nobody likes it", "span": "n"}
    build = decided(far).restore("n", span("n2", "Wool: see above."), "model").evict("n")
    assert len(findings(rule, build)) == 1


def test_a_reason_that_never_was_in_the_window_cannot_leave() -> None:
    loose = {"alternative": "wool", "reason": "the aunt forbade it"}
    assert verdict(rule, decided(loose).evict("n")) == "clean"


# --- quiet ---


def test_a_decision_that_leaves_with_its_reason_is_quiet() -> None:
    assert verdict(rule, decided().evict("a", "n")) == "clean"


def test_a_choice_inside_a_longer_word_does_not_stand() -> None:
    build = decided().add("z", "Linens are sold out.").evict("a", "n")
    assert verdict(rule, build) == "clean"


def test_a_promoted_entry_does_not_make_the_decision_stand() -> None:
    build = decided().compact(["a", "n"], "m", "Done.", rejected_alternatives=["Linen beat the others"])
    assert verdict(rule, build) == "clean"


def test_a_named_copy_of_the_reason_is_quiet() -> None:
    assert verdict(rule, decided().evict("n", reason="external-copy", copies={"n": "box/7"})) == "clean"


def test_a_named_copy_of_something_else_is_not() -> None:
    build = decided().evict("o", reason="external-copy", copies={"o": "box/7"}).evict("n")
    assert len(findings(rule, build)) == 1


def test_a_checkpoint_is_no_edit() -> None:
    assert verdict(rule, decided().checkpoint("a", "o")) == "clean"


def test_an_edit_before_the_decision_is_not_its_fault() -> None:
    build = Build().add("a", "linen", "assistant").add("n", "it felts in the wash").evict("n")
    assert verdict(rule, build.decide("d", "linen", [WOOL])) == "clean"


# --- looked at, not judged ---


@pytest.mark.parametrize("rejected", [[], [{"alternative": "wool"}], [{"alternative": "wool", "reason": " "}]])
def test_a_decision_without_reasons_is_not_looked_at(rejected: list[dict[str, Any]]) -> None:
    assert verdict(rule, Build().add("a", "linen").decide("d", "linen", rejected).evict("a")) == "not-judged"


def test_a_cut_text_that_may_hold_the_reason_is_not_judged() -> None:
    build = decided().add("p", "Notes on", "scratchpad", complete=False).evict("n")
    assert verdict(rule, build) == "not-judged"


def test_the_evidence_shows_the_reason_the_edit_and_the_decision() -> None:
    finding = only(rule, decided().evict("n"))
    assert [(evidence.line, evidence.span) for evidence in finding.evidence] == [
        (5, None),
        (3, "n"),
        (6, "n"),
        (2, "a"),
    ]
