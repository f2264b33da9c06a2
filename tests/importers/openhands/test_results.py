"""A result is what was sent: the stored text with its lines, cut in the middle, and the file that holds the whole."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ctxaudit.importers.openhands.results import CLIPPED, SavedOutputs, sent
from ctxaudit.model import Trace
from tests.importers.openhands.log import Folder, seen
from tests.importers.shown import spans

METADATA = {"exit_code": 0, "working_dir": "/srv/mill", "suffix": "\n[done]"}
AROUND = "\n[done]\n[Current working directory: /srv/mill]\n[Command finished with exit code 0]"
NO_FILES = SavedOutputs()


def observed(text: str, **keys: Any) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": text}], "metadata": METADATA, **keys}


def test_a_terminal_s_result_has_its_lines() -> None:
    assert sent(observed("ok"), NO_FILES).text == "ok" + AROUND


def test_another_tool_s_result_has_none() -> None:
    assert sent({"content": [{"text": "ok"}]}, NO_FILES).text == "ok"


def test_a_failure_has_its_heading() -> None:
    shown = sent({"content": [{"text": "boom"}], "is_error": True}, NO_FILES).text
    assert shown == "[An error occurred during execution.]\nboom"


def test_a_picture_in_a_result_is_not_read() -> None:
    assert not sent({"content": [{"text": "see"}, {"type": "image", "image_urls": []}]}, NO_FILES).complete


def test_a_long_result_of_a_terminal_is_cut_to_its_limit() -> None:
    shown = sent(observed("x\n" * 20_000), NO_FILES)
    assert len(shown.text) == 30_000
    assert shown.text.startswith("x\nx\n")
    assert shown.text.endswith(AROUND)


def test_a_result_at_the_limit_is_not_cut() -> None:
    assert CLIPPED not in sent(observed("x" * (30_000 - len(AROUND))), NO_FILES).text


def test_a_long_result_of_another_tool_has_the_larger_limit() -> None:
    assert len(sent({"content": [{"text": "x" * 49_999}]}, NO_FILES).text) == 49_999
    assert len(sent({"content": [{"text": "x" * 90_000}]}, NO_FILES).text) == 50_000


def test_the_notice_names_the_saved_file_and_the_line() -> None:
    shown = sent(observed("row\n" * 20_000, full_output_save_dir="/var/obs"), NO_FILES)
    assert shown.saved is not None
    assert shown.saved.startswith("/var/obs/terminal_output_")
    assert f"saved to {shown.saved} - you can" in shown.text
    assert "starts around line 3737)" in shown.text


def test_a_saved_file_is_found_by_what_it_holds() -> None:
    text = "row\n" * 20_000
    shown = sent(observed(text, full_output_save_dir="/var/obs"), SavedOutputs({"out.txt": text + AROUND, "b": "x"}))
    assert shown.saved == "/var/obs/out.txt"


def test_no_file_was_saved_when_none_of_them_holds_it() -> None:
    shown = sent(observed("row\n" * 20_000, full_output_save_dir="/var/obs"), SavedOutputs({"b": "x"}))
    assert (shown.saved, "saved to" in shown.text) == (None, False)


def saved(tmp_path: Path, text: str) -> Trace:
    folder = Folder().user("u", "go").action("a1", "c1")
    folder.result("r1", "c1", text, metadata=METADATA, full_output_save_dir="/var/obs")
    folder.outputs["out.txt"] = text + AROUND
    return folder.trace(tmp_path)


def test_a_whole_saved_file_is_a_copy(tmp_path: Path) -> None:
    trace = saved(tmp_path, "row\n" * 20_000)
    assert spans(trace)[seen("r1")].external_copy == "/var/obs/out.txt"


def test_a_saved_file_that_is_clipped_itself_is_no_copy_and_is_said(tmp_path: Path) -> None:
    trace = saved(tmp_path, "row\n" * 8000 + f"{CLIPPED}<NOTE></NOTE>")
    assert spans(trace)[seen("r1")].external_copy is None
    assert any("out.txt is clipped itself" in note for note in trace.notes)


def test_a_short_result_needs_no_copy(tmp_path: Path) -> None:
    trace = saved(tmp_path, f"{CLIPPED} is a phrase")
    assert (spans(trace)[seen("r1")].external_copy, [n for n in trace.notes if "clipped" in n]) == (None, [])


@pytest.mark.parametrize("observation", [{}, {"content": None}, {"content": [None, 3, {"text": 5}]}, {"metadata": 4}])
def test_an_odd_observation_is_survived(observation: dict[str, Any]) -> None:
    assert sent(observation, NO_FILES).text == ""
