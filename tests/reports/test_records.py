"""Where a log is one document its records are counted, and no other tool is sent to a line of the file."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from ctxaudit.model import Origin, Report
from ctxaudit.reports.entries import in_records
from tests.reports.made import altered, finding, problem, report, trace, written

RECORD = Origin(file="task.json", record=30)
LINE = Origin(file="task.jsonl", line=30)


def made(origin: Origin | None, traces: int = 1) -> Report:
    one = trace(replace(altered(), origin=origin), finding(line=31), problems=(problem(),))
    return report(*[one] * traces)


@pytest.mark.parametrize(("origin", "counted"), [(RECORD, True), (LINE, False), (None, False)])
def test_records_are_counted_where_an_event_has_one_and_no_line(origin: Origin | None, counted: bool) -> None:
    assert in_records(made(origin).traces[0]) is counted


def test_an_origin_with_both_has_lines() -> None:
    assert not in_records(made(Origin(file="a.jsonl", line=3, record=3)).traces[0])


def test_an_annotation_has_no_line_where_records_are_counted() -> None:
    commands = [line for line in written(made(RECORD), "github").splitlines() if line.startswith("::")]
    assert len(commands) == 2
    assert all(",line=" not in command.split("::")[1] for command in commands)
    assert "::error file=run.jsonl,line=30,title=" in written(made(LINE), "github")


def test_a_case_of_junit_has_no_line_where_records_are_counted() -> None:
    def failed(origin: Origin) -> str:
        return next(line for line in written(made(origin), "junit").splitlines() if 'name="altered-citation"' in line)

    assert ' file="run.jsonl"' in failed(RECORD)
    assert " line=" not in failed(RECORD).partition(">")[0]
    assert ' line="30"' in failed(LINE).partition(">")[0]


def regions(of: Any) -> list[Any]:
    """Every region of a SARIF run, wherever it stands."""
    if isinstance(of, list):
        return [region for one in of for region in regions(one)]
    if not isinstance(of, dict):
        return []
    own = [of["region"]] if "region" in of else []
    return own + [region for one in of.values() for region in regions(one)]


def test_sarif_names_no_region_where_records_are_counted() -> None:
    run = json.loads(written(made(RECORD), "sarif"))["runs"][0]
    assert regions(run) == []
    assert run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "run.jsonl"
    assert len(regions(json.loads(written(made(LINE), "sarif")))) == 6  # of two results, three steps and a problem


def test_a_page_says_so_too() -> None:
    assert "what is called a line is a record of the log" in written(made(RECORD), "html")
    assert "is a record of the log" not in written(made(LINE), "html")


@pytest.mark.parametrize("traces", [1, 2])
def test_a_screen_says_that_a_line_is_a_record(traces: int) -> None:
    assert written(made(RECORD, traces), "text", width=120).count("a line is a record") == traces
    assert "a line is a record" not in written(made(LINE, traces), "text", width=120)
