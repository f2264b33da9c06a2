"""The findings as a table, one row each: CSV for a spreadsheet, Parquet for a data frame.

Every finding is in it, whatever the options say: `suppressed` and `confidence` are there to be filtered by.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

from ctxaudit.model import Finding, Report, TraceReport
from ctxaudit.reports import safe
from ctxaudit.reports.json_v1 import Json, json_text
from ctxaudit.reports.options import RenderOptions

_LABELS = ("policy", "task", "model")
_TEXTS = (
    *("path", "trace", "format", "lane", *_LABELS, "labels", "rule", "severity", "confidence"),
    *("spans", "tokens", "message", "follows", "edit_kind", "origin_file", "origin_id", "fingerprint", "suppressed"),
)
_NUMBERS = ("line", "turn", "edit", "origin_line", "origin_record")
_FLAGS = ("acted",)
COLUMNS = (*_TEXTS, *_NUMBERS, *_FLAGS)
_FORMULA = ("=", "+", "-", "@")  # what a spreadsheet takes for something to be computed
_LARGEST = 2**63 - 1
Cell = str | int | bool | None


def render_csv(report: Report, options: RenderOptions) -> Iterator[str]:
    """With a header. Nothing is empty text and True is `true`. A cell that a spreadsheet would run begins with `'`."""
    del options
    yield _line(COLUMNS)
    for row in _rows(report):
        yield _line([_spelled(row[name]) for name in COLUMNS])


def render_parquet(report: Report, options: RenderOptions) -> Iterator[bytes]:
    """The same columns, with their types."""
    import polars as pl

    del options
    kinds = [(_TEXTS, pl.String), (_NUMBERS, pl.Int64), (_FLAGS, pl.Boolean)]
    schema = {name: kind for names, kind in kinds for name in names}
    file = io.BytesIO()
    pl.DataFrame([[row[name] for name in COLUMNS] for row in _rows(report)], schema=schema, orient="row").write_parquet(
        file
    )
    yield file.getvalue()


def _rows(report: Report) -> Iterator[dict[str, Cell]]:
    """Every text is dead, every number one of 64 bits."""
    for trace in report.traces:
        for finding in trace.findings:
            yield {name: _plain(cell) for name, cell in {**_of_trace(trace), **_of_finding(finding)}.items()}


def _of_trace(trace: TraceReport) -> dict[str, Cell]:
    labels: dict[str, Json] = dict(sorted(trace.labels.items()))
    return {
        "path": trace.path,
        "trace": trace.id,
        "format": trace.format,
        "lane": trace.lane,
        **{label: trace.labels.get(label) for label in _LABELS},
        "labels": json_text(labels),
    }


def _of_finding(finding: Finding) -> dict[str, Cell]:
    origin = finding.origin
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "confidence": finding.confidence,
        "spans": json_text([*finding.spans]),
        "tokens": json_text([*finding.tokens]),
        "message": finding.message,
        "follows": finding.follows,
        "edit_kind": finding.edit_kind or None,
        "origin_file": origin.file if origin else None,
        "origin_id": origin.id if origin else None,
        "fingerprint": finding.fingerprint,
        "suppressed": finding.suppressed,
        "line": finding.line,
        "turn": finding.turn,
        "edit": finding.edit,
        "origin_line": origin.line if origin else None,
        "origin_record": origin.record if origin else None,
        "acted": finding.acted,
    }


def _plain(cell: Cell) -> Cell:
    if isinstance(cell, str):
        return safe.visible(cell)
    if cell is None or isinstance(cell, bool):
        return cell
    return max(-_LARGEST, min(_LARGEST, cell))


def _spelled(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return f"'{cell}" if cell.startswith(_FORMULA) else cell
    return str(cell).lower()


def _line(cells: list[str] | tuple[str, ...]) -> str:
    file = io.StringIO()
    csv.writer(file, lineterminator="\n").writerow(cells)
    return file.getvalue()
