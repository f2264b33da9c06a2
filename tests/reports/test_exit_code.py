"""The exit code says what happened, and the worst of several things wins."""

from __future__ import annotations

import pytest

from ctxaudit.model import Confidence, Severity, Unaudited
from ctxaudit.reports.exit_code import exit_code
from ctxaudit.reports.options import FailOn
from tests.reports.made import finding, problem, report, trace

MISSING = Unaudited(path="gone.jsonl", why="there is no such file")
PASSED = Unaudited(path="notes.txt", why="is no log", named=False)
BROKEN = Unaudited(path="run.jsonl", why="rule split-pair broke", broke=True)
ERROR = finding(severity="error")


def test_a_clean_trace_gives_0() -> None:
    assert exit_code(report(trace())) == 0


def test_an_error_gives_1() -> None:
    assert exit_code(report(trace(ERROR))) == 1


@pytest.mark.parametrize(
    ("severity", "fail_on", "code"),
    [
        ("warning", "error", 0),
        ("warning", "warning", 1),
        ("note", "warning", 0),
        ("note", "note", 1),
        ("error", "note", 1),
        ("error", "never", 0),
    ],
)
def test_only_findings_at_or_above_the_severity_asked_for_count(severity: Severity, fail_on: FailOn, code: int) -> None:
    assert exit_code(report(trace(finding(severity=severity))), fail_on) == code


@pytest.mark.parametrize(
    ("confidence", "minimum", "code"),
    [("low", "medium", 0), ("low", "low", 1), ("medium", "medium", 1), ("medium", "high", 0), ("high", "high", 1)],
)
def test_only_findings_as_sure_as_was_asked_for_count(confidence: Confidence, minimum: Confidence, code: int) -> None:
    found = finding(severity="error", confidence=confidence)
    assert exit_code(report(trace(found)), min_confidence=minimum) == code


def test_a_suppressed_finding_does_not_count() -> None:
    assert exit_code(report(trace(finding(severity="error", suppressed="known")))) == 0


def test_a_named_input_that_could_not_be_audited_gives_3() -> None:
    assert exit_code(report(trace(), unaudited=(MISSING,))) == 3


def test_a_file_that_a_search_passed_over_does_not_count() -> None:
    assert exit_code(report(trace(), unaudited=(PASSED,), passed_over=4)) == 0


def test_nothing_found_at_all_gives_3() -> None:
    assert exit_code(report(passed_over=4)) == 3


def test_problems_alone_do_not_fail() -> None:
    assert exit_code(report(trace(problems=(problem(),)))) == 0


def test_problems_give_3_when_strict() -> None:
    assert exit_code(report(trace(problems=(problem(),))), strict=True) == 3


def test_strict_changes_nothing_without_problems() -> None:
    assert exit_code(report(trace()), strict=True) == 0


def test_our_own_fault_gives_70() -> None:
    assert exit_code(report(trace(), unaudited=(BROKEN,))) == 70


def test_an_input_not_audited_is_worse_than_a_finding() -> None:
    assert exit_code(report(trace(ERROR), unaudited=(MISSING,))) == 3


def test_our_own_fault_is_worst() -> None:
    assert exit_code(report(trace(ERROR), unaudited=(MISSING, BROKEN))) == 70


def test_one_bad_trace_among_good_ones_is_enough() -> None:
    assert exit_code(report(trace(), trace(ERROR), trace())) == 1
