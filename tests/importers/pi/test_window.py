"""Entries on the path to the newest one are the window; each answer of the model is a call."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ctxaudit.importers import read_traces
from ctxaudit.model import Evict
from tests.importers.pi.log import Log, call, stored
from tests.importers.shown import calls, edits, hold, spans, texts, windows


def talk() -> Log:
    log = Log().user("u1", "which sieve?").model("a1", "Looking.", call("c1"), tokens=900)
    return log.result("r1", "c1", "sieve 4").model("a2", "Sieve 4.", tokens=950)


def test_the_window_grows_call_by_call(tmp_path: Path) -> None:
    assert texts(talk().trace(tmp_path)) == [
        ["which sieve?"],
        ["which sieve?", "Looking.", '{"command":"make"}', "sieve 4"],
        ["which sieve?", "Looking.", '{"command":"make"}', "sieve 4", "Sieve 4."],
    ]


def test_a_session_is_known_by_its_header(tmp_path: Path) -> None:
    talk().trace(tmp_path)
    (trace,) = read_traces(str(tmp_path / "run.jsonl"))
    assert trace.format == "pi"


def test_every_line_is_counted(tmp_path: Path) -> None:
    hold(talk().traces(tmp_path), 5)


def test_a_call_has_the_recorded_size_of_its_window(tmp_path: Path) -> None:
    assert [call.tokens for call in calls(talk().trace(tmp_path))] == [900, 950]


def test_cached_tokens_are_part_of_the_window(tmp_path: Path) -> None:
    usage = {"input": 10, "output": 1, "cacheRead": 800, "cacheWrite": 90}
    assert calls(Log().user("u1", "go").model("a1", "Yes.", usage=usage).trace(tmp_path))[0].tokens == 900


def test_call_and_result_are_bound(tmp_path: Path) -> None:
    found = spans(talk().trace(tmp_path))
    asked, came = found["a1.1"], found["r1"]
    assert (asked.kind, asked.by, asked.call_id, asked.name) == ("tool-call", "model", "c1", "bash")
    assert (came.kind, came.by, came.call_id, came.role) == ("tool-result", "tool", "c1", "tool")


@pytest.mark.parametrize(("command", "kind"), [("cat a", "read"), ("rm a", "tool-result")])
def test_a_shell_command_reads_or_does_not(tmp_path: Path, command: str, kind: str) -> None:
    log = Log().user("u1", "go").model("a1", call("c1", command)).result("r1", "c1", "x")
    assert spans(log.trace(tmp_path))["r1"].kind == kind


def test_the_reading_tool_reads(tmp_path: Path) -> None:
    log = Log().user("u1", "go").model("a1", call("c1", tool="read")).result("r1", "c1", "x")
    assert spans(log.trace(tmp_path))["r1"].kind == "read"


def test_a_failed_result_is_an_error(tmp_path: Path) -> None:
    log = Log().user("u1", "go").model("a1", call("c1")).result("r1", "c1", "boom", isError=True)
    assert spans(log.trace(tmp_path))["r1"].tags == ("error",)


def test_a_cut_output_has_its_copy(tmp_path: Path) -> None:
    details = {"truncation": {"truncated": True}, "fullOutputPath": "/tmp/pi-1.log"}
    text = "row 9\n\n[Showing lines 9-9 of 9. Full output: /tmp/pi-1.log]"
    log = Log().user("u1", "go").model("a1", call("c1")).result("r1", "c1", text, details=details)
    found = spans(log.trace(tmp_path))["r1"]
    assert (found.external_copy, found.text) == ("/tmp/pi-1.log", text)


def test_a_file_that_the_model_was_never_told_of_is_no_copy(tmp_path: Path) -> None:
    log = Log().user("u1", "go").model("a1", call("c1"))
    trace = log.result("r1", "c1", "row 9", details={"fullOutputPath": "/tmp/pi-1.log"}).trace(tmp_path)
    assert spans(trace)["r1"].external_copy is None


def test_a_result_that_only_speaks_of_a_full_output_has_no_copy(tmp_path: Path) -> None:
    log = Log().user("u1", "go").model("a1", call("c1")).result("r1", "c1", "[Full output: /tmp/x]")
    assert spans(log.trace(tmp_path))["r1"].external_copy is None


def test_a_picture_cannot_be_read(tmp_path: Path) -> None:
    log = Log().user("u1", [{"type": "text", "text": "see"}, {"type": "image", "data": "x", "mimeType": "image/png"}])
    found = spans(log.trace(tmp_path))
    assert (found["u1.1"].text, found["u1.1"].complete) == ("[image]", False)


def test_thinking_is_the_model_s_scratchpad(tmp_path: Path) -> None:
    log = Log().user("u1", "go").model("a1", {"type": "thinking", "thinking": "perhaps 4"}, "It is 4.")
    assert (spans(log.trace(tmp_path))["a1.0"].role, len(spans(log.trace(tmp_path)))) == ("scratchpad", 3)


def test_thinking_that_is_empty_on_disk_is_left_out(tmp_path: Path) -> None:
    log = Log().user("u1", "go").model("a1", {"type": "thinking", "thinking": "", "redacted": True}, "It is 4.")
    assert texts(log.trace(tmp_path))[-1] == ["go", "It is 4."]


def test_a_command_of_the_human_is_put_to_the_model_by_the_host(tmp_path: Path) -> None:
    log = Log().message("b1", "bashExecution", None, command="ls", output="a b", exitCode=0)
    found = spans(log.trace(tmp_path))["b1"]
    assert (found.text, found.by, found.role) == ("Ran `ls`\n```\na b\n```", "host", "user")


@pytest.mark.parametrize(
    ("keys", "end"),
    [
        ({"exitCode": 2}, "Command exited with code 2"),
        ({"cancelled": True}, "(command cancelled)"),
        ({"output": ""}, "(no output)"),
        ({"truncated": True, "fullOutputPath": "/tmp/o"}, "[Output truncated. Full output: /tmp/o]"),
    ],
)
def test_how_a_command_ended_is_said(tmp_path: Path, keys: dict[str, Any], end: str) -> None:
    log = Log().message("b1", "bashExecution", None, **{"command": "ls", "output": "a", **keys})
    assert spans(log.trace(tmp_path))["b1"].text.endswith(end)


def test_a_command_that_is_kept_from_the_model_is_no_context(tmp_path: Path) -> None:
    log = Log().message("b1", "bashExecution", None, command="ls", output="a", excludeFromContext=True)
    assert log.trace(tmp_path).lines.not_context == {"message/bashExecution": 1}


@pytest.mark.parametrize("role", ["custom", "hookMessage"])
def test_what_an_extension_says_is_the_host_s(tmp_path: Path, role: str) -> None:
    assert spans(Log().message("x", role, "mind the dust").trace(tmp_path))["x"].by == "host"


def test_an_injected_message_is_the_host_s(tmp_path: Path) -> None:
    log = Log().entry("x", "custom_message", customType="note", content="mind the dust", display=True)
    assert (spans(log.trace(tmp_path))["x"].by, texts(log.trace(tmp_path))[-1]) == ("host", ["mind the dust"])


@pytest.mark.parametrize("reason", ["error", "aborted"])
def test_an_answer_that_failed_or_was_cut_short_is_not_sent_again(tmp_path: Path, reason: str) -> None:
    log = Log().user("u1", "go").model("a1", "Half a", stopReason=reason).model("a2", "All of it.")
    trace = log.trace(tmp_path)
    assert texts(trace) == [["go"], ["go", "All of it."]]
    assert trace.lines.not_context == {"answer that failed or was cut short": 1}


@pytest.mark.parametrize(
    "kind", ["model_change", "thinking_level_change", "label", "session_info", "usage", "custom", "new"]
)
def test_other_entries_are_counted_by_kind(tmp_path: Path, kind: str) -> None:
    assert Log().user("u1", "go").entry("x", kind).trace(tmp_path).lines.not_context == {kind: 1}


def test_a_system_message_stands_first(tmp_path: Path) -> None:
    log = (
        Log()
        .user("u1", "go")
        .entry("s", "message", message={"role": "system", "content": "", "sections": {"a": "Mend."}})
    )
    assert texts(log.trace(tmp_path))[-1] == ["Mend.", "go"]


def test_a_new_system_message_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    log = Log().message("s1", "system", "Mend.").user("u1", "go").message("s2", "system", "Mend well.")
    trace = log.model("a1", "Yes.").trace(tmp_path)
    (edit,) = edits(trace)
    assert isinstance(edit, Evict)
    assert (edit.reason, texts(trace)[0]) == ("dispensable", ["Mend well.", "go"])


def test_the_same_system_message_again_is_nothing(tmp_path: Path) -> None:
    log = Log().message("s1", "system", "Mend.").user("u1", "go").message("s2", "system", "Mend.")
    assert edits(log.trace(tmp_path)) == []


def test_the_header_says_which_run_this_is(tmp_path: Path) -> None:
    header = talk().trace(tmp_path).header
    assert (header.id, header.agent, header.model, header.cwd) == ("run-1", "pi", "test-1", "/srv/mill")
    assert (header.started_at, header.citations) == ("2026-03-01T10:00:00.000Z", "implicit")


def test_a_fork_says_where_it_comes_from(tmp_path: Path) -> None:
    assert Log(parentSession="/s/old.jsonl").user("u1", "go").trace(tmp_path).notes[0] == "forked from /s/old.jsonl"


def test_an_event_comes_from_a_line_of_the_file(tmp_path: Path) -> None:
    origin = talk().trace(tmp_path).events[0].origin
    assert origin is not None
    assert (origin.file, origin.line, origin.id) == ("run.jsonl", 2, "u1")


def test_a_session_of_openclaw_is_known_by_its_folder(tmp_path: Path) -> None:
    content = (tmp_path / "run.jsonl", talk().trace(tmp_path))[0].read_bytes()
    (trace,) = stored(tmp_path, content, ".openclaw/agents/main/sessions/x.jsonl")
    assert trace.header.agent == "openclaw"


def test_a_copy_of_a_delivered_message_is_no_call(tmp_path: Path) -> None:
    log = talk().model("d1", "Sieve 4.", provider="openclaw", model="delivery-mirror")
    trace = log.trace(tmp_path)
    assert (trace.header.agent, len(calls(trace)), trace.header.model) == ("openclaw", 2, "test-1")
    assert trace.lines.not_context == {"copy of a delivered message": 1}


def test_a_second_header_begins_another_session(tmp_path: Path) -> None:
    log = talk()
    log.lines += Log(id="run-2").user("u1", "anew").lines
    first, second = log.traces(tmp_path)
    assert (first.header.id, second.header.id, second.header.line) == ("run-1", "run-2", 6)
    assert windows(second) == [["u1"]]


def test_going_back_withdraws_what_stood_behind(tmp_path: Path) -> None:
    trace = talk().on("r1").user("u2", "and the mesh?").model("a3", "80.").trace(tmp_path)
    (edit,) = edits(trace)
    assert isinstance(edit, Evict)
    assert (edit.spans, edit.reason, edit.by, edit.basis) == (("a2",), "withdrawn", "human", "derived")


def test_a_branch_that_is_taken_up_again_comes_back(tmp_path: Path) -> None:
    log = talk().on("r1").user("u2", "and the mesh?").on("a2").user("u3", "go on").model("a3", "On.")
    assert texts(log.trace(tmp_path))[-1][-3:] == ["Sieve 4.", "go on", "On."]


def test_a_new_root_withdraws_everything(tmp_path: Path) -> None:
    assert texts(talk().on(None).user("u2", "anew").trace(tmp_path))[-1] == ["anew"]


def test_the_first_version_is_one_line_after_the_other(tmp_path: Path) -> None:
    trace = Log(None).user("", "go").model("", "Yes.").trace(tmp_path)
    assert windows(trace)[-1] == ["line-2", "line-3"]
