"""altered-citation: a near miss of what a source said."""

from typing import Any

import pytest

from ctxaudit.rules import altered_citation as rule
from tests.build import Build, span
from tests.rules.saying import findings, keys, only, verdict


def left(text: str, **keys: object) -> Build:
    """A source with this text was evicted at line 3; the next line is 4."""
    return Build(**keys).add("a", text).evict("a")


def called(arguments: str, result: str = "stored", **keys: Any) -> Build:
    build = left("ring GUL-4410 from nests/counting.py", citations="implicit")
    return build.tool_call("c", arguments, "k").tool_result("r", result, "k", **keys)


def test_a_near_miss_fires_at_the_cite() -> None:
    build = left("ring GUL-4410").add("t", "It is GUL-4401.", "assistant").cite("GUL-4401", claim="t")
    assert keys(rule, build) == [(5, ("t",), ("GUL-4401",))]


def test_an_implicit_claim_fires_at_the_claiming_span() -> None:
    assert keys(rule, called('{"ring": "GUL-4401"}')) == [(4, ("c",), ("GUL-4401",))]


def test_the_message_names_the_original_and_the_edit_that_took_it() -> None:
    build = left("ring GUL-4410").add("t", "GUL-4401", "assistant").cite("GUL-4401", claim="t")
    message = "GUL-4401 in t stands nowhere: a said GUL-4410 until the evict at line 3 took it"
    assert only(rule, build).message == message


def test_an_original_that_is_still_live_is_said_to_be() -> None:
    finding = only(rule, Build().add("b").evict("b").add("a", "GUL-4410").cite("GUL-4401"))
    assert "a, still in the window, says GUL-4410" in finding.message
    assert finding.edit is None


def test_a_pinned_original_is_said_to_be_pinned() -> None:
    finding = only(rule, Build().add("b").evict("b").pin(tokens=["GUL-4410"]).cite("GUL-4401"))
    assert "GUL-4410 is pinned" in finding.message


def test_a_rewrite_that_altered_it_already_is_named() -> None:
    build = Build().add("a", "ring GUL-4410").compact(["a"], "m", "ring GUL-4401").cite("GUL-4401")
    assert "m of line 3 has it altered already" in only(rule, build).message


def test_the_evidence_shows_claim_original_and_edit_in_this_order() -> None:
    build = left("ring GUL-4410").add("t", "GUL-4401", "assistant").cite("GUL-4401", claim="t")
    assert [step.line for step in only(rule, build).evidence] == [4, 5, 2, 3]


def test_the_same_value_in_another_unit_is_quiet() -> None:
    build = left("old notes").add("a2", "the winch waits 3500 ms").cite("3.5 s")
    assert verdict(rule, build) == "clean"


def test_two_codes_that_both_stand_are_quiet() -> None:
    assert verdict(rule, left("old").add("b", "GUL-4410 and GUL-4411").cite("GUL-4411")) == "clean"


def test_a_token_like_nothing_else_is_the_other_rules_business() -> None:
    assert verdict(rule, left("ring GUL-4410").cite("TRN-9001")) == "clean"


def test_while_nothing_has_left_it_is_quiet() -> None:
    assert verdict(rule, Build().add("a", "GUL-4410").cite("GUL-4401")) == "clean"


def test_a_text_that_the_log_cut_leaves_it_open() -> None:
    assert verdict(rule, left("GUL-4410").add("b", complete=False).cite("GUL-4401")) == "not-judged"


def test_an_unreadable_line_before_it_leaves_it_open() -> None:
    assert verdict(rule, left("GUL-4410").skip_line().cite("GUL-4401")) == "not-judged"


@pytest.mark.parametrize(
    ("held", "claimed", "idle", "acted"),
    [
        ("ring GUL-4410", "GUL-4401", "error", "error"),
        ("call ring_the_bell() first", "ringTheBell()", "warning", "error"),
        ("nests/counting.py:41", "nests/counting.py:44", "note", "warning"),
    ],
)
def test_severity_goes_by_the_difference_and_rises_when_acted_on(
    held: str, claimed: str, idle: str, acted: str
) -> None:
    assert only(rule, left(held).cite(claimed)).severity == idle
    assert only(rule, left(held).cite(claimed, action="do it")).severity == acted


def test_a_tool_that_bears_it_out_lowers_it() -> None:
    assert only(rule, called('{"ring": "GUL-4401"}', "GUL-4401 is a young bird")).severity == "warning"


def test_a_tool_that_failed_with_it_is_quoted() -> None:
    finding = only(rule, called('{"ring": "GUL-4401"}', "no such ring", tags=["error"]))
    assert finding.severity == "error"
    assert finding.evidence[-1].excerpt == "no such ring"
    assert finding.follows == "shell was called with it at line 4 and failed at line 5"


def test_a_verifier_lowers_it() -> None:
    assert only(rule, left("ring GUL-4410", conditions={"verifier": True}).cite("GUL-4401")).severity == "warning"


@pytest.mark.parametrize(
    ("held", "claimed", "confidence"),
    [
        ("commit 7be01c94", "7be01c49", "high"),
        ("ring GUL-4410", "GUL-4401", "medium"),
        ("see nests/counting.py", "nests/countings.py", "low"),
    ],
)
def test_confidence_of_an_implicit_claim_goes_by_its_class(held: str, claimed: str, confidence: str) -> None:
    build = left(held, citations="implicit").add("t", f"so {claimed} it is", "assistant")
    assert only(rule, build).confidence == confidence


def test_a_doubtful_class_is_surer_when_the_tool_failed_with_it() -> None:
    finding = only(rule, called('{"file": "nests/countings.py"}', "no such file", tags=["error"]))
    assert finding.confidence == "medium"


def test_an_inferred_edit_lowers_the_confidence() -> None:
    assert only(rule, Build().add("a", "GUL-4410").evict("a", basis="inferred").cite("GUL-4401")).confidence == "low"


def test_a_restored_original_is_sourced() -> None:
    build = left("ring GUL-4410").restore("a", span("a", "ring GUL-4410")).cite("GUL-4410")
    assert findings(rule, build) == []


def test_a_trace_without_claims_is_not_judged() -> None:
    assert verdict(rule, left("ring GUL-4410")) == "not-judged"
