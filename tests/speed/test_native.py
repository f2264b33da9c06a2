"""Generated native traces: valid whole traces of any size, small ones with rewrites too."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.speed.native import native_trace, small_runs
from ctxaudit.auditing import audit_trace
from ctxaudit.importers import read_traces
from ctxaudit.model import TraceReport


def _audited(path: Path) -> TraceReport:
    (trace,) = read_traces(str(path))
    return audit_trace(trace).report


@pytest.mark.parametrize("size", [4_000, 12_000, 300_000])
def test_a_trace_of_any_size_is_read_without_a_problem_and_has_rewrites(tmp_path: Path, size: int) -> None:
    native_trace(tmp_path / "run.jsonl", size)
    report = _audited(tmp_path / "run.jsonl")
    assert report.problems == ()
    assert report.edits["rewrite"] >= 2
    assert size <= (tmp_path / "run.jsonl").stat().st_size < 1.4 * size + 2_000


def test_a_long_trace_rewrites_the_whole_of_its_window_every_twelfth_turn(tmp_path: Path) -> None:
    native_trace(tmp_path / "run.jsonl", 300_000)
    report = _audited(tmp_path / "run.jsonl")
    assert report.edits["rewrite"] == report.turns // 12
    assert all(row.lost for row in report.retention)


def test_a_seed_makes_the_same_runs_and_every_run_is_another(tmp_path: Path) -> None:
    for folder in ("one", "other"):
        small_runs(tmp_path / folder, 4)
    ones, others = (sorted((tmp_path / folder).iterdir()) for folder in ("one", "other"))
    assert [path.read_bytes() for path in ones] == [path.read_bytes() for path in others]
    assert len({path.read_bytes()[200:] for path in ones}) == 4
