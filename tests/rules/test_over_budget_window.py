"""over-budget-window: the window at the end of each turn, against the budget."""

from __future__ import annotations

from ctxaudit.model import Looked
from ctxaudit.rules import over_budget_window as rule
from tests.build import Build
from tests.rules.saying import findings, keys, only, said, verdict


def filled(*sizes: int, budget: int | None = 1000) -> Build:
    """One span a turn."""
    build = Build(budget=budget)
    for turn, size in enumerate(sizes):
        build.turn(turn).add(f"s{turn}", tokens=size)
    return build


def test_a_window_over_the_budget_at_a_turns_end_is_a_warning_without_spans() -> None:
    finding = only(rule, filled(600, 500))
    assert (finding.line, finding.spans, finding.tokens, finding.severity) == (3, (), (), "warning")
    assert "turn 1 ends with 1,100 live tokens, 100 over the budget of 1,000" in finding.message


def test_it_stands_at_the_last_event_that_put_a_span_in() -> None:
    assert keys(rule, filled(600).add("b", tokens=300).add("c", tokens=300).rank("b").call()) == [(4, (), ())]


def test_a_turn_that_put_nothing_in_has_it_at_its_last_event() -> None:
    build = filled(600, 700).truncate("never").turn(2).call().rank("s0")
    assert keys(rule, build) == [(6, (), ())]


def test_a_checkpoint_that_brings_a_span_back_puts_it_in() -> None:
    build = filled(600).add("b", tokens=600).evict("b").turn(1).checkpoint("s0", "b").call()
    assert keys(rule, build) == [(5, (), ())]


def test_a_run_of_turns_gives_one_finding_at_its_first() -> None:
    finding = only(rule, filled(600, 500, 5, 5))
    assert (finding.line, finding.follows) == (3, "the window stays over for 3 turns")


def test_a_second_run_gives_a_second_finding() -> None:
    build = filled(600, 500).turn(2).evict("s1").turn(3).add("big", tokens=900)
    assert [finding.line for finding in findings(rule, build)] == [3, 5]


def test_a_turn_that_truncates_breaks_the_run() -> None:
    build = filled(900, 500).turn(2).truncate("never").turn(3).call()
    assert [finding.line for finding in findings(rule, build)] == [3, 5]


def test_the_budget_to_the_token_is_not_over_it() -> None:
    assert verdict(rule, filled(600, 400)) == "clean"


def test_an_overflow_inside_a_turn_is_nothing() -> None:
    assert verdict(rule, filled(600).add("b", tokens=600).evict("b")) == "clean"


def test_a_turn_with_a_truncate_is_left_alone_wherever_it_stands() -> None:
    assert verdict(rule, filled(600).truncate("s0").add("b", tokens=2000)) == "clean"


def test_without_a_budget_nothing_is_looked_at() -> None:
    assert verdict(rule, filled(600, 5_000_000, budget=None)) == "not-judged"


def test_every_turn_is_looked_at() -> None:
    assert said(rule, filled(1, 1, 1).add("x", tokens=1)) == [Looked()] * 3


def test_an_empty_trace_with_a_budget_has_no_turn_to_look_at() -> None:
    assert verdict(rule, Build(budget=10)) == "not-judged"


def test_estimates_are_called_so() -> None:
    assert "estimated" in only(rule, Build(budget=1).add("a", "some words that nobody counted")).message


def test_the_evidence_shows_the_largest_that_came_in() -> None:
    build = Build(budget=10)
    for number in range(9):
        build.add(f"s{number}", tokens=number)
    assert [step.span for step in only(rule, build).evidence] == ["s6", "s7", "s8", None]


def test_confidence_is_that_of_the_event_that_it_stands_at() -> None:
    assert only(rule, filled(600).add("b", tokens=600, basis="inferred")).confidence == "low"


def test_it_is_out_of_force_without_a_hard_limit() -> None:
    assert rule.RULE.condition == "truncation"
