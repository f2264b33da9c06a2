"""The fixtures' names are the verdicts: `fires-…` gives the folder's rule, `quiet-…` does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxaudit.auditing import audit_trace
from ctxaudit.importers import read_traces
from ctxaudit.model import TraceReport
from ctxaudit.rules import load_rules
from tests.fixtures import TRACES, rule_fixtures, shown

CASES = [pytest.param(slug, path, id=shown(path)) for slug, path in rule_fixtures()]


def report(path: Path) -> TraceReport:
    [trace] = read_traces(str(path))
    audited = audit_trace(trace)
    assert audited.faults == ()
    return audited.report


@pytest.mark.parametrize(("slug", "path"), CASES)
def test_a_fixture_does_what_its_name_says(slug: str, path: Path) -> None:
    given = [finding for finding in report(path).findings if finding.rule == slug and finding.suppressed is None]
    expected = path.name.split("-")[0]
    assert expected in ("fires", "quiet")
    assert bool(given) == (expected == "fires")


@pytest.mark.parametrize("path", [path for _, path in rule_fixtures()], ids=shown)
def test_a_fixture_has_no_problem_but_of_its_events(path: Path) -> None:
    known_as_problem = {"not-live", "unknown-span", "duplicate-span", "turn-went-back"}
    assert {problem.problem for problem in report(path).problems} <= known_as_problem


@pytest.mark.parametrize("slug", sorted(load_rules()))
def test_a_rule_has_firing_fixtures_and_at_least_as_many_quiet_ones(slug: str) -> None:
    fires = len(list((TRACES / slug).glob("fires-*.jsonl")))
    quiet = len(list((TRACES / slug).glob("quiet-*.jsonl")))
    assert fires >= 1
    assert quiet >= max(2, fires)


@pytest.mark.parametrize("slug", sorted(load_rules()))
def test_a_page_has_the_three_headings(slug: str) -> None:
    page = load_rules()[slug].page
    assert [heading for heading in ("Why it matters", "How to fix", "When this is wrong") if heading not in page] == []


@pytest.mark.parametrize("path", sorted((TRACES / "clean").glob("*.jsonl")), ids=shown)
def test_a_clean_trace_gives_no_finding(path: Path) -> None:
    assert report(path).findings == ()
