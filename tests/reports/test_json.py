"""The JSON report holds exactly what was found, under the names that version 1 promises."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from ctxaudit.model import Ledger, Origin, Unaudited
from tests.reports.made import altered, finding, kept, problem, report, trace, written
from tests.reports.poison import POISONS, poisoned

SCHEMA: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "schemas" / "report-v1.schema.json").read_text(encoding="utf-8")
)
WHOLE = report(
    trace(
        altered(origin=Origin(file="a.jsonl", line=4)),
        finding(confidence="low"),
        finding(suppressed="known"),
        problems=(problem(),),
        retention=(kept(),),
        notes=("a note",),
        labels={"task": "t1"},
        budget=1000,
    ),
    trace(path="b.jsonl", lane="sub", verdicts={"split-pair": "clean"}),
    unaudited=(Unaudited(path="gone.jsonl", why="missing"),),
    passed_over=2,
)


def read(text: str) -> Any:
    return json.loads(text)


def valid(value: Any) -> None:
    jsonschema.Draft202012Validator(SCHEMA).validate(value)


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("made", [report(), report(trace()), WHOLE], ids=["empty", "clean", "whole"])
def test_a_report_holds_to_its_schema(made: Any) -> None:
    valid(read(written(made, "json")))


@pytest.mark.parametrize("poison", POISONS)
def test_a_report_full_of_hostile_text_holds_to_its_schema(poison: str) -> None:
    valid(read(written(poisoned(POISONS[poison]), "json")))


@pytest.mark.parametrize("key", ["path", "lines", "ledger", "regime", "retention", "verdicts", "findings", "problems"])
def test_the_schema_refuses_a_trace_without_a_promised_key(key: str) -> None:
    value = read(written(WHOLE, "json"))
    del value["traces"][0][key]
    with pytest.raises(jsonschema.ValidationError):
        valid(value)


@pytest.mark.parametrize("key", ["rule", "confidence", "spans", "tokens", "acted", "message", "fingerprint"])
def test_the_schema_refuses_a_finding_without_a_promised_key(key: str) -> None:
    value = read(written(WHOLE, "json"))
    del value["traces"][0]["findings"][0][key]
    with pytest.raises(jsonschema.ValidationError):
        valid(value)


def test_the_schema_lets_keys_be_added() -> None:
    value = read(written(WHOLE, "json"))
    value["traces"][0]["findings"][0]["new"] = 1
    valid(value)


def test_a_finding_is_written_whole() -> None:
    (first, *_) = read(written(WHOLE, "json"))["traces"][0]["findings"]
    assert first == {
        "rule": "altered-citation",
        "severity": "error",
        "confidence": "high",
        "line": 30,
        "turn": 3,
        "spans": ["a4"],
        "tokens": ["3000"],
        "acted": True,
        "message": "the call at line 30 passes 3000, but its source at line 8 said 4500",
        "evidence": [
            {"line": 8, "turn": 1, "span": "r1", "shows": "the source", "excerpt": "retry_delay = 4500"},
            {
                "line": 20,
                "turn": 2,
                "span": "m1",
                "shows": "the rewrite that took it",
                "excerpt": "a delay of some seconds",
            },
        ],
        "follows": "the tool refused the value at line 31",
        "edit": 20,
        "edit_kind": None,
        "origin": {"file": "a.jsonl", "line": 4, "record": None, "id": None},
        "fingerprint": "f1",
        "suppressed": None,
    }


def test_suppressed_findings_are_written_and_counted_apart() -> None:
    value = read(written(WHOLE, "json"))
    assert [one["suppressed"] for one in value["traces"][0]["findings"]] == [None, None, "known"]
    assert (value["totals"]["suppressed"], value["totals"]["findings"]) == (1, {"error": 1, "warning": 1, "note": 0})


def test_totals_count_every_confidence() -> None:
    assert read(written(WHOLE, "json"))["totals"]["by_confidence"] == {"high": 1, "medium": 0, "low": 1}


def test_every_edit_is_a_key_even_where_there_is_none() -> None:
    edits = read(written(report(trace()), "json"))["traces"][0]["edits"]
    assert edits == {"evict": 0, "rewrite": 1, "truncate": 0, "rank": 0, "restore": 0}


def test_options_for_people_change_nothing() -> None:
    assert written(WHOLE, "json", min_confidence="high", max_findings=0, quiet=True) == written(WHOLE, "json")


def test_each_trace_is_one_line() -> None:
    rows = [row.strip(",") for row in written(WHOLE, "json").splitlines()]
    assert [read(row)["path"] for row in rows[1:-1]] == ["run.jsonl", "b.jsonl"]


def test_the_order_of_counts_in_a_trace_changes_no_byte() -> None:
    made = [
        trace(verdicts=dict(pairs)) for pairs in ([("a", "clean"), ("b", "clean")], [("b", "clean"), ("a", "clean")])
    ]
    assert written(report(made[0]), "json") == written(report(made[1]), "json")


def test_hostile_characters_keep_their_value() -> None:
    hostile = "\x1b[31m\u202e\u200b\x00\x9b\U000e0041"
    value = read(written(report(trace(altered(message=hostile))), "json"))
    assert value["traces"][0]["findings"][0]["message"] == hostile


def test_a_lone_surrogate_is_spelled_out() -> None:
    value = read(written(report(trace(altered(tokens=("a\ud800b",)), labels={"\udfff": "x"})), "json"))
    assert value["traces"][0]["findings"][0]["tokens"] == ["a\\ud800b"]
    assert value["traces"][0]["labels"] == {"\\udfff": "x"}


def test_a_number_beyond_64_bits_is_cut_to_them() -> None:
    value = read(written(report(trace(ledger=Ledger(entered=10**30))), "json"))
    assert value["traces"][0]["ledger"]["entered"] == 2**63 - 1
