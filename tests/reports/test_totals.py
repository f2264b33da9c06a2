"""The counts that every format shares."""

from __future__ import annotations

from ctxaudit.model import Unaudited
from ctxaudit.reports.totals import totals
from tests.reports.made import altered, finding, problem, report, trace

SUPPRESSED = altered(suppressed="known")


def test_an_empty_report_counts_nothing() -> None:
    total = totals(report())
    assert (total.traces, total.audited, total.findings) == (0, 0, {"error": 0, "warning": 0, "note": 0})


def test_findings_are_counted_by_severity_rule_and_confidence() -> None:
    total = totals(report(trace(altered(), finding()), trace(finding(confidence="low"))))
    assert total.findings == {"error": 1, "warning": 2, "note": 0}
    assert total.by_rule == {"altered-citation": 1, "faded-citation": 2}
    assert total.by_confidence == {"high": 2, "medium": 0, "low": 1}


def test_a_suppressed_finding_is_in_no_other_count() -> None:
    total = totals(report(trace(SUPPRESSED)))
    assert (total.suppressed, sum(total.findings.values()), total.by_rule, total.acted) == (1, 0, {}, 0)


def test_findings_less_sure_than_asked_for_are_counted_apart() -> None:
    total = totals(report(trace(finding(confidence="low"), finding())), "medium")
    assert (total.below, total.findings["warning"]) == (1, 1)


def test_what_was_acted_on_is_counted_apart() -> None:
    assert totals(report(trace(altered(), altered(acted=False)))).acted == 1


def test_inputs_that_were_not_audited_are_inputs_all_the_same() -> None:
    total = totals(report(trace(), unaudited=(Unaudited(path="gone.jsonl", why="missing"),)))
    assert (total.traces, total.audited) == (2, 1)


def test_a_trace_with_a_broken_rule_is_one_input() -> None:
    broken = Unaudited(path="run.jsonl", why="rule split-pair broke", broke=True)
    assert totals(report(trace(path="run.jsonl"), unaudited=(broken,))).traces == 1


def test_problems_and_verdicts_not_given_are_counted_over_all_traces() -> None:
    total = totals(report(trace(problems=(problem(), problem())), trace(problems=(problem(),))))
    assert (total.problems, total.not_judged) == (3, 2)
