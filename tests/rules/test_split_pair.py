"""split-pair: one half of a tool call and its result goes, the other stays."""

from __future__ import annotations

import pytest

from ctxaudit.model import Looked
from ctxaudit.rules import split_pair as rule
from tests.build import Build, span
from tests.rules.saying import findings, keys, only, said, verdict


def pair(build: Build | None = None, number: int = 1, call_id: str = "k") -> Build:
    build = (build or Build()).tool_call(f"c{number}", '{"weigh": "hay"}', call_id)
    return build.tool_result(f"r{number}", "the scale says heavy", call_id)


def test_a_result_without_its_call_is_an_error_with_the_kept_half_first() -> None:
    finding = only(rule, pair().turn(1).evict("c1"))
    assert (finding.line, finding.spans, finding.severity, finding.confidence) == (4, ("r1", "c1"), "error", "high")


def test_a_call_without_its_result_fires_too() -> None:
    assert keys(rule, pair().turn(1).truncate("r1")) == [(4, ("c1", "r1"), ())]


def test_a_rewrite_that_takes_one_half_fires() -> None:
    assert keys(rule, pair().turn(1).compact(["c1"], "m")) == [(4, ("r1", "c1"), ())]


def test_each_pair_has_a_finding_of_its_own() -> None:
    build = pair(pair(number=1, call_id="k1"), number=2, call_id="k2").turn(1).evict("r1", "c2")
    assert keys(rule, build) == [(6, ("c1", "r1"), ()), (6, ("r2", "c2"), ())]


@pytest.mark.parametrize(("basis", "confidence"), [("derived", "medium"), ("inferred", "low")])
def test_confidence_is_that_of_the_edits_basis(basis: str, confidence: str) -> None:
    assert only(rule, pair().turn(1).truncate("r1", basis=basis)).confidence == confidence


def test_the_kind_read_is_a_result_as_well() -> None:
    build = Build().tool_call("c", "{}", "k").tool_result("r", "a page", "k", kind="read").turn(1).evict("r")
    assert keys(rule, build) == [(4, ("c", "r"), ())]


# --- quiet ---


def test_a_whole_pair_may_go() -> None:
    assert verdict(rule, pair().turn(1).evict("c1", "r1")) == "clean"


def test_the_halves_may_go_in_two_edits_that_settle_together() -> None:
    assert verdict(rule, pair().turn(1).evict("r1").evict("c1")) == "clean"


def test_parallel_calls_may_be_answered_in_any_order() -> None:
    build = Build().tool_call("c1", "{}", "k1").tool_call("c2", "{}", "k2")
    build.tool_result("r2", "two", "k2").tool_result("r1", "one", "k1").turn(1).evict("c1", "r1")
    assert verdict(rule, build) == "clean"


def test_a_call_that_is_still_running_is_no_pair() -> None:
    assert said(rule, Build().tool_call("c", "{}", "k").evict("c")) == []


def test_an_edit_before_the_second_half_came_in_splits_nothing() -> None:
    build = pair().tool_call("c2", "{}", "k2").evict("c2").tool_result("r2", "late", "k2")
    assert verdict(rule, build) == "clean"


def test_an_id_that_is_used_again_is_another_pair() -> None:
    build = pair(pair(number=1), number=2).turn(1).evict("c1", "r1")
    assert verdict(rule, build) == "clean"


def test_a_restored_half_is_there_again_when_the_edit_settles() -> None:
    build = pair().turn(1).evict("r1").restore("r1", span("r1", kind="tool-result", call_id="k"))
    assert verdict(rule, build) == "clean"


# --- stubs ---


def test_a_stub_with_the_same_call_id_stands_for_a_removed_result() -> None:
    build = pair().add("x", "Heavy.", "assistant").turn(1).evict("r1").tool_result("stub", "see store", "k", before="x")
    assert verdict(rule, build) == "clean"


def test_a_surrogate_with_the_same_call_id_does_too() -> None:
    build = pair().turn(1).compact(["r1"], "m", "heavy", role="tool", kind="tool-result", call_id="k")
    assert verdict(rule, build) == "clean"


def test_a_call_put_in_the_place_of_a_removed_call_does_too() -> None:
    assert verdict(
        rule, pair().turn(1).compact(["c1"], "m", "{}", role="assistant", kind="tool-call", call_id="k")
    ) == ("clean")


def test_a_stub_with_another_call_id_stands_for_nothing_here() -> None:
    assert len(findings(rule, pair().turn(1).evict("r1").tool_result("stub", "see store", "other"))) == 1


def test_the_same_id_in_another_whole_pair_is_no_stub() -> None:
    assert keys(rule, pair(pair(number=1), number=2).turn(1).evict("r1")) == [(6, ("c1", "r1"), ())]


def test_a_second_call_that_waits_under_the_same_id_is_no_result() -> None:
    assert keys(rule, pair().tool_call("c2", "{}", "k").turn(1).evict("r1")) == [(5, ("c1", "r1"), ())]


def test_a_second_result_is_no_call() -> None:
    assert keys(rule, pair().tool_result("more", "and more", "k").turn(1).evict("c1")) == [(5, ("r1", "c1"), ())]


def test_a_stub_that_left_before_is_none() -> None:
    build = pair().tool_result("stub", "see store", "k").turn(1).evict("stub").turn(2).evict("r1")
    assert keys(rule, build) == [(6, ("c1", "r1"), ())]


# --- settling ---


def test_a_stub_that_comes_only_after_the_next_call_is_too_late() -> None:
    assert len(findings(rule, pair().turn(1).evict("r1").call().tool_result("stub", "see store", "k"))) == 1


def test_words_of_the_model_settle_the_edit() -> None:
    build = pair().turn(1).evict("r1").add("said", "On I go.", "assistant").evict("c1")
    assert keys(rule, build) == [(4, ("c1", "r1"), ())]


def test_a_later_turn_is_too_late() -> None:
    assert len(findings(rule, pair().turn(1).evict("r1").turn(2).evict("c1"))) == 1


# --- looked at ---


def test_edits_are_looked_at_from_the_first_pair_on() -> None:
    build = Build().add("x").evict("x")
    assert said(rule, pair(build).add("y").evict("y").truncate("never")) == [Looked(), Looked()]


def test_without_a_pair_nothing_is_judged() -> None:
    assert verdict(rule, Build().add("x").evict("x")) == "not-judged"


def test_a_checkpoint_that_lacks_a_half_is_no_edit() -> None:
    assert findings(rule, pair().turn(1).checkpoint("c1")) == []
