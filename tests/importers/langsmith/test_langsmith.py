"""LangSmith: ids and marks of the middleware make edits sure; shapes of inputs and outputs differ."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ctxaudit.importers.langsmith import read
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Call, Trace
from tests.importers.snapshots.fixtures import names, path_of, trace
from tests.importers.snapshots.log import edits, rewrites, spans, texts_of, truncations

ASK = {"role": "user", "content": "Where is the ferryman?"}


def run(number: int, inputs: Any, outputs: Any, **keys: Any) -> dict[str, Any]:
    times = {"start_time": f"2026-05-04T08:0{number}:00", "end_time": f"2026-05-04T08:0{number}:09"}
    return {
        "id": f"r{number}",
        "trace_id": "t1",
        "run_type": "llm",
        **times,
        "inputs": inputs,
        "outputs": outputs,
        **keys,
    }


def written(folder: Path, *values: Any) -> list[Trace]:
    path = folder / "runs.jsonl"
    path.write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")
    return read(open_source(str(path)))


@pytest.mark.parametrize("name", names("langsmith"))
def test_every_line_or_record_of_a_fixture_is_counted(name: str) -> None:
    content = Path(path_of("langsmith", name)).read_text(encoding="utf-8")
    count = content.count("\n") if name.endswith(".jsonl") else content.count('"run_type"')
    assert trace("langsmith", name).lines.read == count


def test_the_middlewares_message_stands_for_what_left() -> None:
    found = trace("langsmith", "summarised-thread.jsonl")
    (rewrite,) = rewrites(found)
    surrogate = rewrite.surrogate
    assert (rewrite.basis, surrogate.lossy, surrogate.provenance) == ("derived", True, rewrite.sources)
    assert surrogate.text[surrogate.body_start :].startswith("The user wants a winter timetable")
    assert texts_of(found, rewrite.sources)[0].endswith("Never cross after 21:40.")


def test_the_middlewares_own_call_is_no_turn() -> None:
    found = trace("langsmith", "summarised-thread.jsonl")
    assert found.lines.not_context == {"chain run": 1, "summariser call": 1, "tool run": 1}
    assert [event.tokens for event in found.events if isinstance(event, Call)] == [40, 90, 50]


def test_cleared_tool_uses_are_seen_in_the_prompt() -> None:
    found = trace("langsmith", "cleared-tool-uses.json")
    (cut,) = truncations(found)
    assert (cut.basis, texts_of(found, cut.spans)[0][:10]) == ("derived", "north pier")


def test_spans_wear_the_ids_of_their_messages() -> None:
    assert {"h1", "a2", "h2"} <= {span.id for span in spans(trace("langsmith", "cleared-tool-uses.json"))}


@pytest.mark.parametrize(
    "outputs",
    [
        {"generations": [[{"message": {"role": "assistant", "content": "Asleep."}}]]},
        {"generations": [{"text": "Asleep."}]},
        {"choices": [{"message": {"role": "assistant", "content": "Asleep."}}]},
        {"message": {"role": "assistant", "content": "Asleep."}},
        {"output": "Asleep."},
        {"content": "Asleep."},
        {"content": [{"type": "text", "text": "Asleep."}]},
        "Asleep.",
    ],
)
def test_an_answer_of_any_shape_is_read(tmp_path: Path, outputs: Any) -> None:
    (found,) = written(tmp_path, run(1, {"messages": [ASK]}, outputs))
    assert [(span.role, span.text) for span in spans(found)] == [("user", ASK["content"]), ("assistant", "Asleep.")]


@pytest.mark.parametrize("inputs", [{"messages": [[ASK]]}, {"input": [ASK]}, {"prompts": [ASK["content"]]}])
def test_a_prompt_of_any_shape_is_read(tmp_path: Path, inputs: Any) -> None:
    (found,) = written(tmp_path, run(1, inputs, None))
    assert [span.text for span in spans(found)] == [ASK["content"]]


@pytest.mark.parametrize("inputs", [{}, None, {"messages": None}, {"messages": 3}, "hidden"])
def test_hidden_inputs_are_survived(tmp_path: Path, inputs: Any) -> None:
    (found,) = written(tmp_path, run(1, inputs, {}))
    assert edits(found) == []


def test_runs_within_runs_are_found(tmp_path: Path) -> None:
    inner = run(1, {"messages": [ASK]}, {"output": "Asleep."})
    (found,) = written(tmp_path, {"id": "c", "run_type": "chain", "inputs": {}, "child_runs": [inner]})
    assert [span.text for span in spans(found)] == [ASK["content"], "Asleep."]


def test_a_failed_call_has_no_answer(tmp_path: Path) -> None:
    (found,) = written(tmp_path, run(1, {"messages": [ASK]}, {"output": "half"}, error="Timeout"))
    assert len(spans(found)) == 1


def test_a_failed_tool_marks_its_result(tmp_path: Path) -> None:
    call = {"role": "assistant", "content": "", "tool_calls": [{"id": "c1", "name": "find", "args": {}}]}
    tool = run(2, {}, {"tool_call_id": "c1"}, run_type="tool", error="no boat")
    result = {"role": "tool", "tool_call_id": "c1", "content": "no boat"}
    (found,) = written(
        tmp_path, run(1, {"messages": [ASK]}, {"message": call}), tool, run(3, {"messages": [ASK, call, result]}, "?")
    )
    assert [span.tags for span in spans(found) if span.role == "tool"] == [("error",)]
