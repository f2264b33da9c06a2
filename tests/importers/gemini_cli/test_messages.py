"""Messages: what of them is in the window, when a call was made, and that nothing counts twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.importers.gemini_cli.session import Session, message, response, used, user
from tests.importers.seen import calls, edits, spans, texts, truncations, windows


def test_each_message_of_the_model_is_a_call(tmp_path: Path) -> None:
    trace = (
        Session().user("u1", "go").model("g1", "One.", 900).user("u2", "on").model("g2", "Two.", 950).trace(tmp_path)
    )
    assert [call.tokens for call in calls(trace)] == [900, 950]
    assert windows(trace) == [["go"], ["go", "One.", "on"], ["go", "One.", "on", "Two."]]


def test_a_message_that_is_written_again_is_one(tmp_path: Path) -> None:
    log = Session().user("u1", "go").model("g1", "").add({"$set": {"lastUpdated": "x"}})
    trace = log.model("g1", "One.", 900, toolCalls=[used("c1")]).trace(tmp_path)
    assert [call.tokens for call in calls(trace)] == [900]
    assert texts(trace)[1] == "One."
    assert (trace.lines.events, trace.lines.not_context) == (3, {"$set": 1, "metadata": 1})


def test_a_count_may_come_later(tmp_path: Path) -> None:
    log = Session().user("u1", "go").model("g1", "One.").user("u2", "on").model("g1", "One.", 900)
    trace = log.trace(tmp_path)
    assert [call.tokens for call in calls(trace)] == [900]
    assert edits(trace) == []


def test_a_result_that_is_told_twice_counts_once(tmp_path: Path) -> None:
    log = Session().user("u1", "go").model("g1", toolCalls=[used("c1", "dam 7")])
    trace = log.results("u2", response("c1", "dam 7")).model("g2", "Dam 7.").trace(tmp_path)
    assert texts(trace).count("dam 7") == 1
    assert spans(trace)["u2"].text == "dam 7"


def test_a_result_that_is_told_beside_its_call_alone_counts_too(tmp_path: Path) -> None:
    trace = (
        Session().user("u1", "go").model("g1", toolCalls=[used("c1", "dam 7")]).model("g2", "Dam 7.").trace(tmp_path)
    )
    assert windows(trace)[1][-1] == "dam 7"
    call, result = (span for span in spans(trace).values() if span.call_id == "c1")
    assert (call.kind, result.kind, result.name) == ("tool-call", "read", "read_file")


def test_a_call_that_content_and_list_both_name_is_one(tmp_path: Path) -> None:
    part = {"functionCall": {"id": "c1", "name": "read_file", "args": {"file_path": "dam.txt"}}}
    log = Session().user("u1", "go").add(message("g1", "gemini", [part], toolCalls=[used("c1")]))
    assert len([span for span in spans(log.trace(tmp_path)).values() if span.kind == "tool-call"]) == 1


def test_a_result_that_comes_late_stands_behind_its_call(tmp_path: Path) -> None:
    log = Session().user("u1", "go").model("g1", "Wait.").user("u2", "well?")
    trace = log.model("g1", "Wait.", toolCalls=[used("c1", "dam 7")]).model("g2", "Dam 7.").trace(tmp_path)
    assert [text[:5] for text in windows(trace)[1]] == ["go", "Wait.", '{"fil', "well?", "dam 7"]


@pytest.mark.parametrize(
    ("result", "tool", "failed"),
    [
        ({"error": "no such file"}, "read_file", True),
        ({"output": "Output: x\nExit Code: 2\nSignal: 0"}, "run_shell_command", True),
        ({"output": "Output: x\nExit Code: 0"}, "run_shell_command", False),
        ({"output": "the error is old"}, "read_file", False),
    ],
)
def test_a_result_says_whether_it_failed(tmp_path: Path, result: dict[str, str], tool: str, failed: bool) -> None:
    told = {"functionResponse": {"id": "c1", "name": tool, "response": result}}
    (span,) = spans(Session().results("u1", told).trace(tmp_path)).values()
    assert span.tags == (("error",) if failed else ())


@pytest.mark.parametrize(
    ("name", "args", "kind"),
    [
        ("read_file", {"file_path": "a"}, "read"),
        ("google_web_search", {"query": "a"}, "read"),
        ("run_shell_command", {"command": "git log"}, "read"),
        ("run_shell_command", {"command": "rm a"}, "tool-result"),
        ("write_file", {"file_path": "a"}, "tool-result"),
    ],
)
def test_what_only_reads_gives_a_reading(tmp_path: Path, name: str, args: dict[str, str], kind: str) -> None:
    trace = Session().model("g1", toolCalls=[used("c1", "x", name, **args)]).trace(tmp_path)
    assert list(spans(trace).values())[-1].kind == kind


def test_a_preview_names_its_copy(tmp_path: Path) -> None:
    text = "Output too large. Showing first 2 and last 2 characters. For full output see: /tmp/out/c1.txt\nab\n...\nyz"
    (span,) = spans(Session().results("u1", response("c1", text)).trace(tmp_path)).values()
    assert (span.external_copy, span.complete) == ("/tmp/out/c1.txt", True)


def test_talk_about_a_preview_is_none(tmp_path: Path) -> None:
    text = "the log says: Output too large. For full output see: /tmp/out/c1.txt"
    (span,) = spans(Session().results("u1", response("c1", text)).trace(tmp_path)).values()
    assert span.external_copy is None


@pytest.mark.parametrize("text", ["<session_context>\nToday is Monday", "<hook_context>be brief</hook_context>"])
def test_what_the_harness_says_in_the_user_s_role_is_the_host_s(tmp_path: Path, text: str) -> None:
    (span,) = spans(Session().user("u1", text).trace(tmp_path)).values()
    assert (span.role, span.by) == ("user", "host")


@pytest.mark.parametrize("text", ["/compress", "/chat save x", "?"])
def test_a_command_of_the_program_is_not_sent(tmp_path: Path, text: str) -> None:
    trace = Session().user("u1", text).trace(tmp_path)
    assert (texts(trace), trace.lines.not_context) == ([], {"message/user": 1, "metadata": 1})


@pytest.mark.parametrize("text", ["/srv/dam.txt is wrong", "what is this?"])
def test_a_path_or_a_question_is_no_command(tmp_path: Path, text: str) -> None:
    assert texts(Session().user("u1", text).trace(tmp_path)) == [text]


def test_warnings_are_no_context_and_pictures_in_an_information_are(tmp_path: Path) -> None:
    picture = [{"text": "shown"}, {"inlineData": {"mimeType": "image/png", "data": "AA"}}]
    trace = Session().add(message("w1", "warning", "slow")).add(message("i1", "info", picture)).trace(tmp_path)
    (span,) = spans(trace).values()
    assert (span.text, span.by, span.complete) == ("[image/png]", "host", False)
    assert trace.lines.not_context == {"message/warning": 1, "metadata": 1}


def test_thoughts_are_left_out_and_said(tmp_path: Path) -> None:
    log = Session().add(message("g1", "gemini", [{"text": "hm", "thought": True}, {"text": "Yes."}]))
    trace = log.model("g2", "No.", thoughts=[{"subject": "a", "description": "b"}]).trace(tmp_path)
    assert texts(trace) == ["Yes.", "No."]
    assert trace.notes[0].startswith("2 thoughts are left out")


def test_a_document_counts_records(tmp_path: Path) -> None:
    trace = Session().user("u1", "go").model("g1", "One.", 900).trace(tmp_path, document=True)
    assert (trace.header.id, trace.lines.read, trace.lines.events) == ("session-1", 2, 2)
    assert [(event.origin.line, event.origin.record) for event in trace.events if event.origin] == [
        (None, 1),
        (None, 2),
        (None, 2),
    ]


def test_a_document_of_roles_and_parts_is_read(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.json"
    path.write_text('{"history": [{"role": "user", "parts": [{"text": "go"}]}, {"role": "model", "parts": ["Yes."]}]}')
    from ctxaudit.importers.gemini_cli import read
    from ctxaudit.ingest.source import open_source

    (trace,) = read(open_source(str(path)))
    assert windows(trace) == [["go"], ["go", "Yes."]]


def test_a_damaged_document_is_read_up_to_the_damage(tmp_path: Path) -> None:
    content = Session().user("u1", "go").model("g1", "One.").user("u2", "on").document
    path = tmp_path / "session.json"
    path.write_bytes(content[: content.index(b'"u2"')])
    from ctxaudit.importers.gemini_cli import read
    from ctxaudit.ingest.source import open_source

    (trace,) = read(open_source(str(path)))
    assert texts(trace) == ["go", "One."]
    assert [problem.hole for problem in trace.problems] == [True]


def test_a_subagent_s_log_is_a_lane_and_its_prompt_the_host_s(tmp_path: Path) -> None:
    folder = tmp_path / "parent-1"
    folder.mkdir()
    trace = Session(kind="subagent", sessionId="agent-2").user("u1", "count dams").trace(folder)
    assert (trace.header.lane, trace.header.parent) == ("agent-2", "parent-1")
    assert [span.by for span in spans(trace).values()] == ["host"]


def test_the_header_names_the_run(tmp_path: Path) -> None:
    header = Session(directories=["/srv/dam"]).user("u1", "go").model("g1", "Yes.").trace(tmp_path).header
    assert (header.id, header.agent, header.model, header.cwd) == ("session-1", "gemini-cli", "gemini-test", "/srv/dam")


def test_a_text_that_grows_later_takes_the_shorter_one_s_place(tmp_path: Path) -> None:
    log = Session().user("u1", "go").model("g1", "On").user("u2", "well?").model("g1", "One.").model("g2", "Two.")
    trace = log.trace(tmp_path)
    assert windows(trace)[-1] == ["go", "One.", "well?", "Two."]
    assert [cut.basis for cut in truncations(trace)] == ["derived"]


def test_the_first_list_of_messages_is_no_edit(tmp_path: Path) -> None:
    trace = Session().all_are(user("u1", "<session_context>x"), message("g1", "gemini", "Hi.")).trace(tmp_path)
    assert (edits(trace), len(calls(trace)), trace.lines.events) == ([], 1, 1)
