"""A trajectory of mini-swe-agent: nothing ever leaves, and each answer is a call."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ctxaudit.importers.mini_swe_agent import read
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Trace
from tests.importers.damage import held, mangled, spoilt
from tests.importers.seen import calls, edits, hold, spans, windows

Json = dict[str, Any]


def response(tokens: int) -> Json:
    return {"model": "beekeeper-1", "usage": {"prompt_tokens": tokens, "completion_tokens": 5}}


def answer(words: str, command: str | None = None, tokens: int = 100) -> Json:
    made: Json = {"role": "assistant", "content": words, "extra": {"response": response(tokens), "timestamp": 1.79e9}}
    if command is not None:
        function = {"name": "bash", "arguments": json.dumps({"command": command})}
        made["tool_calls"] = [{"id": "c1", "function": function, "type": "function"}]
    return made


def output(words: str, code: int = 0, **keys: Any) -> Json:
    shown = json.dumps({"returncode": code, "output": words} | keys)
    return {"role": "tool", "tool_call_id": "c1", "content": shown, "extra": {"raw_output": words, "returncode": code}}


SYSTEM = {"role": "system", "content": "You keep bees."}
TASK = {"role": "user", "content": "Why is hive 12 silent?"}


def busy() -> list[Json]:
    complaint = {"role": "user", "content": "No tool calls found.", "extra": {"response": response(140)}}
    done = {"role": "exit", "content": "Submitted"}
    return [SYSTEM, TASK, answer("The log.", "cat hive.log"), output("queen\nlost"), complaint, answer("Done."), done]


def trace_of(folder: Path, messages: list[Any], **info: Any) -> Trace:
    path = folder / "hive.traj.json"
    body = {"info": {"mini_version": "2.4.6"} | info, "messages": messages, "trajectory_format": "mini-swe-agent-1.1"}
    path.write_text(json.dumps(body), encoding="utf-8")
    (found,) = read(open_source(str(path)))
    return found


def test_the_window_is_all_that_stands_before(tmp_path: Path) -> None:
    assert [len(shown) for shown in windows(trace_of(tmp_path, busy()))] == [2, 5, 6, 7]


def test_nothing_ever_leaves(tmp_path: Path) -> None:
    assert edits(trace_of(tmp_path, busy())) == []


def test_an_answer_that_was_thrown_away_is_a_call(tmp_path: Path) -> None:
    assert [call.tokens for call in calls(trace_of(tmp_path, busy()))] == [100, 140, 100]


def test_the_task_is_the_human_s_and_the_complaint_the_harness_s(tmp_path: Path) -> None:
    made = spans(trace_of(tmp_path, busy()))
    assert (made["m2"].by, made["m5"].by) == ("human", "host")


def test_an_output_is_read_decoded_and_bound_to_its_call(tmp_path: Path) -> None:
    made = spans(trace_of(tmp_path, busy()))
    assert (made["m4"].text, made["m4"].kind, made["m4"].call_id) == ("0\nqueen\nlost", "read", "c1")
    assert (made["m3.1"].kind, made["m3.1"].name) == ("tool-call", "bash")


def test_a_command_that_writes_is_no_lookup(tmp_path: Path) -> None:
    trace = trace_of(tmp_path, [SYSTEM, TASK, answer("x", "rm hive.log"), output("")])
    assert spans(trace)["m4"].kind == "tool-result"


def test_a_command_that_failed_is_tagged(tmp_path: Path) -> None:
    trace = trace_of(tmp_path, [SYSTEM, TASK, answer("x", "cat no"), output("no such file", 1)])
    assert spans(trace)["m4"].tags == ("error",)


def test_an_output_that_was_cut_stands_as_it_was_sent(tmp_path: Path) -> None:
    shown = {"returncode": 0, "output_head": "first row", "output_tail": "last row", "elided_chars": 71000}
    cut = output("all rows") | {"content": json.dumps(shown)}
    made = spans(trace_of(tmp_path, [SYSTEM, TASK, answer("x", "cat a"), cut]))["m4"]
    assert (made.text, made.external_copy) == ("0\nfirst row\nlast row\n71000", None)


def test_json_that_is_no_output_stays_json(tmp_path: Path) -> None:
    odd = {"role": "tool", "tool_call_id": "c1", "content": '{"hives": 12}'}
    assert spans(trace_of(tmp_path, [SYSTEM, TASK, answer("x", "cat a"), odd]))["m4"].text == '{"hives": 12}'


def test_an_older_command_is_a_block_of_the_text(tmp_path: Path) -> None:
    said = {"role": "assistant", "content": "The log.\n```bash\ncat hive.log\n```"}
    made = spans(trace_of(tmp_path, [SYSTEM, TASK, said, {"role": "user", "content": "queen lost"}]))
    assert (made["m3.0"].text.strip(), made["m3.1"].text) == ("The log.", '{"command":"cat hive.log"}')
    assert (made["m4"].by, made["m4"].kind, made["m4"].call_id) == ("tool", "read", "step-3")


def test_the_header_says_what_ran(tmp_path: Path) -> None:
    header = trace_of(tmp_path, busy(), exit_status="Submitted").header
    assert (header.id, header.agent, header.model) == ("hive", "mini-swe-agent 2.4.6", "beekeeper-1")
    assert header.labels == {"outcome": "Submitted"}


def test_every_message_is_accounted_for(tmp_path: Path) -> None:
    trace = trace_of(tmp_path, [*busy(), 7, {"role": None}])
    hold([trace], 9)
    assert trace.lines.not_context == {"exit": 2, "no message": 1}


@pytest.mark.parametrize("seed", range(40))
def test_damage_is_survived(tmp_path: Path, seed: int) -> None:
    content = mangled(json.dumps({"info": {}, "messages": busy()}).encode(), Random(seed))
    held(tmp_path / "hive.traj.json", content, read, lines=False)


@pytest.mark.parametrize("seed", range(40))
def test_any_value_in_any_key_is_survived(tmp_path: Path, seed: int) -> None:
    dice = Random(seed)
    more = [[{"id": 1}], "{"]
    messages = [spoilt(message, dice, 0.1, more) for message in busy()]
    hold([trace_of(tmp_path, messages, config=spoilt({"model": {"model_name": "x"}}, dice, 0.1, more))], 7)
