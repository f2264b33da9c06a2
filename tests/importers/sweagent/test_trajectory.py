"""A SWE-agent trajectory: each step's prompt is its window; without prompts, the history from which nothing left."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ctxaudit.importers.sweagent import read
from ctxaudit.ingest.sniff import sniff
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Pin, Trace
from tests.importers.damage import held, mangled, spoilt
from tests.importers.seen import calls, edits, evictions, hold, spans, truncations, windows

Json = dict[str, Any]
OMITTED = "Old environment output: (3 lines omitted)"
SYSTEM: Json = {"role": "system", "content": "You mend clocks.", "message_type": "system_prompt"}
ISSUE: Json = {"role": "user", "content": "The clock loses 4 s a day.", "message_type": "observation"}


def said(words: str, command: str) -> Json:
    text = f"{words}\n```\n{command}\n```"
    return {"role": "assistant", "content": text, "thought": words, "action": command, "message_type": "action"}


def shown(words: str, **keys: Any) -> Json:
    return {"role": "user", "content": words, "message_type": "observation"} | keys


def step(answer: Json, prompt: list[Json] | None = None, key: str = "query") -> Json:
    made: Json = {"action": answer["action"], "observation": "x", "response": answer["content"]}
    made["state"] = '{"working_dir": "/bench"}'
    return made if prompt is None else made | {key: prompt}


ONE, TWO, THREE = said("Look.", "cat wheel.txt"), said("Turn it.", "./turn"), said("Done.", "submit")
WHEEL, TURNED = shown("tooth 14 worn"), shown("turned 8 times")
HISTORY = [SYSTEM, ISSUE, ONE, WHEEL, TWO, TURNED, THREE]


def with_prompts(third: list[Json] | None = None, key: str = "query") -> list[Json]:
    first, second = [SYSTEM, ISSUE], [SYSTEM, ISSUE, ONE, WHEEL]
    return [step(ONE, first, key), step(TWO, second, key), step(THREE, third or [*second, TWO, TURNED], key)]


def trace_of(folder: Path, steps: list[Any], history: list[Any] | None = None, **keys: Any) -> Trace:
    path = folder / "clock.traj"
    body = {"environment": "swe_main", "trajectory": steps, "history": HISTORY if history is None else history}
    path.write_text(json.dumps(body | keys), encoding="utf-8")
    (found,) = read(open_source(str(path)))
    return found


def elided(**keys: Any) -> list[Json]:
    wheel = WHEEL | keys
    first, second = [SYSTEM, ISSUE], [SYSTEM, ISSUE, ONE, wheel]
    third = [SYSTEM, ISSUE, ONE, shown(OMITTED), TWO, TURNED]
    return [step(ONE, first), step(TWO, second), step(THREE, third)]


@pytest.mark.parametrize("steps", [with_prompts(), [step(ONE), step(TWO), step(THREE)]])
def test_the_window_of_a_step_is_its_prompt(tmp_path: Path, steps: list[Json]) -> None:
    shown_then = windows(trace_of(tmp_path, steps))
    assert [len(window) for window in shown_then] == [2, 5, 8, 10]
    assert shown_then[1][-1] == "tooth 14 worn"


@pytest.mark.parametrize("steps", [with_prompts(), [step(ONE), step(TWO), step(THREE)]])
def test_a_history_that_only_grows_has_no_edit(tmp_path: Path, steps: list[Json]) -> None:
    assert edits(trace_of(tmp_path, steps)) == []


def test_prompts_that_are_not_in_the_log_are_said_to_be_missing(tmp_path: Path) -> None:
    assert any("hold no prompts" in note for note in trace_of(tmp_path, [step(ONE)]).notes)


def test_prompts_that_are_there_need_no_note(tmp_path: Path) -> None:
    assert trace_of(tmp_path, with_prompts()).notes == ()


def test_an_older_prompt_holds_the_step_s_own_turn_at_its_end(tmp_path: Path) -> None:
    steps = [
        step(ONE, [SYSTEM, ISSUE, ONE, WHEEL], "messages"),
        step(TWO, [SYSTEM, ISSUE, ONE, WHEEL, TWO], "messages"),
    ]
    trace = trace_of(tmp_path, steps, history=[])
    assert [len(window) for window in windows(trace)] == [2, 5, 7]


def test_an_omitted_output_is_truncated_with_its_line_as_a_stub(tmp_path: Path) -> None:
    trace = trace_of(tmp_path, elided())
    (cut,) = truncations(trace)
    stub = next(span for span in spans(trace).values() if span.text == OMITTED)
    gone = spans(trace)[cut.spans[0]]
    assert (gone.text, cut.basis, cut.turn) == ("tooth 14 worn", "derived", 3)
    assert (stub.by, stub.kind, stub.call_id) == ("host", "tool-result", gone.call_id)


def test_an_output_that_was_tagged_for_removal_is_dispensable(tmp_path: Path) -> None:
    (gone,) = evictions(trace_of(tmp_path, elided(tags=["remove_output"])))
    assert gone.reason == "dispensable"


def test_an_output_that_was_tagged_to_be_kept_is_pinned(tmp_path: Path) -> None:
    third = [SYSTEM, ISSUE, ONE, WHEEL, TWO, TURNED | {"tags": ["keep_output"]}]
    trace = trace_of(tmp_path, with_prompts(third))
    pins = [event for event in trace.events if isinstance(event, Pin)]
    assert [spans(trace)[pin.spans[0]].text for pin in pins] == ["turned 8 times"]


def test_messages_that_vanish_are_a_truncation(tmp_path: Path) -> None:
    (cut,) = truncations(trace_of(tmp_path, with_prompts([SYSTEM, ISSUE, TWO, TURNED])))
    assert len(cut.spans) == 3


def test_marks_for_a_cache_make_no_other_message(tmp_path: Path) -> None:
    marked = [{"type": "text", "text": "tooth 14 worn", "cache_control": {"type": "ephemeral"}}]
    third = [SYSTEM, ISSUE, ONE, shown("x") | {"content": marked}, TWO, TURNED]
    assert edits(trace_of(tmp_path, with_prompts(third))) == []


def test_an_answer_is_words_and_a_command(tmp_path: Path) -> None:
    made = [span for span in spans(trace_of(tmp_path, with_prompts())).values() if span.by == "model"]
    assert [(span.kind, span.text) for span in made[:2]] == [
        ("message", "Look."),
        ("tool-call", '{"command":"cat wheel.txt"}'),
    ]


def test_an_output_is_bound_to_its_command(tmp_path: Path) -> None:
    made = {span.text: span for span in spans(trace_of(tmp_path, with_prompts())).values()}
    assert (made["tooth 14 worn"].call_id, made["tooth 14 worn"].kind) == ("step-1", "read")
    assert (made["turned 8 times"].call_id, made["turned 8 times"].kind) == ("step-2", "tool-result")


def test_tool_calls_are_read_where_the_answer_has_them(tmp_path: Path) -> None:
    function = {"name": "bash", "arguments": '{"command": "cat wheel.txt"}'}
    one = {"role": "assistant", "content": "Look.", "action": "cat wheel.txt"}
    one["tool_calls"] = [{"id": "t1", "function": function, "type": "function"}]  # type: ignore[assignment]
    wheel = {"role": "tool", "content": "tooth 14 worn", "tool_call_ids": ["t1"]}
    steps = [step(one, [SYSTEM, ISSUE]), step(TWO, [SYSTEM, ISSUE, one, wheel])]
    trace = trace_of(tmp_path, steps, history=[])
    made = {span.text: span for span in spans(trace).values()}
    assert edits(trace) == []
    assert (made["tooth 14 worn"].call_id, made["tooth 14 worn"].role, made["tooth 14 worn"].kind) == (
        "t1",
        "tool",
        "read",
    )


def test_the_issue_is_the_human_s_and_the_demonstration_the_host_s(tmp_path: Path) -> None:
    demo = shown("An example.", is_demo=True, message_type="demonstration")
    made = {span.text: span.by for span in spans(trace_of(tmp_path, [step(ONE, [SYSTEM, demo, ISSUE])])).values()}
    assert (made["An example."], made["The clock loses 4 s a day."]) == ("host", "human")


def test_a_step_without_a_prompt_is_aside(tmp_path: Path) -> None:
    trace = trace_of(tmp_path, [step(ONE), step(TWO)], history=[SYSTEM, ISSUE, ONE])
    assert (len(calls(trace)), trace.lines.not_context) == (1, {"step (without a prompt)": 1})


def test_the_header_says_what_ran(tmp_path: Path) -> None:
    config = json.dumps({"agent": {"model": {"name": "clockmaker-1"}}})
    info = {"exit_status": "submitted", "swe_agent_version": "1.1.0"}
    header = trace_of(tmp_path, with_prompts(), replay_config=config, info=info).header
    assert (header.id, header.agent, header.model, header.cwd) == ("clock", "swe-agent 1.1.0", "clockmaker-1", "/bench")
    assert header.labels == {"outcome": "submitted"}


def test_a_trajectory_is_known_by_its_content(tmp_path: Path) -> None:
    trace_of(tmp_path, with_prompts())
    assert sniff(open_source(str(tmp_path / "clock.traj"))) == "sweagent"


@pytest.mark.parametrize("seed", range(40))
def test_damage_is_survived(tmp_path: Path, seed: int) -> None:
    content = mangled(json.dumps({"trajectory": elided(), "history": HISTORY}).encode(), Random(seed))
    held(tmp_path / "clock.traj", content, read, lines=False)


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("steps", [elided(), [step(ONE), step(TWO), step(THREE)]])
def test_any_value_in_any_key_is_survived(tmp_path: Path, seed: int, steps: list[Json]) -> None:
    dice = Random(seed)
    hold([trace_of(tmp_path, [spoilt(one, dice) for one in steps], spoilt(HISTORY, dice))], len(steps))
