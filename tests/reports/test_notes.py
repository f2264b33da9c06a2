"""Notes about a whole run stand once in every report, above its closing line."""

from __future__ import annotations

import json

from tests.reports.made import finding, lines, report, trace, written

NOTE = "ctxaudit.toml: allow[1] (split-pair; known) matched no finding of this run"


def test_a_note_of_the_run_stands_once_above_the_closing_line() -> None:
    shown = lines(report(trace(finding()), notes=(NOTE,)))
    at = shown.index("Notes")
    assert " ".join(shown[at + 1].split()) == NOTE
    assert (shown[at + 2], shown[at + 3].startswith("1 trace,"), shown.count("Notes")) == ("", True, 1)


def test_a_run_without_notes_has_no_panel_for_them() -> None:
    assert "Notes" not in lines(report(trace(finding())))


def test_many_notes_are_counted_and_listed_when_verbose() -> None:
    made = report(trace(finding()), notes=tuple(f"note {number}" for number in range(9)))
    assert "  and 4 more notes" in lines(made)
    assert "  note 8" in lines(made, verbose=True)


def test_a_quiet_report_leaves_them_out() -> None:
    assert "Notes" not in lines(report(trace(finding()), notes=(NOTE,)), quiet=True)


def test_the_json_holds_them_whatever_else() -> None:
    assert json.loads(written(report(notes=(NOTE,)), "json"))["notes"] == [NOTE]
