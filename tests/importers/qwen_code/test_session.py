"""Records: what of them is in the window, when a call was made, what was never sent, whose trace it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.importers.qwen_code.session import Session, answered, asked, turn
from tests.importers.seen import calls, edits, evictions, spans, texts, windows


def test_each_record_of_the_model_is_a_call(tmp_path: Path) -> None:
    log = Session().user("u1", "go").model("a1", asked("k1"), tokens=700).result("r1", "k1", "hive 9")
    trace = log.model("a2", "Hive 9.", tokens=760).trace(tmp_path)
    assert [call.tokens for call in calls(trace)] == [700, 760]
    assert windows(trace)[1] == ["go", '{"path":"hive.txt"}', "hive 9"]


def test_the_first_release_counted_under_other_names(tmp_path: Path) -> None:
    log = Session().user("u1", "go").model("a1", "Yes.", usageMetadata={"input": 640, "output": 3})
    assert [call.tokens for call in calls(log.trace(tmp_path))] == [640]


def test_lines_of_one_record_are_joined(tmp_path: Path) -> None:
    log = Session().user("u1", "go").model("a1", "One.").on("u1").model("a1", "Two.", tokens=700)
    trace = log.trace(tmp_path)
    assert [call.tokens for call in calls(trace)] == [700]
    assert windows(trace)[-1] == ["go", "One.", "Two."]
    assert trace.lines.events == 3


def test_thoughts_stay_as_a_scratchpad(tmp_path: Path) -> None:
    trace = Session().user("u1", "go").model("a1", {"text": "hm", "thought": True}, "Yes.").trace(tmp_path)
    assert [(span.text, span.role) for span in spans(trace).values()][1:] == [
        ("hm", "scratchpad"),
        ("Yes.", "assistant"),
    ]


def test_what_the_screen_shows_is_no_context(tmp_path: Path) -> None:
    log = Session().user("u1", "go").model("a1", asked("k1"))
    trace = log.result("r1", "k1", "short", toolCallResult={"resultDisplay": "long"}).trace(tmp_path)
    assert "long" not in texts(trace)


@pytest.mark.parametrize("subtype", ["notification", "cron", "agent_message", "agent_mention"])
def test_what_is_not_the_human_s_is_the_host_s(tmp_path: Path, subtype: str) -> None:
    (span,) = spans(Session().user("u1", "a bell rang", subtype=subtype).trace(tmp_path)).values()
    assert (span.role, span.by) == ("user", "host")


@pytest.mark.parametrize(("source", "maker"), [("real_user", "human"), ("goal_runtime", "host"), (None, "human")])
def test_a_record_may_say_whose_it_is(tmp_path: Path, source: str | None, maker: str) -> None:
    (span,) = spans(Session().user("u1", "go", provenance=source).trace(tmp_path)).values()
    assert span.by == maker


def test_a_hook_s_context_is_parted_from_the_prompt(tmp_path: Path) -> None:
    log = Session().user("u1", "go", "<qwen:user-prompt-submit-context>\nbe brief\n</qwen:user-prompt-submit-context>")
    assert [span.by for span in spans(log.trace(tmp_path)).values()] == ["human", "host"]


def test_a_message_in_the_midst_of_a_turn_is_the_human_s(tmp_path: Path) -> None:
    log = Session().user("u1", "go").model("a1", asked("k1")).result("r1", "k1", "x")
    trace = log.user("u2", "quick", subtype="mid_turn_user_message").model("a2", "Yes.").trace(tmp_path)
    assert spans(trace)["u2"].by == "human"


@pytest.mark.parametrize("subtype", ["realtime_message", "code_mode_tool_result"])
def test_some_messages_are_not_sent(tmp_path: Path, subtype: str) -> None:
    trace = Session().user("u1", "go", subtype=subtype).trace(tmp_path)
    assert (texts(trace), trace.lines.not_context) == ([], {f"user/{subtype}": 1})


def test_a_command_that_was_carried_out_takes_its_echo_along(tmp_path: Path) -> None:
    log = Session().user("u1", "/stats").system("s1", "slash_command", phase="result", rawCommand="/stats")
    trace = log.user("u2", "go").model("a1", "Yes.").trace(tmp_path)
    assert windows(trace)[-1] == ["go", "Yes."]
    assert trace.lines.not_context == {"command that was not sent": 1, "system/slash_command": 1}


def test_a_command_that_was_sent_stays(tmp_path: Path) -> None:
    log = Session().user("u1", "/plan")
    log.system("s1", "slash_command", phase="result", rawCommand="/plan", sentToModel=True).model("a1", "Yes.")
    assert windows(log.trace(tmp_path))[-1] == ["/plan", "Yes."]


def test_a_draft_that_nothing_hangs_on_was_never_sent(tmp_path: Path) -> None:
    log = (
        Session().user("u1", "go").model("a1", "Yes.").user("u2", "draft").on("a1").user("u3", "on").model("a2", "No.")
    )
    trace = log.trace(tmp_path)
    assert (windows(trace)[-1], edits(trace)) == (["go", "Yes.", "on", "No."], [])
    assert trace.lines.not_context == {"draft that was never sent": 1}


def test_other_records_are_places_in_the_tree(tmp_path: Path) -> None:
    log = Session().user("u1", "go").system("s1", "ui_telemetry").model("a1", "Yes.").system("s2", "custom_title")
    trace = log.user("u2", "on").model("a2", "No.").trace(tmp_path)
    assert (windows(trace)[-1], edits(trace)) == (["go", "Yes.", "on", "No."], [])


def test_a_lost_parent_is_said_and_makes_no_rewind(tmp_path: Path) -> None:
    log = Session().user("u1", "go").model("a1", "Yes.").on("lost").user("u2", "on").model("a2", "No.")
    trace = log.trace(tmp_path)
    assert (windows(trace)[-1], evictions(trace)) == (["go", "Yes.", "on", "No."], [])
    assert any("parent that is not in the log (line 3)" in note for note in trace.notes)


def test_the_history_that_a_fork_starts_from_stands_first(tmp_path: Path) -> None:
    log = Session().system("b1", "agent_bootstrap", kind="fork", history=[turn("user", "go"), turn("model", "Yes.")])
    trace = log.user("u1", "on").model("a1", "No.").trace(tmp_path)
    assert windows(trace) == [["go", "Yes.", "on"], ["go", "Yes.", "on", "No."]]


def test_a_subagent_in_the_file_is_a_lane_of_its_own(tmp_path: Path) -> None:
    log = Session().user("u1", "go").model("a1", "Yes.")
    log.on(None).user("x1", "count hives", isSidechain=True, agentId="agent-2")
    log.model("x2", "Nine.", isSidechain=True, agentId="agent-2").on("a1").user("u2", "on").model("a2", "No.")
    main, agent = log.traces(tmp_path)
    assert windows(main)[-1] == ["go", "Yes.", "on", "No."]
    assert (agent.header.lane, agent.header.parent) == ("agent-2", "session-1")
    assert [span.by for span in spans(agent).values()] == ["host", "model"]


def test_another_session_in_the_file_is_a_trace_of_its_own(tmp_path: Path) -> None:
    log = Session().user("u1", "go")
    log.lines += Session("session-2").user("v1", "stop").lines
    assert [(trace.header.id, trace.lines.read) for trace in log.traces(tmp_path)] == [
        ("session-1", 1),
        ("session-2", 1),
    ]


def test_the_header_names_the_run(tmp_path: Path) -> None:
    log = Session().user("u1", "go").model("a1", "Yes.", contextWindowSize=131_072)
    header = log.trace(tmp_path).header
    assert (header.id, header.agent, header.model) == ("session-1", "qwen-code 0.21.0", "qwen-test")
    assert (header.cwd, header.budget, header.citations) == ("/srv/hive", 131_072, "implicit")


def test_two_records_on_a_line_are_both_read(tmp_path: Path) -> None:
    log = Session().user("u1", "go").model("a1", "Yes.")
    log.lines = ["".join(log.lines)]
    assert windows(log.trace(tmp_path))[-1] == ["go", "Yes."]


def test_parallel_answers_of_one_record_pair_up(tmp_path: Path) -> None:
    log = Session().user("u1", "go").model("a1", asked("k1"), asked("k2"))
    log.record("r1", "tool_result", message=turn("user", answered("k2", "two"), answered("k1", "one")))
    found = [(span.call_id, span.kind) for span in spans(log.trace(tmp_path)).values()][1:]
    assert found == [("k1", "tool-call"), ("k2", "tool-call"), ("k2", "read"), ("k1", "read")]
