"""compress-then-spend: room freed by the model and read away in the same turn."""

from __future__ import annotations

from typing import Any

import pytest

from ctxaudit.rules import compress_then_spend as rule
from tests.build import Build, span
from tests.rules.saying import findings, keys, only, verdict


def freed(budget: int | None = None, by: Any = "model", **source: Any) -> Build:
    """A rewrite that frees 800 of 900 tokens; 100 are live after it."""
    build = Build(budget=budget).add("a", tokens=900, **source).turn(3)
    return build.compact(["a"], "m", tokens=100, by=by)


def read(build: Build, tokens: int, name: str = "r", **keys: Any) -> Build:
    return build.add(name, "new text", tokens=tokens, **{"kind": "read", **keys})


def test_without_a_budget_half_of_it_fires() -> None:
    assert keys(rule, read(freed(), 400)) == [(4, ("m", "r"), ())]


def test_without_a_budget_less_than_half_is_quiet() -> None:
    assert findings(rule, read(freed(), 399)) == []


def test_with_a_budget_it_fires_when_the_read_would_not_have_fitted() -> None:
    assert keys(rule, read(freed(budget=1099), 200)) == [(4, ("m", "r"), ())]


def test_with_a_budget_it_is_quiet_when_the_read_fits_anyway() -> None:
    assert findings(rule, read(freed(budget=1100), 200)) == []


def test_a_big_read_that_fits_anyway_is_quiet_with_a_budget() -> None:
    assert findings(rule, read(freed(budget=50_000), 4000)) == []


def test_a_tool_result_spends_too() -> None:
    assert len(findings(rule, read(freed(), 400, kind="tool-result"))) == 1


def test_a_message_does_not_spend() -> None:
    assert verdict(rule, read(freed(), 400, kind="message")) == "not-judged"


def test_a_read_from_the_external_store_does_not_spend() -> None:
    assert verdict(rule, read(freed(), 400, external_source=True)) == "clean"


def test_a_restore_does_not_spend() -> None:
    build = freed().restore("a", span("a2", tokens=900, kind="read"), "external")
    assert verdict(rule, build) == "not-judged"


def test_a_read_in_the_next_turn_is_quiet() -> None:
    assert verdict(rule, read(freed().turn(4), 400)) == "not-judged"


def test_a_read_before_the_rewrite_is_quiet() -> None:
    build = read(Build().add("a", tokens=900), 800).compact(["a"], "m", tokens=100)
    assert verdict(rule, build) == "not-judged"


@pytest.mark.parametrize("by", ["host", "human"])
def test_a_rewrite_that_the_model_did_not_decide_frees_nothing_here(by: str) -> None:
    assert verdict(rule, read(freed(by=by), 400)) == "not-judged"


@pytest.mark.parametrize("tag", ["dispensable", "superseded"])
def test_spans_marked_dispensable_may_be_spent(tag: str) -> None:
    assert verdict(rule, read(freed(tags=[tag]), 400)) == "clean"


def test_one_source_that_is_not_dispensable_is_enough() -> None:
    build = Build().add("a", tokens=500, tags=["dispensable"]).add("b", tokens=400)
    assert len(findings(rule, read(build.compact(["a", "b"], "m", tokens=100), 400))) == 1


def test_a_rewrite_that_grew_frees_nothing() -> None:
    build = Build().add("a", tokens=100).compact(["a"], "m", tokens=300)
    assert verdict(rule, read(build, 400)) == "not-judged"


def test_what_another_rewrite_grew_is_set_off() -> None:
    build = freed().add("b", tokens=100).compact(["b"], "n", tokens=600)
    assert keys(rule, read(build, 150)) == [(6, ("m", "r"), ())]
    assert findings(rule, read(freed().add("b", tokens=100).compact(["b"], "n", tokens=600), 149)) == []


def test_two_rewrites_are_summed() -> None:
    build = freed().add("b", tokens=900).compact(["b"], "n", tokens=100)
    assert keys(rule, read(build, 800)) == [(6, ("m", "n", "r"), ())]


def test_only_the_first_read_that_spends_is_told() -> None:
    build = read(read(read(freed(), 10, "r1"), 500, "r2"), 500, "r3")
    assert keys(rule, build) == [(5, ("m", "r2"), ())]


def test_each_turn_is_told_once() -> None:
    build = read(freed(), 400).turn(4).add("b", tokens=900).compact(["b"], "n", tokens=100)
    assert keys(rule, read(build, 400, "r2")) == [(4, ("m", "r"), ()), (7, ("n", "r2"), ())]


def test_a_refused_rewrite_frees_nothing() -> None:
    build = Build().add("a", tokens=900).compact(["a"], "m", tokens=100, refused=True)
    assert verdict(rule, read(build, 400)) == "not-judged"


def test_the_events_own_counts_serve_when_a_span_has_none() -> None:
    build = Build().add("a").compact(["a"], "m", tokens_before=900, tokens_after=100)
    assert len(findings(rule, read(build, 400))) == 1


def test_estimates_are_said_to_be_estimates() -> None:
    build = Build().add("a", "word " * 800).compact(["a"], "m", "short")
    assert "(estimated)" in only(rule, build.add("r", "text " * 500, kind="read")).message


def test_it_is_a_warning_at_the_read_caused_by_the_rewrite() -> None:
    finding = only(rule, read(freed(), 400))
    assert (finding.severity, finding.line, finding.edit) == ("warning", 4, 3)


def test_confidence_is_that_of_the_weaker_event() -> None:
    build = Build().add("a", tokens=900).compact(["a"], "m", tokens=100, basis="derived")
    assert only(rule, read(build, 400)).confidence == "medium"


def test_a_source_that_the_model_wants_back_follows() -> None:
    build = read(freed(), 400).turn(9).restore("m", span("a2"), "model")
    assert only(rule, build).follows == "at line 5 the model restored a2 from m"
