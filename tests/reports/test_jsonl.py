"""Each line is a JSON object that needs no other line; the last one sums the run up."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.reports.made import altered, finding, report, trace, written
from tests.reports.poison import POISONS, poisoned
from tests.reports.whole import WHOLE


def lines(made: Any = WHOLE, **options: Any) -> list[Any]:
    return [json.loads(line) for line in written(made, "jsonl", **options).split("\n")[:-1]]


def test_each_finding_is_a_line_and_the_summary_is_the_last() -> None:
    assert [line["type"] for line in lines()] == ["finding"] * 5 + ["summary"]


def test_a_line_names_its_trace() -> None:
    assert lines()[0]["trace"] == {"path": "run.jsonl", "id": "run-1", "format": "native", "lane": None}


def test_a_finding_has_the_keys_of_the_json_report() -> None:
    (whole,) = json.loads(written(report(trace(altered())), "json"))["traces"][0]["findings"]
    line = lines(report(trace(altered())))[0]
    assert {key: line[key] for key in whole} == whole


def test_findings_of_every_confidence_and_suppressed_ones_are_there() -> None:
    kept = [(line["confidence"], line["suppressed"]) for line in lines() if line["type"] == "finding"]
    assert kept[3:] == [("low", None), ("high", "the host sends it again")]


def test_the_summary_has_the_totals_of_the_json_report() -> None:
    assert lines()[-1]["totals"] == json.loads(written(WHOLE, "json"))["totals"]


def test_the_summary_names_what_was_not_audited() -> None:
    assert [one["path"] for one in lines()[-1]["unaudited"]] == ["gone.jsonl", "run.jsonl"]


def test_a_run_without_findings_is_its_summary_alone() -> None:
    assert [line["type"] for line in lines(report(trace()))] == ["summary"]


def test_options_for_people_change_nothing() -> None:
    assert lines(min_confidence="high", max_findings=0, quiet=True) == lines()


@pytest.mark.parametrize("poison", POISONS)
def test_hostile_text_breaks_no_line(poison: str) -> None:
    assert [line["type"] for line in lines(poisoned(POISONS[poison]))] == ["finding"] * 4 + ["summary"]


def test_a_separator_that_other_readers_split_at_is_escaped() -> None:
    made = report(trace(finding(message="a\u2028b\x85c\x0bd")))
    assert len(written(made, "jsonl").splitlines()) == 2
