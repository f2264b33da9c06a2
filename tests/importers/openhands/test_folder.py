"""The SDK's events become spans and calls, in the order of their files, on the branch that is active."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ctxaudit.importers import read_traces
from ctxaudit.model import Evict
from tests.importers.openhands.log import Folder, seen, stored, uuid
from tests.importers.shown import calls, edits, hold, spans, texts, windows


def talk() -> Folder:
    prompt = {"type": "text", "text": "You mend mills."}
    folder = Folder().event("s", "SystemPromptEvent", source="agent", system_prompt=prompt, tools=[])
    folder.user("u1", "which sieve is torn?").action("a1", "c1", thought=[{"type": "text", "text": "Looking."}])
    return folder.result("r1", "c1", "sieve 4 is torn").model("a2", "Sieve 4.").counted(a1=900, a2=950)


def test_the_window_grows_call_by_call(tmp_path: Path) -> None:
    assert texts(talk().trace(tmp_path)) == [
        ["You mend mills.", "which sieve is torn?"],
        ["You mend mills.", "which sieve is torn?", "Looking.", '{"command": "make"}', "sieve 4 is torn"],
        ["You mend mills.", "which sieve is torn?", "Looking.", '{"command": "make"}', "sieve 4 is torn", "Sieve 4."],
    ]


def test_a_folder_is_known_by_its_state(tmp_path: Path) -> None:
    (trace,) = read_traces(str(talk().write(tmp_path)))
    assert (trace.format, len(calls(trace))) == ("openhands", 2)


def test_every_file_is_a_record(tmp_path: Path) -> None:
    hold(stored(talk().write(tmp_path)), 6)


def test_a_call_has_the_recorded_size_of_its_window(tmp_path: Path) -> None:
    assert [call.tokens for call in calls(talk().trace(tmp_path))] == [900, 950]


def test_the_summariser_s_response_is_no_call(tmp_path: Path) -> None:
    folder = talk().condense("k", "a1", "r1", summary="it is 4", summary_offset=2).model("a3", "Mending.")
    assert len(calls(folder.trace(tmp_path))) == 3


def test_several_actions_of_one_response_are_one_call(tmp_path: Path) -> None:
    folder = (
        Folder().user("u", "go").action("a1", "c1", llm_response_id="one").action("a2", "c2", llm_response_id="one")
    )
    trace = folder.result("r1", "c1", "x").result("r2", "c2", "y").model("a3", "Done.").trace(tmp_path)
    assert [len(shown) for shown in windows(trace)] == [1, 5, 6]


def test_call_and_result_are_bound(tmp_path: Path) -> None:
    found = spans(talk().trace(tmp_path))
    asked, came = found[f"{seen('a1')}.1"], found[seen("r1")]
    assert (asked.kind, asked.by, asked.call_id) == ("tool-call", "model", "c1")
    assert (came.kind, came.by, came.call_id, came.name) == ("tool-result", "tool", "c1", "terminal")


@pytest.mark.parametrize(("command", "kind"), [("cat a", "read"), ("rm a", "tool-result")])
def test_a_shell_command_reads_or_does_not(tmp_path: Path, command: str, kind: str) -> None:
    trace = Folder().user("u", "go").action("a1", "c1", command).result("r1", "c1", "x").trace(tmp_path)
    assert spans(trace)[seen("r1")].kind == kind


def test_looking_into_a_file_reads(tmp_path: Path) -> None:
    view: dict[str, Any] = {
        "tool_name": "file_editor",
        "action": {"kind": "FileEditorAction", "command": "view", "path": "a"},
    }
    trace = Folder().user("u", "go").action("a1", "c1", **view).result("r1", "c1", "x").trace(tmp_path)
    assert spans(trace)[seen("r1")].kind == "read"


def test_changing_a_file_does_not(tmp_path: Path) -> None:
    edit: dict[str, Any] = {
        "tool_name": "file_editor",
        "action": {"kind": "FileEditorAction", "command": "str_replace"},
    }
    trace = Folder().user("u", "go").action("a1", "c1", **edit).result("r1", "c1", "x").trace(tmp_path)
    assert spans(trace)[seen("r1")].kind == "tool-result"


@pytest.mark.parametrize("failure", [{"is_error": True}, {"exit_code": 2}])
def test_a_result_that_reports_a_failure_is_an_error(tmp_path: Path, failure: dict[str, Any]) -> None:
    trace = Folder().user("u", "go").action("a1", "c1").result("r1", "c1", "x", **failure).trace(tmp_path)
    assert spans(trace)[seen("r1")].tags == ("error",)


def test_a_command_that_still_runs_is_none(tmp_path: Path) -> None:
    trace = Folder().user("u", "go").action("a1", "c1").result("r1", "c1", "x", exit_code=-1).trace(tmp_path)
    assert spans(trace)[seen("r1")].tags == ()


def test_an_error_of_the_scaffold_is_the_host_s(tmp_path: Path) -> None:
    folder = Folder().user("u", "go").action("a1", "c1")
    trace = folder.event("e", "AgentErrorEvent", tool_name="terminal", tool_call_id="c1", error="no such tool").trace(
        tmp_path
    )
    found = spans(trace)[seen("e")]
    assert (found.text, found.by, found.tags, found.call_id) == ("no such tool", "host", ("error",), "c1")


def refused(**keys: Any) -> Folder:
    told = {"tool_name": "terminal", "tool_call_id": "c1", **keys}
    return Folder().user("u", "go").action("a1", "c1").event("e", "UserRejectObservation", **told)


def test_the_human_s_reason_for_a_refusal_is_a_span_of_its_own(tmp_path: Path) -> None:
    trace = refused(rejection_reason="never in the night").trace(tmp_path)
    found = [(span.text, span.by, span.role) for name, span in spans(trace).items() if name.startswith(seen("e"))]
    assert found == [("Action rejected: ", "host", "tool"), ("never in the night", "human", "user")]


def test_a_refusal_without_a_reason_is_the_host_s_alone(tmp_path: Path) -> None:
    trace = refused(rejection_reason="User rejected the action").trace(tmp_path)
    assert spans(trace)[seen("e")].by == "host"


def test_a_hook_s_reason_is_the_host_s(tmp_path: Path) -> None:
    trace = refused(rejection_reason="not allowed", rejection_source="hook").trace(tmp_path)
    assert spans(trace)[seen("e")].text == "Action rejected: not allowed"


def test_what_the_program_adds_to_a_message_is_its_own(tmp_path: Path) -> None:
    folder = Folder().user("u", "go", extended_content=[{"type": "text", "text": "<RULES>"}])
    assert [span.by for span in spans(folder.trace(tmp_path)).values()] == ["human", "host"]


def test_a_message_of_the_environment_is_the_host_s(tmp_path: Path) -> None:
    assert spans(Folder().user("u", "go", source="environment").trace(tmp_path))[seen("u")].by == "host"


def test_a_picture_cannot_be_read(tmp_path: Path) -> None:
    message = {"role": "user", "content": [{"type": "image", "image_urls": ["data:x"]}]}
    trace = Folder().event("u", "MessageEvent", source="user", llm_message=message).trace(tmp_path)
    assert not spans(trace)[seen("u")].complete


def test_reasoning_is_the_model_s_scratchpad(tmp_path: Path) -> None:
    trace = Folder().user("u", "go").action("a1", "c1", reasoning_content="perhaps 4").trace(tmp_path)
    found = spans(trace)[f"{seen('a1')}.0"]
    assert (found.role, found.text) == ("scratchpad", "perhaps 4")


def finished(answer: str = "It is sieve 4.") -> Folder:
    action: dict[str, Any] = {"tool_name": "finish", "action": {"kind": "FinishAction", "message": answer}}
    folder = Folder().user("u", "go").action("a1", "c1", **action)
    told = {"content": [{"type": "text", "text": answer}]}
    return folder.event("r1", "ObservationEvent", tool_name="finish", action_id=uuid("a1"), observation=told)


def test_the_last_message_is_a_message(tmp_path: Path) -> None:
    found = spans(finished().trace(tmp_path))[seen("a1")]
    assert (found.text, found.kind, found.role) == ("It is sieve 4.", "message", "assistant")


def test_its_repetition_is_no_evidence_for_it(tmp_path: Path) -> None:
    assert spans(finished().trace(tmp_path))[seen("r1")].provenance == (seen("a1"),)


@pytest.mark.parametrize("kind", ["PauseEvent", "CondensationRequest", "ConversationStateUpdateEvent", "NewEvent"])
def test_other_events_are_counted_by_kind(tmp_path: Path, kind: str) -> None:
    assert Folder().user("u", "go").event("x", kind).trace(tmp_path).lines.not_context == {kind: 1}


def test_an_event_comes_from_its_own_file(tmp_path: Path) -> None:
    origin = talk().trace(tmp_path).events[-1].origin
    assert origin is not None
    assert (origin.file, origin.record, origin.id) == (f"events/event-00004-{uuid('a2')}.json", 6, uuid("a2"))


def test_the_header_says_which_run_this_is(tmp_path: Path) -> None:
    header = talk().trace(tmp_path).header
    assert (header.id, header.model, header.budget, header.cwd) == ("conv-1", "test-1", 8000, "/srv/mill")


def test_a_time_without_a_zone_is_no_time(tmp_path: Path) -> None:
    assert {event.at for event in talk().trace(tmp_path).events} == {None}


def test_going_back_withdraws_what_stood_behind(tmp_path: Path) -> None:
    trace = talk().on("r1").user("u2", "rather the mesh").model("a3", "80.").trace(tmp_path)
    (edit,) = edits(trace)
    assert isinstance(edit, Evict)
    assert (edit.spans, edit.reason, edit.by, edit.basis) == ((seen("a2"),), "withdrawn", "human", "derived")


def test_a_branch_that_is_taken_up_again_comes_back(tmp_path: Path) -> None:
    folder = talk().on("r1").user("u2", "rather the mesh").model("a3", "80.").on("a2").user("u3", "go on")
    shown = texts(folder.model("a4", "On.").trace(tmp_path))[-1]
    assert shown[-3:] == ["Sieve 4.", "go on", "On."]


def test_starting_anew_withdraws_everything(tmp_path: Path) -> None:
    assert texts(talk().on(None).user("u2", "anew").trace(tmp_path))[-1] == ["anew"]


def test_going_back_behind_a_condensation_brings_the_old_window_back(tmp_path: Path) -> None:
    folder = talk().condense("k", "a1", "r1", summary="it is 4", summary_offset=2).model("a3", "Mending.")
    before = texts(talk().trace(tmp_path))[-1]
    assert texts(folder.on("a2").user("u2", "not so").trace(tmp_path))[-1] == [*before, "not so"]


def test_the_head_that_the_state_names_is_where_the_conversation_stands(tmp_path: Path) -> None:
    folder = talk()
    folder.state["leaf_event_id"] = uuid("u1")
    assert texts(folder.trace(tmp_path))[-1] == ["You mend mills.", "which sieve is torn?"]


def test_a_head_that_is_the_last_event_changes_nothing(tmp_path: Path) -> None:
    folder = talk()
    folder.state["leaf_event_id"] = uuid("a2")
    assert edits(folder.trace(tmp_path)) == []


def test_an_empty_head_withdraws_everything(tmp_path: Path) -> None:
    folder = talk()
    folder.state["head_is_empty"] = True
    assert texts(folder.trace(tmp_path))[-1] == []
