"""The examples and the page run as they stand, and what they record is clean."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from ctxaudit.auditing import audit_trace
from ctxaudit.importers import read_traces
from tests.fixtures import ROOT


@pytest.mark.parametrize("name", sorted(path.name for path in (ROOT / "examples").glob("*.py")))
def test_an_example_records_a_trace_without_errors(name: str, tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    subprocess.run([sys.executable, str(ROOT / "examples" / name), str(path)], check=True, timeout=60)
    [trace] = read_traces(str(path))
    report = audit_trace(trace).report
    assert report.problems == ()
    assert [finding for finding in report.findings if finding.severity == "error"] == []
    assert sum(report.edits.values()) > 0


def test_the_code_of_the_page_runs(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "recording.md").read_text(encoding="utf-8")
    [code] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60, cwd=tmp_path)
    [trace] = read_traces(str(tmp_path / "run.jsonl"))
    assert audit_trace(trace).report.findings == ()
