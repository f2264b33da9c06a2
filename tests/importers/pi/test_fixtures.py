"""The small sessions under fixtures: what their names say is what their traces show."""

from __future__ import annotations

from pathlib import Path

from ctxaudit.importers import read_traces
from ctxaudit.model import Rewrite, Trace
from tests.importers.shown import edits, hold, texts, windows

FOLDER = Path(__file__).parents[3] / "fixtures" / "traces" / "importers" / "pi"


def trace(name: str) -> Trace:
    (found,) = read_traces(str(FOLDER / name))
    assert found.format == "pi"
    return found


def test_every_line_of_a_fixture_is_accounted_for() -> None:
    hold([trace("branch-edit-compaction.jsonl")], 16)
    hold([trace("first-version.jsonl")], 8)


def test_branch_edit_and_compaction_are_three_rewrites() -> None:
    cuts = [edit for edit in edits(trace("branch-edit-compaction.jsonl")) if isinstance(edit, Rewrite)]
    assert [(cut.by, cut.basis, cut.surrogate.lossy) for cut in cuts] == [
        ("human", "derived", True),
        ("host", "derived", False),
        ("host", "recorded", True),
    ]


def test_the_part_is_in_no_window_after_the_edit() -> None:
    shown = texts(trace("branch-edit-compaction.jsonl"))
    assert [any("PV-1203" in text for text in window) for window in shown][-2:] == [False, True]


def test_the_first_version_keeps_from_the_index_on() -> None:
    assert windows(trace("first-version.jsonl"))[-2] == ["line-6", "line-4", "line-5", "line-7"]
