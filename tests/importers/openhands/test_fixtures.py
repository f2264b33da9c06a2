"""The small conversations under fixtures: what their names say is what their traces show."""

from __future__ import annotations

from pathlib import Path

from ctxaudit.importers import read_traces
from ctxaudit.model import Rewrite, Trace
from tests.importers.shown import cut_of, edits, hold, texts

FOLDER = Path(__file__).parents[3] / "fixtures" / "traces" / "importers" / "openhands"


def trace(name: str) -> Trace:
    (found,) = read_traces(str(FOLDER / name))
    assert found.format == "openhands"
    return found


def test_every_record_of_a_fixture_is_accounted_for() -> None:
    hold([trace("condensed-twice/base_state.json")], 12)
    hold([trace("history-with-a-summary.json")], 8)


def test_the_second_summary_stands_for_the_first() -> None:
    first, second = [edit for edit in edits(trace("condensed-twice/base_state.json")) if isinstance(edit, Rewrite)]
    assert first.surrogate.id in second.sources


def test_the_error_code_is_in_no_window_after_the_first_summary() -> None:
    shown = texts(trace("condensed-twice/base_state.json"))
    assert [any("MX-2207" in text for text in window) for window in shown] == [False, True, False, False, True]


def test_the_first_call_and_its_result_left_for_the_summary() -> None:
    found = trace("history-with-a-summary.json")
    assert cut_of(found).sources == ("event-2", "event-3")
    assert texts(found)[-1][2] == "The invoices were read."
