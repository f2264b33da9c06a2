"""The findings as a table."""

from __future__ import annotations

import csv
import io
from typing import Any

import polars as pl
import pytest

from ctxaudit.model import Origin, Report
from ctxaudit.reports import BINARY, RenderOptions
from ctxaudit.reports.table import COLUMNS
from tests.reports.made import altered, finding, report, trace, written
from tests.reports.poison import POISONS, poisoned

MADE = report(
    trace(altered(acted=True, origin=Origin(file="a.log", line=4)), labels={"policy": "old", "seed": "3"}),
    trace(finding(suppressed="known", confidence="low"), path="b.jsonl", lane="sub"),
)


def rows(made: Report) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(written(made, "csv"))))


def parquet(made: Report) -> pl.DataFrame:
    return pl.read_parquet(b"".join(BINARY["parquet"](made, RenderOptions())))


def test_every_finding_is_a_row_also_the_suppressed_and_the_unsure() -> None:
    assert [(row["rule"], row["suppressed"], row["confidence"]) for row in rows(MADE)] == [
        (found.rule, found.suppressed or "", found.confidence) for made in MADE.traces for found in made.findings
    ]


def test_a_row_names_its_run_and_its_labels() -> None:
    [first, second] = rows(MADE)
    assert (first["policy"], first["labels"]) == ("old", '{"policy":"old","seed":"3"}')
    assert (second["path"], second["lane"], second["policy"]) == ("b.jsonl", "sub", "")


def test_an_empty_report_is_a_header() -> None:
    assert written(report(), "csv") == ",".join(COLUMNS) + "\n"


@pytest.mark.parametrize("start", ["=", "+", "-", "@"])
def test_what_a_spreadsheet_would_compute_is_text(start: str) -> None:
    [row] = rows(report(trace(altered(message=f"{start}1+1"))))
    assert row["message"] == f"'{start}1+1"


def test_parquet_has_the_columns_and_rows_of_the_csv_with_types() -> None:
    frame = parquet(MADE)
    assert (frame.columns, frame.height) == (list(COLUMNS), 2)
    assert (frame.schema["line"], frame.schema["acted"]) == (pl.Int64(), pl.Boolean())
    assert frame["rule"].to_list() == [row["rule"] for row in rows(MADE)]


def test_parquet_of_nothing_has_its_columns() -> None:
    assert (parquet(report()).columns, parquet(report()).height) == (list(COLUMNS), 0)


def test_parquet_of_two_runs_is_the_same_bytes() -> None:
    one, two = (b"".join(BINARY["parquet"](MADE, RenderOptions())) for _ in range(2))
    assert one == two


@pytest.mark.parametrize("poison", POISONS)
def test_hostile_text_is_dead_in_parquet(poison: str) -> None:
    texts: list[Any] = [text for column in parquet(poisoned(POISONS[poison])).to_dict().values() for text in column]
    assert [text for text in texts if isinstance(text, str) and {"\0", "\x1b", "\u202e", "\u200b"} & set(text)] == []


def test_a_number_beyond_64_bits_is_cut_to_them() -> None:
    assert parquet(report(trace(altered(10**30))))["line"].to_list() == [2**63 - 1]
