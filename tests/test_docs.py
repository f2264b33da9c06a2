"""What is generated is not stale, and the README shows what the commands print."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ctxaudit.auditing import audit_trace
from ctxaudit.importers import read_traces
from ctxaudit.rules import load_rules
from tests.fixtures import ROOT
from tools.docs import SCREEN, generated, rule_page, with_screens

PAGES = generated()
MACHINE = re.compile(r"(?<![\w.*])/(home|root|work|tmp)/")  # a relative place such as `.agent/tmp/` is none


@pytest.mark.parametrize("path", sorted(PAGES), ids=str)
def test_a_generated_file_is_what_make_docs_would_write(path: Path) -> None:
    assert (ROOT / path).read_text(encoding="utf-8") == PAGES[path], "run `make docs` and review the difference"


def test_no_page_is_left_over_from_a_rule_that_is_gone() -> None:
    pages = {path.name for path in (ROOT / "docs" / "rules").glob("*.md")} - {"README.md"}
    assert pages == {f"{slug}.md" for slug in load_rules()}


def test_the_readme_has_a_screen() -> None:
    assert SCREEN.search((ROOT / "README.md").read_text(encoding="utf-8"))


def test_a_screen_is_replaced_by_what_its_command_prints() -> None:
    path = "fixtures/traces/clean/clean-rank-the-source-and-pin.jsonl"
    text = f"<!-- screen: ctxaudit audit {path} -->\n```\nan old screen\n```\n"
    renewed = with_screens(text)
    assert "an old screen" not in renewed
    assert f"$ ctxaudit audit {path}" in renewed


@pytest.mark.parametrize("slug", sorted(load_rules()))
def test_a_page_shows_a_firing_and_a_quiet_trace(slug: str) -> None:
    page = rule_page(load_rules()[slug])
    firing, quiet = page.split("## A trace on which it stays quiet")
    assert f"[{slug}" in firing
    assert f"[{slug}" not in quiet


def test_no_document_names_a_path_of_one_machine() -> None:
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    named = [path.name for path in documents if MACHINE.search(path.read_text(encoding="utf-8"))]
    assert named == []


def test_the_example_of_the_trace_page_is_a_valid_trace_with_an_altered_claim(tmp_path: Path) -> None:
    example = re.search(r"```json\n(.*?)```", (ROOT / "docs" / "trace.md").read_text(encoding="utf-8"), re.DOTALL)
    assert example is not None
    path = tmp_path / "run-17.jsonl"
    path.write_text(example[1], encoding="utf-8")
    [trace] = read_traces(str(path))
    report = audit_trace(trace).report
    assert report.problems == ()
    assert "altered-citation" in {finding.rule for finding in report.findings}
