"""Expected outputs, kept under tests/golden: `make golden` renews them, and their difference is reviewed like code.

Stories and clean traces are kept as the text report that a person reads; rule fixtures as the findings of all rules.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from ctxaudit.auditing import audit_trace
from ctxaudit.importers import read_traces
from ctxaudit.model import Finding, Report, TraceReport
from ctxaudit.reports import FORMATS
from ctxaudit.reports.options import RenderOptions
from ctxaudit.ruledocs import rule_cards
from ctxaudit.rules import load_rules
from tests.fixtures import ROOT, TRACES, rule_fixtures, shown

GOLDEN = Path(__file__).parent / "golden"
RENEW = os.environ.get("CTXAUDIT_GOLDEN") == "renew"
SCREENS = [path for folder in ("stories", "clean") for path in sorted((TRACES / folder).glob("*.jsonl"))]


def reports(path: Path) -> list[TraceReport]:
    """Reports with the path as a person in the repository's root would type it."""
    return [audit_trace(trace).report for trace in read_traces(os.path.relpath(path, Path.cwd()))]


def compare(golden: Path, given: str) -> None:
    if RENEW:
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(given, encoding="utf-8")
    assert golden.exists(), f"no {golden.name}: run `make golden` and review it"
    assert given == golden.read_text(encoding="utf-8")


def row(finding: Finding) -> dict[str, Any]:
    return {
        "rule": finding.rule,
        "line": finding.line,
        "spans": list(finding.spans),
        "tokens": list(finding.tokens),
        "severity": finding.severity,
        "confidence": finding.confidence,
        "acted": finding.acted,
        "message": finding.message,
    }


@pytest.mark.parametrize("path", SCREENS, ids=shown)
def test_a_story_reads_as_it_was_reviewed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    report = Report(
        version=1, tool_version="0", traces=tuple(reports(path)), rules=rule_cards(), rules_run=len(load_rules())
    )
    text = "".join(FORMATS["text"](report, RenderOptions(width=80)))
    compare(GOLDEN / path.parent.name / f"{path.stem}.txt", text)


@pytest.mark.parametrize("slug", sorted({slug for slug, _ in rule_fixtures()}))
def test_the_fixtures_of_a_rule_give_the_findings_that_were_reviewed(slug: str) -> None:
    given = {
        path.name: [row(finding) for report in reports(path) for finding in report.findings]
        for folder, path in rule_fixtures()
        if folder == slug
    }
    pinned = {"rules": sorted(load_rules()), "fixtures": given}
    compare(GOLDEN / "rules" / f"{slug}.json", json.dumps(pinned, indent=1, ensure_ascii=False) + "\n")


def test_no_golden_is_left_over() -> None:
    expected = {GOLDEN / path.parent.name / f"{path.stem}.txt" for path in SCREENS}
    expected |= {GOLDEN / "rules" / f"{slug}.json" for slug, _ in rule_fixtures()}
    assert {path for path in GOLDEN.rglob("*") if path.is_file()} == expected
