"""The JUnit report is read by others as it was meant: suites, cases, failures that count, reasons for skipping."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from junitparser import Error, Failure, JUnitXml, Skipped, TestCase, TestSuite

from ctxaudit.model import Unaudited
from tests.reports.made import altered, finding, problem, report, trace, written
from tests.reports.poison import POISONS, poisoned, twice
from tests.reports.whole import WHOLE


def read(made: Any = WHOLE, **options: Any) -> JUnitXml:
    whole = JUnitXml.fromfile(BytesIO(written(made, "junit", **options).encode()))
    assert isinstance(whole, JUnitXml)
    return whole


def suites(made: Any = WHOLE, **options: Any) -> list[TestSuite]:
    return list(read(made, **options))


def cases(made: Any = WHOLE, **options: Any) -> dict[str, TestCase]:
    return {case.name: case for suite in suites(made, **options) for case in suite}


def outcome(case: TestCase) -> Any:
    (only,) = case.result
    return only


def test_each_trace_is_a_suite_and_what_was_not_audited_is_one_more() -> None:
    assert [suite.name for suite in suites()] == ["run.jsonl", "sub/b.jsonl, lane sub", "not audited"]


def test_each_rule_that_was_to_run_is_a_case() -> None:
    (first, *_) = suites()
    assert [case.name for case in first] == [
        "altered-citation",
        "faded-citation",
        "split-pair",
        "demoted-pin",
        "deep-rewrite",
        "derivative-citation",
    ]


def test_the_counts_are_those_of_the_cases() -> None:
    whole = read()
    assert (whole.tests, whole.failures, whole.errors, whole.skipped) == (9, 1, 2, 2)


def test_a_finding_that_counts_is_a_failure_with_its_proof() -> None:
    failure = outcome(cases()["altered-citation"])
    assert isinstance(failure, Failure)
    assert (failure.type, failure.message) == (
        "error",
        "the call at line 30 passes 3000, but its source at line 8 said 4500",
    )
    assert failure.text.splitlines() == [
        "error: the call at line 30 passes 3000, but its source at line 8 said 4500 (line 30, turn 3, acted on)",
        '  1. line 8, turn 1, r1: the source: "retry_delay = 4500"',
        '  2. line 20, turn 2, m1: the rewrite that took it: "a delay of some seconds"',
        "  => the tool refused the value at line 31",
        "To fix: Pin it.",
    ]


def test_a_finding_below_what_fails_the_run_is_output_of_a_case_that_passes() -> None:
    case = cases()["faded-citation"]
    assert (case.result, case.system_out.splitlines()[0]) == (
        [],
        "warning: the claim at line 31 rests on text that is gone (line 31, turn 3)",
    )


def test_what_fails_the_run_is_for_the_caller_to_say() -> None:
    failed = [name for name, case in cases(fail_on="note").items() if any(isinstance(r, Failure) for r in case.result)]
    assert failed == ["altered-citation", "faded-citation", "derivative-citation"]


def test_nothing_fails_when_nothing_is_to_fail_the_run() -> None:
    assert read(fail_on="never").failures == 0


def test_a_rule_that_could_not_judge_is_skipped_with_the_reason() -> None:
    skipped = outcome(cases()["demoted-pin"])
    assert isinstance(skipped, Skipped)
    assert skipped.message == "not judged: its text was cut"


def test_a_rule_that_is_not_in_force_is_skipped_with_the_reason() -> None:
    assert outcome(cases()["deep-rewrite"]).message == "not in force: nothing is lossy"


def test_a_clean_rule_says_what_it_looked_at() -> None:
    first = next(iter(suites()))
    clean = next(case for case in first if case.name == "split-pair")
    assert (clean.result, clean.system_out) == ([], "looked at 1 edit")


def test_a_suppressed_finding_fails_nothing_and_is_named() -> None:
    case = cases(report(trace(finding(suppressed="known"), verdicts={"faded-citation": "findings"})))["faded-citation"]
    assert (case.result, case.system_out) == ([], 'suppressed, line 30: "known"')


def test_a_finding_less_sure_than_asked_for_fails_nothing() -> None:
    made = report(trace(finding("split-pair", severity="error", confidence="low")))
    assert (read(made).failures, read(made, min_confidence="low").failures) == (0, 1)


def test_an_input_without_a_report_is_an_error() -> None:
    assert [(one.type, one.message) for one in map(outcome, list(suites()[-1]))] == [
        ("not audited", "there is no such file"),
        ("ctxaudit broke", "rule split-pair broke: KeyError"),
    ]
    assert isinstance(outcome(next(iter(suites()[-1]))), Error)


def test_problems_of_a_trace_stand_beside_its_cases() -> None:
    assert suites()[0]._elem.findtext("system-err") == "line 7: unknown-key: `colour` is no key of add"


def test_a_case_has_its_place() -> None:
    case = cases(root="/home/x")["altered-citation"]
    assert (case._elem.get("file"), case._elem.get("line")) == ("run.jsonl", "30")


def test_many_findings_of_one_rule_are_cut_and_counted() -> None:
    made = report(trace(*(altered(n, tokens=(str(n),)) for n in range(30, 130))))
    text = outcome(cases(made)["altered-citation"]).text
    assert (text.count("error: "), text.splitlines()[-1]) == (50, "and 50 more findings")


def test_many_problems_are_cut_and_counted() -> None:
    made = report(trace(problems=tuple(problem(line=n) for n in range(1, 200))))
    assert suites(made)[0]._elem.findtext("system-err").splitlines()[-1] == "and 149 more problems"


@pytest.mark.parametrize("poison", [*POISONS, "end of data"])
def test_hostile_text_is_text_when_it_is_read_back(poison: str) -> None:
    text = POISONS.get(poison, "]]><error/></failure>&amp;<!-- <?x ?>")
    made = poisoned(text)
    tags = {element.tag for element in read(twice(made))._elem.iter()}
    assert tags <= {
        *("testsuites", "testsuite", "testcase", "properties", "property"),
        *("failure", "error", "skipped", "system-out", "system-err"),
    }


def test_markup_keeps_its_letters() -> None:
    made = report(trace(altered(message=']]><b a="1">\'&amp;</b>')))
    assert outcome(cases(made)["altered-citation"]).message == ']]><b a="1">\'&amp;</b>'


def test_an_empty_report_has_no_suite() -> None:
    assert suites(report()) == []


def test_a_path_of_markup_names_its_suite() -> None:
    made = report(trace(path='a"><b>.jsonl'), unaudited=(Unaudited(path='c"><d>', why="x"),))
    assert [suite.name for suite in suites(made)] == ['a"><b>.jsonl', "not audited"]
