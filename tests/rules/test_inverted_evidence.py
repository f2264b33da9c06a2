"""inverted-evidence: a rewrite ranked above a source with exact values, which is then removed."""

from __future__ import annotations

from typing import Any

from ctxaudit.rules import inverted_evidence as rule
from tests.build import Build, span
from tests.rules.saying import findings, keys, only, verdict

RAW = "trip BRK-6061 at panel 4"


def ranked(*order: Any, raw: str = RAW, turn: int = 2) -> Build:
    """`m` stands for `a`, `r` is the source with the values; the ranking is line 5."""
    build = Build().add("a", "the crew was content").add("r", raw).turn(turn).compact(["a"], "m", "crew content")
    return build.rank(*(order or ("m", "r")))


def test_a_source_evicted_in_the_same_turn_fires() -> None:
    assert keys(rule, ranked().evict("r")) == [(6, ("m", "r"), ())]


def test_a_source_evicted_in_the_next_turn_fires() -> None:
    assert len(findings(rule, ranked().turn(3).evict("r"))) == 1


def test_two_turns_later_is_quiet() -> None:
    assert verdict(rule, ranked().turn(4).evict("r")) == "clean"


def test_truncating_and_rewriting_remove_a_source_too() -> None:
    assert len(findings(rule, ranked().truncate("r"))) == 1
    assert len(findings(rule, ranked().compact(["r"], "n"))) == 1


def test_a_checkpoint_is_no_edit() -> None:
    assert findings(rule, ranked().checkpoint("m")) == []


def test_a_rewrite_below_the_source_is_quiet() -> None:
    assert findings(rule, ranked("r", "m").evict("r")) == []


def test_a_source_without_a_verbatim_token_is_quiet() -> None:
    assert findings(rule, ranked(raw="the breaker was loud").evict("r")) == []


def test_a_source_that_the_ranking_leaves_out_is_quiet() -> None:
    assert findings(rule, ranked("m", "a").evict("r")) == []


def test_a_source_that_stays_is_quiet() -> None:
    assert verdict(rule, ranked()) == "clean"


def test_a_removed_derivative_is_no_evidence() -> None:
    build = ranked().compact(["r"], "n", RAW[:13]).rank("m", "n").evict("n")
    assert [finding.spans for finding in findings(rule, build)] == [("m", "r")]


def test_the_latest_ranking_that_lists_the_source_decides() -> None:
    assert findings(rule, ranked().rank("r", "m").evict("r")) == []
    assert len(findings(rule, ranked("r", "m").rank("m", "r").evict("r"))) == 1


def test_a_later_ranking_that_leaves_the_source_out_changes_nothing() -> None:
    assert len(findings(rule, ranked().rank("m", "a").evict("r"))) == 1


def test_the_best_placed_rewrite_is_named() -> None:
    build = Build().add("a", "one").add("b", "two").add("r", RAW).compact(["a"], "m", "1").compact(["b"], "n", "2")
    assert keys(rule, build.rank("n", "m", "r").evict("r")) == [(8, ("n", "r"), ())]


def test_each_removed_source_is_a_finding() -> None:
    build = ranked().add("q", "trip BRK-7072").rank("m", "r", "q").evict("q", "r")
    assert [finding.spans for finding in findings(rule, build)] == [("m", "q"), ("m", "r")]


def test_a_source_that_came_back_is_judged_by_its_new_life() -> None:
    build = ranked().evict("r").restore("r", span("r", RAW)).evict("r")
    assert len(findings(rule, build)) == 1


def test_a_trace_without_a_ranking_is_not_judged() -> None:
    assert verdict(rule, Build().add("r", RAW).evict("r")) == "not-judged"


def test_it_is_an_error_that_names_the_values() -> None:
    finding = only(rule, ranked().evict("r"))
    assert finding.severity == "error"
    assert "BRK-6061" in finding.message


def test_the_evidence_shows_the_rewrite_the_places_and_the_removal() -> None:
    evidence = only(rule, ranked().evict("r")).evidence
    assert [step.line for step in evidence] == [4, 5, 6]
    assert evidence[1].shows == "ranks m in place 1, r in place 2"


def test_confidence_is_that_of_the_weakest_event() -> None:
    assert only(rule, ranked().evict("r", basis="inferred")).confidence == "low"
