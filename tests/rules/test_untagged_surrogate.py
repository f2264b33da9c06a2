"""untagged-surrogate: a rewrite's text without provenance or lossy flag."""

from __future__ import annotations

from typing import Any

import pytest

from ctxaudit.rules import untagged_surrogate as rule
from tests.build import Build, span
from tests.rules.saying import findings, keys, only, verdict


def rewritten(**surrogate: Any) -> Build:
    return Build().add("a", "the kettle boils").add("b", "the pan is cold").rewrite(["a", "b"], span("m", **surrogate))


def test_a_surrogate_without_any_tag_fires() -> None:
    assert keys(rule, rewritten()) == [(4, ("m",), ())]


def test_provenance_without_the_lossy_flag_fires() -> None:
    assert "without lossy: true" in only(rule, rewritten(provenance=["a", "b"])).message


def test_the_lossy_flag_without_provenance_fires() -> None:
    assert "without provenance" in only(rule, rewritten(lossy=True)).message


def test_the_message_says_what_that_means_for_the_model() -> None:
    assert only(rule, rewritten()).message == (
        "m stands for a and b without provenance and without lossy: true, so nothing tells the model that it is a "
        "rewrite and that something is missing"
    )


def test_a_tagged_surrogate_is_quiet() -> None:
    assert findings(rule, rewritten(provenance=["a", "b"], lossy=True)) == []


def test_a_surrogate_that_holds_its_sources_whole_needs_no_tag() -> None:
    assert findings(rule, rewritten(text="First the  kettle boils")) != []
    assert findings(rule, rewritten(text="First: the kettle\nboils, and the pan  is cold.")) == []


def test_a_join_that_holds_a_rewrite_whole_needs_a_tag() -> None:
    build = Build().add("a", "the kettle boils").compact(["a"], "m", "kettle on").rewrite(["m"], span("j", "kettle on"))
    assert keys(rule, build) == [(4, ("j",), ())]


def test_an_added_summary_is_not_looked_at() -> None:
    assert verdict(rule, Build().add("a", "Summary: all well", "memory", kind="summary")) == "not-judged"


def test_a_restore_from_the_model_is_not_looked_at() -> None:
    build = Build().add("a").evict("a").restore("a", span("a2"), "model")
    assert verdict(rule, build) == "not-judged"


def test_a_refused_rewrite_is_not_looked_at() -> None:
    assert verdict(rule, Build().add("a").rewrite(["a"], span("m", "short"), refused=True)) == "not-judged"


def test_tagged_rewrites_are_clean() -> None:
    assert verdict(rule, Build().add("a").compact(["a"], "m")) == "clean"


def test_a_rewrite_of_spans_that_are_all_gone_needs_a_tag_too() -> None:
    assert "stands for no live span" in only(rule, Build().add("a").evict("a").rewrite(["a"], span("m"))).message


def test_a_surrogate_whose_id_is_live_is_not_judged() -> None:
    assert verdict(rule, Build().add("a").add("b").rewrite(["a"], span("b"))) == "not-judged"


@pytest.mark.parametrize(("basis", "confidence"), [("recorded", "high"), ("derived", "medium"), ("inferred", "low")])
def test_confidence_is_that_of_the_rewrite(basis: str, confidence: str) -> None:
    assert only(rule, Build().add("a").rewrite(["a"], span("m", "short"), basis=basis)).confidence == confidence


def test_it_is_an_error() -> None:
    assert only(rule, rewritten()).severity == "error"


def test_the_evidence_shows_what_left_and_what_came() -> None:
    assert [step.span for step in only(rule, rewritten()).evidence] == ["a", "b", "m"]


def test_more_sources_than_are_shown_are_counted() -> None:
    build = Build().add("a").add("b").add("c").add("d").add("e").rewrite(["a", "b", "c", "d", "e"], span("m", "short"))
    assert "2 more sources left with them" in only(rule, build).evidence[-1].shows


def test_a_restore_by_the_model_follows() -> None:
    build = rewritten().restore("m", span("a2", "the kettle sings"), "model")
    assert only(rule, build).follows == "at line 5 the model restored a2 from m"


def test_a_second_rewrite_follows() -> None:
    assert only(rule, rewritten().compact(["m"], "n")).follows == "at line 5 m went into another rewrite, n"


def test_an_eviction_is_no_sequel_worth_telling() -> None:
    assert only(rule, rewritten().evict("m")).follows == ""
