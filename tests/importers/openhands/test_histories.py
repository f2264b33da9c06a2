"""A history of the older program: integer ids, one list, and only the last summary is shown."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ctxaudit.errors import InputError
from ctxaudit.importers import read_traces
from ctxaudit.importers.openhands.actions import MOST, cut
from ctxaudit.model import Rewrite, Truncate
from tests.importers.openhands.log import History, stored
from tests.importers.shown import calls, cut_of, edits, hold, spans, texts


def talk() -> History:
    log = History().event(action="system", args={"content": "You mend mills."}).user("which sieve?")
    return log.action("c1", command="cat sieves").result("sieve 4").model("Sieve 4.").user("and the mesh?")


def answer(name: str, words: str, *arguments: tuple[str, str], **usage: int) -> dict[str, Any]:
    asked = [{"id": call, "function": {"name": "execute_bash", "arguments": text}} for call, text in arguments]
    message = {"role": "assistant", "content": words, "tool_calls": asked}
    return {"id": name, "model": "test-1", "choices": [{"message": message}], "usage": usage}


def test_the_window_grows_call_by_call(tmp_path: Path) -> None:
    shown = texts(talk().trace(tmp_path))
    assert [len(window) for window in shown] == [2, 4, 6]
    assert shown[-1] == [
        "You mend mills.",
        "which sieve?",
        '{"command":"cat sieves"}',
        "sieve 4",
        "Sieve 4.",
        "and the mesh?",
    ]


def test_every_event_is_a_record(tmp_path: Path) -> None:
    hold([talk().trace(tmp_path)], 6)


def test_a_document_around_the_list_is_a_record_of_its_own(tmp_path: Path) -> None:
    trace = talk().trace(tmp_path, instance_id="mill-7")
    hold([trace], 7)
    assert trace.header.id == "mill-7"


def test_documents_may_stand_one_a_line(tmp_path: Path) -> None:
    path = tmp_path / "output.jsonl"
    lines = [json.dumps({"instance_id": name, "history": talk().events}) for name in ("one", "two")]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    traces = read_traces(str(path))
    hold(traces, 14)
    assert [(trace.header.id, trace.header.line) for trace in traces] == [("one", 1), ("two", 8)]


def test_the_arguments_are_as_the_model_sent_them(tmp_path: Path) -> None:
    response = answer("r1", "Looking.", ("c1", '{"command": "cat sieves"}'), prompt_tokens=900)
    trace = History().user("go").action("c1", response=response, command="cat sieves").trace(tmp_path)
    assert texts(trace)[-1] == ["go", "Looking.", '{"command": "cat sieves"}']
    assert (calls(trace)[0].tokens, trace.header.model) == (900, "test-1")


def test_several_actions_of_one_response_are_one_call_and_its_words_stand_once(tmp_path: Path) -> None:
    response = answer("r1", "Both.", ("c1", "{}"), ("c2", "{}"))
    trace = History().user("go").action("c1", response=response).action("c2", response=response).trace(tmp_path)
    assert (len(calls(trace)), texts(trace)[-1]) == (1, ["go", "Both.", "{}", "{}"])


def test_a_thought_stands_for_the_words_that_were_not_saved(tmp_path: Path) -> None:
    trace = History().user("go").action("c1", command="make", thought="Build first.").trace(tmp_path)
    assert texts(trace)[-1] == ["go", "Build first.", '{"command":"make"}']


def test_a_result_belongs_to_the_action_that_it_names(tmp_path: Path) -> None:
    found = spans(talk().trace(tmp_path))["event-3"]
    assert (found.call_id, found.kind, found.name, found.role) == ("c1", "read", "execute_bash", "tool")


def test_a_shell_s_result_has_its_lines(tmp_path: Path) -> None:
    metadata = {"exit_code": 1, "working_dir": "/srv"}
    log = History().user("go").action("c1").result("boom", extras={"metadata": metadata})
    found = spans(log.trace(tmp_path))["event-2"]
    assert found.text == "boom\n[Current working directory: /srv]\n[Command finished with exit code 1]"
    assert found.tags == ("error",)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("error", "no\n[Error occurred in processing last action]"),
        ("user_rejected", "OBSERVATION:\nno\n[Last action has been rejected by the user]"),
    ],
)
def test_failures_are_worded_as_they_were_sent(tmp_path: Path, kind: str, text: str) -> None:
    found = spans(History().user("go").action("c1").result("no", kind).trace(tmp_path))["event-2"]
    assert (found.text, found.tags) == (text, ("error",))


def test_a_long_result_loses_its_middle() -> None:
    shown = cut("a" * MOST + "b" * MOST)
    assert shown == "a" * 15_000 + "\n[... Observation truncated due to length ...]\n" + "b" * 15_000


def test_a_short_result_keeps_it() -> None:
    assert cut("a" * MOST) == "a" * MOST


def test_what_the_program_recalls_is_not_complete(tmp_path: Path) -> None:
    log = History().user("go").event(source="user", action="recall", args={})
    trace = log.result("Added", "recall", extras={"repo_instructions": "use make"}).trace(tmp_path)
    found = spans(trace)["event-2"]
    assert (found.text, found.by, found.complete) == ("use make", "host", False)


@pytest.mark.parametrize("event", [{"action": "null"}, {"observation": "agent_state_changed"}, {"action": "new_kind"}])
def test_other_events_are_counted_by_kind(tmp_path: Path, event: dict[str, Any]) -> None:
    trace = History().user("go").event(source="environment", **event).trace(tmp_path)
    (kind,) = trace.lines.not_context
    assert kind.endswith(next(iter(event.values())))


def test_a_command_of_the_human_is_put_to_the_model_by_the_host(tmp_path: Path) -> None:
    trace = History().event(source="user", action="run", args={"command": "ls"}).result("a").trace(tmp_path)
    assert [(span.text, span.by) for span in spans(trace).values()] == [
        ("User executed the command:\nls", "host"),
        ("a", "host"),
    ]


def test_the_last_message_is_the_model_s(tmp_path: Path) -> None:
    trace = History().user("go").event(action="finish", args={"final_thought": "It is 4."}).trace(tmp_path)
    assert (texts(trace)[-1], len(calls(trace))) == (["go", "It is 4."], 1)


def test_a_condensation_takes_the_listed_events(tmp_path: Path) -> None:
    trace = talk().condense(2, 3, 4, summary="it is 4", summary_offset=2).model("80.").trace(tmp_path)
    assert texts(trace)[-1] == ["You mend mills.", "which sieve?", "it is 4", "and the mesh?", "80."]
    assert cut_of(trace).sources == ("event-2", "event-3", "event-4")


def test_a_range_names_its_first_and_its_last(tmp_path: Path) -> None:
    ends = {"forgotten_events_start_id": 2, "forgotten_events_end_id": 4}
    trace = talk().condense(**ends).model("80.").trace(tmp_path)
    (edit,) = edits(trace)
    assert isinstance(edit, Truncate)
    assert edit.spans == ("event-2", "event-3", "event-4")


def test_an_older_summary_is_shown_no_more(tmp_path: Path) -> None:
    log = talk().condense(2, 3, summary="first", summary_offset=2).model("80.")
    trace = log.condense(4, summary="second", summary_offset=2).trace(tmp_path)
    assert texts(trace)[-1] == ["You mend mills.", "which sieve?", "second", "and the mesh?", "80."]
    last = [edit for edit in edits(trace) if isinstance(edit, Rewrite)][-1]
    assert last.sources == ("event-6-summary", "event-4")


def test_a_summary_outlives_a_condensation_without_one(tmp_path: Path) -> None:
    log = talk().condense(2, 3, summary="first", summary_offset=2).condense(5)
    assert texts(log.trace(tmp_path))[-1] == ["You mend mills.", "which sieve?", "first", "Sieve 4."]


def test_a_summary_without_a_place_stands_at_the_end(tmp_path: Path) -> None:
    assert texts(talk().condense(2, 3, summary="so far").trace(tmp_path))[-1][-1] == "so far"


def test_events_that_show_nothing_count_where_a_place_is_told(tmp_path: Path) -> None:
    log = History().user("go").event(source="user", action="recall", args={}).model("One.").model("Two.")
    trace = log.condense(2, summary="one", summary_offset=2).trace(tmp_path)
    assert texts(trace)[-1] == ["go", "one", "Two."]


def test_a_list_of_something_else_is_an_empty_trace(tmp_path: Path) -> None:
    path = tmp_path / "trajectory.json"
    path.write_text('[null, 3, {"id": "x"}]', encoding="utf-8")
    hold(stored(path), 3)


def test_a_history_that_is_cut_off_is_read_up_to_there(tmp_path: Path) -> None:
    path = tmp_path / "trajectory.json"
    path.write_text(json.dumps(talk().events)[:-60], encoding="utf-8")
    (trace,) = stored(path)
    assert [(problem.line, problem.hole) for problem in trace.problems] == [(6, True)]
    assert len(texts(trace)[-1]) == 5


@pytest.mark.parametrize("document", ["{}", "3", '{"agent": 1}'])
def test_another_document_is_refused(tmp_path: Path, document: str) -> None:
    path = tmp_path / "trajectory.json"
    path.write_text(document, encoding="utf-8")
    with pytest.raises(InputError):
        stored(path)
