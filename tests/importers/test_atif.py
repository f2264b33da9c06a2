"""An ATIF trajectory: steps in order, and boundaries at which a summary replaced what stood before."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ctxaudit.importers.atif import read
from ctxaudit.ingest.sniff import sniff
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Trace
from tests.importers.damage import held, mangled, spoilt
from tests.importers.seen import calls, edits, hold, rewrites, spans, windows

Json = dict[str, Any]
BOUNDARY = {"context_management": {"type": "compaction", "boundary": "replace"}}


class Log:
    def __init__(self) -> None:
        self.steps: list[Json] = []
        self.more: Json = {}
        self.beside: dict[str, Any] = {}

    def step(self, source: str, message: Any, **keys: Any) -> Log:
        self.steps.append({"step_id": len(self.steps) + 1, "source": source, "message": message} | keys)
        return self

    def agent(self, message: str, call: str | None = None, output: Any = None, **keys: Any) -> Log:
        if call is not None:
            arguments = {"keystrokes": "ls\n"}
            keys["tool_calls"] = [{"tool_call_id": call, "function_name": "bash_command", "arguments": arguments}]
            keys["observation"] = {"results": [{"source_call_id": call, "content": output}]}
        return self.step("agent", message, metrics={"prompt_tokens": 50}, **keys)

    def boundary(self, *refs: str, message: str = "Summarised.") -> Log:
        told = [{"trajectory_path": ref} for ref in refs]
        return self.step(
            "system", message, observation={"results": [{"subagent_trajectory_ref": told}]}, extra=BOUNDARY
        )

    def side(self, name: str, *steps: tuple[str, str]) -> Log:
        self.beside[name] = {"steps": [{"source": source, "message": message} for source, message in steps]}
        return self

    @property
    def body(self) -> Json:
        agent = {"name": "terminus-2", "version": "2.0.0", "model_name": "gardener-1"}
        return {"schema_version": "ATIF-v1.8", "session_id": "r1", "agent": agent, "steps": self.steps} | self.more

    def trace(self, folder: Path, name: str = "trajectory.json") -> Trace:
        for beside, value in self.beside.items():
            (folder / beside).write_text(json.dumps(value))
        (folder / name).write_text(json.dumps(self.body))
        (found,) = read(open_source(str(folder / name)))
        return found


def talk() -> Log:
    return Log().step("user", "Why do the pears rot?").agent("I look.", "c1", "tree 6 has canker")


def questions() -> Log:
    log = talk().boundary("q-questions.json", "q-summary.json").step("user", "Answers: tree 6.").agent("Cut tree 6.")
    log.side("q-summary.json", ("user", "Summarise."), ("agent", "Canker on tree 6."))
    return log.side("q-questions.json", ("user", "Here is a summary: canker on tree 6."), ("agent", "Which tree?"))


def test_the_window_of_a_call_is_what_stands_before_it(tmp_path: Path) -> None:
    assert [len(window) for window in windows(talk().agent("So.").trace(tmp_path))] == [1, 4, 5]


def test_a_trajectory_without_a_boundary_has_no_edit(tmp_path: Path) -> None:
    assert edits(talk().agent("So.").trace(tmp_path)) == []


def test_a_call_has_its_recorded_size(tmp_path: Path) -> None:
    assert [call.tokens for call in calls(talk().trace(tmp_path))] == [50]


def test_a_boundary_is_one_rewrite_of_all_but_the_first_step(tmp_path: Path) -> None:
    trace = questions().trace(tmp_path)
    (cut,) = rewrites(trace)
    assert (cut.sources, cut.basis, cut.line) == (("s2.0", "s2.1", "s2.2"), "derived", 3)
    assert len(edits(trace)) == 1


def test_the_new_window_is_task_summary_questions_and_answers(tmp_path: Path) -> None:
    assert windows(questions().trace(tmp_path))[1] == [
        "Why do the pears rot?",
        "Here is a summary: canker on tree 6.",
        "Which tree?",
        "Answers: tree 6.",
    ]


def test_the_answers_are_the_host_s_words(tmp_path: Path) -> None:
    assert spans(questions().trace(tmp_path))["s4"].by == "host"


def test_a_helper_s_own_summary_is_not_the_whole_of_what_was_sent(tmp_path: Path) -> None:
    log = talk().boundary("q-summary.json").agent("So.").side("q-summary.json", ("agent", "Canker on tree 6."))
    made = rewrites(log.trace(tmp_path))[0].surrogate
    assert (made.text, made.complete, made.tags) == ("Canker on tree 6.", False, ())


def test_a_summary_that_is_nowhere_is_opaque(tmp_path: Path) -> None:
    trace = talk().boundary("gone-summary.json").agent("So.").trace(tmp_path)
    made = rewrites(trace)[0].surrogate
    assert (made.text, made.complete, made.tags) == ("", False, ("opaque",))
    assert any("its summary is not in the log" in note for note in trace.notes)


def test_a_long_message_of_the_boundary_is_the_summary(tmp_path: Path) -> None:
    words = "Canker on tree 6. " * 20
    made = rewrites(talk().boundary(message=words).agent("So.").trace(tmp_path))[0].surrogate
    assert (made.text, made.complete) == (words, True)


def test_helpers_may_stand_in_the_document_itself(tmp_path: Path) -> None:
    log = talk().step(
        "system",
        "x",
        extra=BOUNDARY,
        observation={"results": [{"subagent_trajectory_ref": [{"trajectory_id": "summary-1"}]}]},
    )
    log.more = {
        "subagent_trajectories": [{"trajectory_id": "summary-1", "steps": [{"source": "agent", "message": "Canker."}]}]
    }
    assert rewrites(log.trace(tmp_path))[0].surrogate.text == "Canker."


def test_no_file_outside_of_the_folder_is_read(tmp_path: Path) -> None:
    (tmp_path / "x-summary.json").write_text(json.dumps({"steps": [{"source": "agent", "message": "secret"}]}))
    folder = tmp_path / "run"
    folder.mkdir()
    made = rewrites(talk().boundary("../x-summary.json").agent("So.").trace(folder))[0].surrogate
    assert made.text == ""


@pytest.mark.parametrize("keys", [{"is_copied_context": True}, {"llm_call_count": 0}])
def test_a_step_that_no_model_made_here_is_no_call(tmp_path: Path, keys: Json) -> None:
    trace = talk().agent("Copied.", **keys).trace(tmp_path)
    assert (len(calls(trace)), "Copied." in windows(trace)[-1]) == (1, True)


def test_an_observation_is_bound_to_its_call(tmp_path: Path) -> None:
    made = spans(talk().trace(tmp_path))
    assert (made["s2.1"].call_id, made["s2.2"].call_id, made["s2.2"].by) == ("c1", "c1", "tool")


def test_reasoning_is_a_span_of_its_own(tmp_path: Path) -> None:
    made = spans(Log().step("user", "x").agent("So.", reasoning_content="pears rot").trace(tmp_path))
    assert (made["s2.0"].role, made["s2.0"].text) == ("scratchpad", "pears rot")


def test_parts_that_are_no_text_are_not_whole(tmp_path: Path) -> None:
    parts = [{"type": "text", "text": "See"}, {"type": "image", "source": {}}]
    made = spans(Log().step("user", parts).agent("So.").trace(tmp_path))["s1"]
    assert (made.text, made.complete) == ("See\n[image]", False)


def test_a_system_step_stays_through_a_boundary(tmp_path: Path) -> None:
    log = Log().step("system", "You keep trees.").step("user", "Why?").agent("x", "c1", "y").boundary().agent("So.")
    assert windows(log.trace(tmp_path))[1][:2] == ["You keep trees.", "Why?"]


def test_a_helper_s_document_is_a_lane(tmp_path: Path) -> None:
    header = talk().trace(tmp_path, "trajectory.summarization-1-summary.json").header
    assert (header.lane, header.parent) == ("summarization-1-summary", "r1")


def test_the_header_says_what_ran(tmp_path: Path) -> None:
    header = talk().trace(tmp_path).header
    assert (header.id, header.agent, header.model, header.lane) == ("r1", "terminus-2 2.0.0", "gardener-1", None)


def test_a_trajectory_is_known_by_its_content(tmp_path: Path) -> None:
    talk().trace(tmp_path)
    assert sniff(open_source(str(tmp_path / "trajectory.json"))) == "atif"


def test_every_step_is_accounted_for(tmp_path: Path) -> None:
    log = questions().step("user", "").step("agent", "", llm_call_count=0)
    log.steps.append(7)  # type: ignore[arg-type]
    trace = log.trace(tmp_path)
    hold([trace], 8)
    assert trace.lines.not_context == {"no step": 1, "step (without content)": 2}


@pytest.mark.parametrize("seed", range(30))
def test_damage_is_survived(tmp_path: Path, seed: int) -> None:
    content = mangled(json.dumps(questions().body).encode(), Random(seed))
    held(tmp_path / "trajectory.json", content, read, lines=False)


@pytest.mark.parametrize("seed", range(60))
def test_any_value_in_any_key_is_survived(tmp_path: Path, seed: int) -> None:
    dice = Random(seed)
    log = questions().boundary().agent("End.")
    log.steps = [spoilt(step, dice, 0.08) for step in log.steps]
    log.beside = {name: spoilt(value, dice, 0.08) for name, value in log.beside.items()}
    hold([log.trace(tmp_path)], len(log.steps))
