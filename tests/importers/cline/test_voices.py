"""The user's messages of a task carry the human's words, results of tools, and the harness's own text."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.importers.cline.log import Log, result, use
from tests.importers.seen import spans

HUMAN = ["<task>\nx\n</task>", "<user_message>\nx\n</user_message>", "<feedback>\nx</feedback>", "just so"]
HOST = ["<environment_details>\nx", "[ERROR] No tool was used", "[TASK RESUMPTION] x", "<system-reminder>x", "# TODO"]


def makers(folder: Path, *blocks: str) -> list[tuple[str, str]]:
    trace = Log().user("<task>\nWhy?\n</task>").model("So.").user(*blocks).trace(folder)
    return [(span.by, span.kind) for name, span in spans(trace).items() if name.startswith("m2")]


@pytest.mark.parametrize(
    "words", ["<task>\nx\n</task>", "<user_message>\nx\n</user_message>", "<feedback>\nx</feedback>", "just so"]
)
def test_the_human_s_words(tmp_path: Path, words: str) -> None:
    assert makers(tmp_path, words) == [("human", "message")]


@pytest.mark.parametrize("words", HOST)
def test_the_harness_s_text(tmp_path: Path, words: str) -> None:
    assert makers(tmp_path, words) == [("host", "message")]


def test_a_result_stands_behind_its_heading(tmp_path: Path) -> None:
    assert makers(tmp_path, "[read_file for 'a.txt'] Result:", "weld W-7", "<environment_details>") == [
        ("tool", "read"),
        ("tool", "read"),
        ("host", "message"),
    ]


def test_a_result_on_the_line_of_its_heading_takes_no_further_block(tmp_path: Path) -> None:
    assert makers(tmp_path, "[write_to_file for 'a'] Result:\nsaved", "and then?") == [
        ("tool", "tool-result"),
        ("human", "message"),
    ]


def test_words_that_refuse_a_call_are_the_human_s(tmp_path: Path) -> None:
    words = "The user denied this operation and provided the following feedback:\n<feedback>\nnot frame 30\n</feedback>"
    log = Log().user("<task>\nWhy?\n</task>").model(use("c1")).user(result("c1", words))
    host, human = (span for name, span in spans(log.trace(tmp_path)).items() if name.startswith("m2"))
    assert (host.by, host.call_id) == ("host", "c1")
    assert (human.by, human.role, human.text) == ("human", "user", "not frame 30")


def test_a_result_that_only_quotes_such_words_stays_whole(tmp_path: Path) -> None:
    log = Log().user("<task>\nWhy?\n</task>").model(use("c1")).user(result("c1", "log: The user denied this operation"))
    assert spans(log.trace(tmp_path))["m2"].by == "tool"


def test_an_image_is_not_whole(tmp_path: Path) -> None:
    log = Log().user("<task>\nWhy?\n</task>", {"type": "image", "source": {}}).model("So.")
    made = spans(log.trace(tmp_path))["m0.1"]
    assert (made.text, made.complete) == ("[image]", False)


def test_thinking_is_a_span_of_its_own(tmp_path: Path) -> None:
    log = Log().user("<task>\nWhy?\n</task>").model({"type": "thinking", "thinking": "welds crack"}, "The weld.")
    assert [(s.role, s.text) for n, s in spans(log.trace(tmp_path)).items() if n.startswith("m1")] == [
        ("scratchpad", "welds crack"),
        ("assistant", "The weld."),
    ]


def test_the_working_folder_is_read_from_the_environment(tmp_path: Path) -> None:
    details = "<environment_details>\n# Current Workspace Directory (/dock/hull) Files\na.txt\n</environment_details>"
    assert Log().user("<task>\nWhy?\n</task>", details).model("So.").trace(tmp_path).header.cwd == "/dock/hull"
