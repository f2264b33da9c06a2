"""The table of precision and recall counts what it says it counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.detection import four_hundred, injected
from benchmarks.detection.injected import Score, lines, scores
from ctxaudit.auditing import audit_trace
from ctxaudit.model import Trace
from tests.inject import INJECTORS, planted

PAGE = Path(__file__).parents[2] / "docs" / "detection.md"
RULES = ("split-pair", "altered-pin")


def score_of(rule: str, told: list[Score]) -> Score:
    return next(score for score in told if score.rule == rule)


def test_what_is_found_and_nothing_else_is_perfect() -> None:
    assert all(score.perfect for score in scores([3], RULES) if score.rule in RULES)


def test_a_rule_that_says_nothing_has_no_recall(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(injected, "audit_trace", lambda trace: audit_trace(trace, rules=["lost-request"]))
    score = score_of("split-pair", scores([3], RULES))
    assert (score.faults, score.found, score.recall) == (1, 0, 0.0)


def test_a_rule_that_fires_in_a_twin_loses_precision(monkeypatch: pytest.MonkeyPatch) -> None:
    def fault_for_twin(rule: str, seed: int) -> Trace:
        return planted(rule, seed).trace

    monkeypatch.setattr(injected, "twin", fault_for_twin)
    score = score_of("split-pair", scores([3], ["split-pair"]))
    assert (score.alarms, score.precision, score.recall) == (1, 0.5, 1.0)


def test_a_finding_that_a_fault_implies_is_no_stray() -> None:
    assert score_of("demoted-pin", scores([5], ["altered-pin"])).strays == 0


def test_a_finding_that_no_fault_implies_is_a_stray_of_its_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    def other_fault(_rule: str, seed: int) -> Trace:
        return planted("split-pair", seed).trace

    monkeypatch.setattr(injected, "twin", other_fault)
    assert score_of("split-pair", scores([3], ["lost-request"])).strays == 1


def test_precision_and_recall_are_shares_of_what_was_said_and_of_what_there_is() -> None:
    score = Score("some-rule", 1, faults=10, found=6, twins=10, alarms=1, strays=1)
    assert (score.precision, score.recall) == (0.75, 0.6)


def test_the_last_row_adds_up_the_others() -> None:
    told = [Score("a", 1, 10, 10, 10, 0, 0), Score("b", 2, 10, 8, 10, 1, 1)]
    assert list(lines(told))[-1].split() == ["all", "3", "20", "18", "2", "20", "1", "1", "0.900", "0.900"]


def test_the_page_shows_a_row_for_every_rule_and_both_heads() -> None:
    page = PAGE.read_text(encoding="utf-8")
    rows = {line.split(" ")[0] for line in page.splitlines()}
    assert set(INJECTORS) <= rows
    assert injected.HEAD in page
    assert four_hundred.HEAD in page
