"""Messages and parts become spans, each step a model call, in the order in which the model saw them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.importers.opencode.log import Log, tool
from tests.importers.shown import calls, edits, hold, spans, texts, windows


def talk() -> Log:
    log = Log().user("m1", "which sieve is torn?").model("m2", "Looking.", tool("c1", "sieve 4 is torn"), tokens=900)
    return log.model("m3", "Sieve 4.", tokens=950)


def test_the_window_grows_call_by_call(tmp_path: Path) -> None:
    assert texts(talk().trace(tmp_path)) == [
        ["which sieve is torn?"],
        ["which sieve is torn?", "Looking.", '{"command":"make"}', "sieve 4 is torn"],
        ["which sieve is torn?", "Looking.", '{"command":"make"}', "sieve 4 is torn", "Sieve 4."],
    ]


def test_every_record_of_a_talk_is_counted(tmp_path: Path) -> None:
    log = talk()
    hold(log.traces(tmp_path), log.records)


def test_nothing_is_edited_while_nothing_is_edited(tmp_path: Path) -> None:
    assert edits(talk().trace(tmp_path)) == []


def test_a_call_has_the_recorded_size_of_its_window(tmp_path: Path) -> None:
    assert [call.tokens for call in calls(talk().trace(tmp_path))] == [900, 950]


def test_cached_tokens_are_part_of_the_window(tmp_path: Path) -> None:
    spent = {"input": 10, "output": 1, "cache": {"read": 800, "write": 90}}
    log = Log().user("m1", "go")
    log.message("m2", {"role": "assistant"}, ({"type": "step-start"}, {"type": "step-finish", "tokens": spent}))
    assert calls(log.trace(tmp_path))[0].tokens == 900


def test_a_call_that_nobody_counted_has_no_size(tmp_path: Path) -> None:
    assert calls(Log().user("m1", "go").model("m2", "Yes.").trace(tmp_path))[0].tokens is None


def test_call_and_result_are_bound(tmp_path: Path) -> None:
    found = spans(talk().trace(tmp_path))
    asked, came = found["m2.p2"], found["m2.p2-result"]
    assert (asked.kind, asked.by, asked.call_id, asked.name) == ("tool-call", "model", "c1", "bash")
    assert (came.kind, came.by, came.call_id, came.role) == ("tool-result", "tool", "c1", "tool")


def test_results_stand_behind_all_calls_of_their_step(tmp_path: Path) -> None:
    log = Log().user("m1", "go").model("m2", tool("c1", "one"), tool("c2", "two"))
    assert windows(log.trace(tmp_path))[-1][1:] == ["m2.p1", "m2.p2", "m2.p1-result", "m2.p2-result"]


def test_an_older_message_of_several_steps_is_several_calls(tmp_path: Path) -> None:
    spent: list[dict[str, Any]] = [{"input": 100 * n, "output": 1} for n in (1, 2)]
    steps = (
        {"type": "step-start"},
        tool("c1", "one"),
        {"type": "step-finish", "tokens": spent[0]},
        {"type": "step-start"},
        {"type": "text", "text": "So it is."},
        {"type": "step-finish", "tokens": spent[1]},
    )
    trace = Log().user("m1", "go").message("m2", {"role": "assistant"}, steps).trace(tmp_path)
    assert [call.tokens for call in calls(trace)] == [100, 200]
    assert texts(trace)[1] == ["go", '{"command":"make"}', "one"]


@pytest.mark.parametrize("tool_name", ["read", "grep", "glob", "list", "webfetch"])
def test_results_of_reading_tools_are_reads(tmp_path: Path, tool_name: str) -> None:
    log = Log().user("m1", "go").model("m2", tool("c1", "text", tool=tool_name, input={"path": "a"}))
    assert spans(log.trace(tmp_path))["m2.p1-result"].kind == "read"


@pytest.mark.parametrize(("command", "kind"), [("cat a | head", "read"), ("cat a > b", "tool-result")])
def test_a_shell_command_reads_or_does_not(tmp_path: Path, command: str, kind: str) -> None:
    log = Log().user("m1", "go").model("m2", tool("c1", "text", input={"command": command}))
    assert spans(log.trace(tmp_path))["m2.p1-result"].kind == kind


def test_a_failed_call_is_an_error_with_its_words(tmp_path: Path) -> None:
    log = Log().user("m1", "go").model("m2", tool("c1", None, status="error", error="no such sieve"))
    came = spans(log.trace(tmp_path))["m2.p1-result"]
    assert (came.text, came.tags) == ("no such sieve", ("error",))


def test_a_command_that_fails_is_an_error(tmp_path: Path) -> None:
    log = Log().user("m1", "go").model("m2", tool("c1", "boom", metadata={"exit": 2}))
    assert spans(log.trace(tmp_path))["m2.p1-result"].tags == ("error",)


def test_a_command_that_succeeds_is_none(tmp_path: Path) -> None:
    log = Log().user("m1", "go").model("m2", tool("c1", "fine", metadata={"exit": 0}))
    assert spans(log.trace(tmp_path))["m2.p1-result"].tags == ()


def test_what_an_interrupted_command_had_said_is_its_result(tmp_path: Path) -> None:
    state: dict[str, Any] = {
        "status": "error",
        "error": "aborted",
        "metadata": {"interrupted": True, "output": "half a list"},
    }
    log = Log().user("m1", "go").model("m2", tool("c1", None, **state))
    assert spans(log.trace(tmp_path))["m2.p1-result"].text == "half a list"


def test_a_result_that_never_came_is_said_to_the_next_call(tmp_path: Path) -> None:
    log = Log().user("m1", "go").model("m2", tool("c1", None, status="running")).model("m3", "Again.")
    assert texts(log.trace(tmp_path))[1][-1] == "[Tool execution was interrupted]"


def test_a_call_that_still_runs_has_no_result(tmp_path: Path) -> None:
    log = Log().user("m1", "go").model("m2", tool("c1", None, status="running"))
    assert windows(log.trace(tmp_path))[-1] == ["m1.p0", "m2.p1"]


def test_a_saved_output_has_its_copy(tmp_path: Path) -> None:
    text = "...output truncated...\n\nFull output saved to: /var/out/tool_1\n\nrow 9000"
    state: dict[str, Any] = {"metadata": {"truncated": True, "outputPath": "/var/out/tool_1"}}
    log = Log().user("m1", "go").model("m2", tool("c1", text, **state))
    came = spans(log.trace(tmp_path))["m2.p1-result"]
    assert (came.external_copy, came.text) == ("/var/out/tool_1", text)


def test_a_file_that_the_model_was_never_told_of_is_no_copy(tmp_path: Path) -> None:
    state: dict[str, Any] = {"metadata": {"truncated": True, "outputPath": "/var/out/tool_1"}}
    log = Log().user("m1", "go").model("m2", tool("c1", "row 9000", **state))
    assert spans(log.trace(tmp_path))["m2.p1-result"].external_copy is None


def test_a_result_with_a_picture_is_not_complete(tmp_path: Path) -> None:
    log = Log().user("m1", "go").model("m2", tool("c1", "see", attachments=[{"mime": "image/png", "url": "data:x"}]))
    assert not spans(log.trace(tmp_path))["m2.p1-result"].complete


def test_reasoning_is_the_model_s_scratchpad(tmp_path: Path) -> None:
    log = Log().user("m1", "go").model("m2", {"type": "reasoning", "text": "perhaps 4"}, "It is 4.")
    found = spans(log.trace(tmp_path))["m2.p1"]
    assert (found.role, found.by, found.tags) == ("scratchpad", "model", ("thinking",))


def test_what_the_harness_adds_in_the_user_s_role_is_its_own(tmp_path: Path) -> None:
    log = Log().user("m1", "see a", {"type": "text", "text": "<file>a</file>", "synthetic": True})
    found = spans(log.trace(tmp_path))
    assert (found["m1.p0"].by, found["m1.p1"].by) == ("human", "host")


def test_a_part_that_is_ignored_is_not_in_the_window(tmp_path: Path) -> None:
    log = Log().user("m1", "go", {"type": "text", "text": "never mind", "ignored": True})
    trace = log.trace(tmp_path)
    assert (windows(trace)[-1], trace.lines.not_context) == (["m1.p0"], {"part/text": 1})


def test_a_text_file_is_shown_by_another_part(tmp_path: Path) -> None:
    log = Log().user("m1", "go", {"type": "file", "mime": "text/plain", "filename": "a", "url": "file:a"})
    assert windows(log.trace(tmp_path))[-1] == ["m1.p0"]


def test_a_picture_is_there_but_cannot_be_read(tmp_path: Path) -> None:
    log = Log().user("m1", "go", {"type": "file", "mime": "image/png", "filename": "a.png", "url": "data:x"})
    found = spans(log.trace(tmp_path))["m1.p1"]
    assert (found.text, found.complete, found.by) == ("[Attached image/png: a.png]", False, "human")


@pytest.mark.parametrize("kind", ["snapshot", "patch", "agent", "retry", "something-new"])
def test_other_parts_are_counted_by_kind(tmp_path: Path, kind: str) -> None:
    log = Log().user("m1", "go").model("m2", {"type": kind})
    assert log.trace(tmp_path).lines.not_context == {f"part/{kind}": 1}


def test_an_answer_that_failed_is_not_sent_again(tmp_path: Path) -> None:
    log = Log().user("m1", "go").model("m2", "Half a", error={"name": "APIError"}).model("m3", "All of it.")
    trace = log.trace(tmp_path)
    assert texts(trace) == [["go"], ["go", "All of it."]]
    assert trace.lines.not_context == {"answer that failed": 1, "part of an answer that failed": 3}


def test_an_answer_that_the_human_cut_short_stays(tmp_path: Path) -> None:
    log = Log().user("m1", "go").model("m2", "Half a", error={"name": "MessageAbortedError"})
    assert texts(log.trace(tmp_path))[-1] == ["go", "Half a"]


def test_an_answer_that_was_cut_short_before_it_began_is_none(tmp_path: Path) -> None:
    log = Log().user("m1", "go")
    log.message("m2", {"role": "assistant", "error": {"name": "MessageAbortedError"}}, ({"type": "step-start"},))
    assert calls(log.trace(tmp_path)) == []


def test_a_command_of_the_human_is_no_model_call(tmp_path: Path) -> None:
    log = Log().user("m1", {"type": "text", "text": "The following tool was executed by the user", "synthetic": True})
    trace = log.message("m2", {"role": "assistant", "mode": "build"}, (tool("c1", "a b"),)).trace(tmp_path)
    assert (calls(trace), spans(trace)["m2.p0"].by) == ([], "human")
    assert texts(trace)[-1][1:] == ['{"command":"make"}', "a b"]


def test_what_the_human_went_back_over_is_withdrawn(tmp_path: Path) -> None:
    log = Log(revert={"messageID": "m3"}).user("m1", "go").model("m2", "Yes.").user("m3", "not so").model("m4", "No.")
    (edit,) = edits(log.trace(tmp_path))
    assert (edit.by, windows(log.trace(tmp_path))[-1]) == ("human", ["m1.p0", "m2.p1"])


def test_going_back_into_a_message_leaves_its_first_parts(tmp_path: Path) -> None:
    log = Log(revert={"messageID": "m2", "partID": "m2.p2"}).user("m1", "go").model("m2", "One.", "Two.")
    assert texts(log.trace(tmp_path))[-1] == ["go", "One."]


def test_going_back_to_nowhere_takes_nothing(tmp_path: Path) -> None:
    log = Log(revert={"messageID": "m9"}).user("m1", "go").model("m2", "Yes.")
    assert edits(log.trace(tmp_path)) == []


def test_the_header_says_which_run_this_is(tmp_path: Path) -> None:
    header = talk().trace(tmp_path).header
    assert (header.id, header.agent, header.model, header.cwd) == ("ses_1", "opencode 1.2.3", "test-1", "/srv/mill")
    assert (header.citations, header.started_at, header.lane) == ("implicit", "1970-01-01T00:00:01.000+00:00", None)


def test_an_event_comes_from_a_record_of_the_file(tmp_path: Path) -> None:
    origin = talk().trace(tmp_path).events[0].origin
    assert origin is not None
    assert (origin.file, origin.line, origin.record, origin.id) == ("export.json", None, 3, "m1.p0")
