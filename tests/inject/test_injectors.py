"""Each rule sees its own fault, by the very key, and says nothing of the fault's harmless twin."""

from __future__ import annotations

from functools import cache

import pytest

from ctxaudit.auditing import audit_trace
from ctxaudit.model import TraceReport
from ctxaudit.rules import load_rules
from ctxaudit.timeline import replay
from tests.inject import INJECTORS, Planted, planted, twin

SEEDS = 3  # at least so many for each rule, and one for each of its injectors
CASES = [(rule, seed) for rule, injectors in INJECTORS.items() for seed in range(100, 100 + max(SEEDS, len(injectors)))]
FAULTS = pytest.mark.parametrize(("rule", "seed"), CASES, ids=lambda value: str(value))
# What cures these leaves them nothing to look at: a read a turn later, a rank of sources, an edit after the answer.
CURED_OUT_OF_SIGHT = {"compress-then-spend", "inflated-score", "lost-request"}


@cache
def faulty(rule: str, seed: int) -> Planted:
    return planted(rule, seed)


@cache
def audited(rule: str, seed: int, *, fault: bool) -> TraceReport:
    result = audit_trace(faulty(rule, seed).trace if fault else twin(rule, seed))
    assert result.faults == ()
    return result.report


def test_every_rule_has_an_injector() -> None:
    assert set(INJECTORS) == set(load_rules())


@FAULTS
def test_a_fault_makes_its_own_rule_fire_once_and_name_it(rule: str, seed: int) -> None:
    found = [finding for finding in audited(rule, seed, fault=True).findings if finding.rule == rule]
    keys = [(finding.line, frozenset(finding.spans), frozenset(finding.tokens)) for finding in found]
    assert keys == [faulty(rule, seed).expected.key]


@FAULTS
def test_a_fault_makes_no_rule_fire_but_its_own_and_what_it_implies(rule: str, seed: int) -> None:
    fired = {finding.rule for finding in audited(rule, seed, fault=True).findings}
    assert fired == {rule, *faulty(rule, seed).expected.implied}


@FAULTS
def test_the_harmless_twin_of_a_fault_makes_no_rule_fire(rule: str, seed: int) -> None:
    findings = audited(rule, seed, fault=False).findings
    assert [(finding.rule, finding.line, finding.message) for finding in findings] == []


@FAULTS
def test_the_rule_has_looked_at_something_in_the_twin(rule: str, seed: int) -> None:
    verdict = audited(rule, seed, fault=False).verdicts[rule]
    assert verdict == "clean" or rule in CURED_OUT_OF_SIGHT


@pytest.mark.parametrize("rule", INJECTORS)
def test_a_fault_and_its_twin_are_not_the_same_session(rule: str) -> None:
    assert planted(rule, 100).trace != twin(rule, 100)


@pytest.mark.parametrize("rule", INJECTORS)
def test_the_same_seed_gives_the_same_fault(rule: str) -> None:
    assert planted(rule, 100) == planted(rule, 100)


def test_faults_stand_at_many_places() -> None:
    """A part of the session lies before a fault, and another after it."""
    shares = [faulty(rule, seed).expected.line / len(faulty(rule, seed).trace.events) for rule, seed in CASES[::3]]
    assert max(shares) - min(shares) > 0.5


@pytest.mark.parametrize("rule", sorted(set(INJECTORS) - {"conflicting-attribution", "no-progress-edit"}))
def test_a_twin_is_a_trace_without_a_problem(rule: str) -> None:
    assert replay(twin(rule, 100)).problems == []
