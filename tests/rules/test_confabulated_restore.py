"""confabulated-restore: what the model, or a wrong copy, puts in the place of a lost text."""

from __future__ import annotations

from typing import Any

import pytest

from ctxaudit.rules import confabulated_restore as rule
from tests.build import Build, span
from tests.rules.saying import findings, keys, only, verdict

SHEET = "valve sheet: code VLV-3021, opens after 4500 ms"


def summarised(text: str = SHEET, **source: Any) -> Build:
    return Build().add("a", text, **source).compact(["a"], "m", "valve sheet, code and delay known")


def evicted(text: str = SHEET, **source: Any) -> Build:
    return Build().add("a", text, **source).evict("a")


def test_a_changed_number_from_the_model_fires_with_the_new_token() -> None:
    build = summarised("the delay is 4500 ms").restore("m", span("b", "the delay is 3000 ms"), "model")
    assert keys(rule, build) == [(4, ("m", "b"), ("delay is 3000 ms",))]


def test_the_right_text_from_the_model_fires_without_tokens() -> None:
    assert keys(rule, evicted().restore("a", span("b", SHEET), "model")) == [(4, ("a", "b"), ())]


def test_an_evicted_span_that_the_model_writes_again_under_its_id_is_named_once() -> None:
    assert keys(rule, evicted().restore("a", span("a", SHEET), "model")) == [(4, ("a",), ())]


def test_a_live_source_that_the_model_repeats_is_quiet() -> None:
    build = Build().add("a", SHEET).restore("a", span("b", "code VLV-3022"), "model")
    assert verdict(rule, build) == "clean"


def test_a_live_lossless_join_is_no_lossy_source() -> None:
    build = Build().add("a", SHEET).compact(["a"], "j", SHEET, lossy=False).restore("j", span("b", "VLV-3022"), "model")
    assert findings(rule, build) == []


@pytest.mark.parametrize("source", ["external", "retained"])
def test_a_copy_that_contradicts_the_original_fires(source: str) -> None:
    build = evicted("code VLV-3021 at 10.1.1.4:8080").restore("a", span("b", "code VLV-3022 at 10.1.1.4:8080"), source)
    assert keys(rule, build) == [(4, ("a", "b"), ("VLV-3022",))]


@pytest.mark.parametrize("source", ["external", "retained"])
def test_the_same_text_from_a_copy_is_quiet(source: str) -> None:
    assert verdict(rule, evicted().restore("a", span("b", SHEET), source)) == "clean"


def test_a_part_of_the_text_is_no_contradiction() -> None:
    assert findings(rule, evicted().restore("a", span("b", "valve sheet: code VLV-3021"))) == []


def test_more_than_the_text_is_no_contradiction() -> None:
    assert findings(rule, evicted().restore("a", span("b", f"{SHEET}; spare part VLV-9000"))) == []


def test_one_class_that_gains_and_another_that_loses_is_no_contradiction() -> None:
    build = evicted("code VLV-3021").restore("a", span("b", "host 10.1.1.4:8080"))
    assert findings(rule, build) == []


def test_the_same_value_in_another_spelling_is_no_contradiction() -> None:
    build = evicted("the delay is 4500 ms").restore("a", span("b", "the delay is 4.5 s"))
    assert findings(rule, build) == []


def test_a_copy_is_compared_with_the_originals_behind_a_summary() -> None:
    assert findings(rule, summarised().restore("m", span("b", SHEET))) == []
    assert len(findings(rule, summarised().restore("m", span("b", SHEET.replace("3021", "3012"))))) == 1


def test_a_token_of_the_summary_counts_as_held() -> None:
    build = Build().add("a", "code VLV-3021").compact(["a"], "m", "VLV-3021, later VLV-3044")
    assert findings(rule, build.restore("m", span("b", "VLV-3044"))) == []


def test_all_new_tokens_are_listed_once_each() -> None:
    build = summarised().restore("m", span("b", "code VLV-3022 and VLV-3022 at 10.1.1.4:8080, after 4500 ms"), "model")
    assert only(rule, build).tokens == ("VLV-3022", "10.1.1.4:8080")


def test_a_copy_of_a_text_that_the_log_cut_is_not_judged() -> None:
    build = evicted("code VLV-3021", complete=False).restore("a", span("b", "code VLV-3022"))
    assert verdict(rule, build) == "not-judged"


def test_a_copy_that_the_log_cut_is_not_judged() -> None:
    build = evicted("code VLV-3021").restore("a", span("b", "code VLV-3022", complete=False))
    assert verdict(rule, build) == "not-judged"


def test_from_the_model_the_finding_stands_over_a_cut_original_without_tokens() -> None:
    build = evicted("code VLV-3021", complete=False).restore("a", span("b", "code VLV-3022"), "model")
    assert keys(rule, build) == [(4, ("a", "b"), ())]


def test_a_span_that_was_never_there_is_not_judged() -> None:
    assert verdict(rule, Build().restore("ghost", span("b"), "model")) == "not-judged"


def test_a_restore_that_did_not_enter_is_not_judged() -> None:
    assert verdict(rule, Build().add("a").add("b").restore("a", span("b"), "model")) == "not-judged"


def test_a_failed_restore_is_not_looked_at() -> None:
    assert verdict(rule, evicted().restore("a", failed=True)) == "not-judged"


def test_it_is_an_error() -> None:
    assert only(rule, evicted().restore("a", span("b"), "model")).severity == "error"


def test_confidence_is_that_of_the_weakest_event() -> None:
    build = evicted().restore("a", span("b"), "model", basis="derived")
    assert only(rule, build).confidence == "medium"


def test_the_evidence_goes_from_the_original_to_what_came_back() -> None:
    finding = only(rule, summarised().restore("m", span("b", "VLV-3022"), "model"))
    assert [step.span for step in finding.evidence] == ["a", "m", "b"]


def test_the_message_sets_both_spellings_side_by_side() -> None:
    build = summarised("code VLV-3021").restore("m", span("b", "code VLV-3022"), "model")
    assert "with VLV-3022 where the original had VLV-3021" in only(rule, build).message


def test_a_contradicting_copy_is_set_beside_what_the_window_held() -> None:
    build = evicted("code VLV-3021").restore("a", span("b", "code VLV-3022"))
    assert only(rule, build).message == "the external copy of a says VLV-3022, where the window held VLV-3021"


def test_a_tool_call_with_the_new_token_follows() -> None:
    build = summarised().restore("m", span("b", "code VLV-3022"), "model")
    build.tool_call("c", '{"open": "VLV-3022"}', "k1")
    assert only(rule, build).follows == "at line 5 the agent used VLV-3022 in c"


def test_a_tool_call_without_it_does_not_follow() -> None:
    build = summarised().restore("m", span("b", "code VLV-3022"), "model")
    assert only(rule, build.tool_call("c", '{"open": "VLV-3021"}', "k1")).follows == ""
