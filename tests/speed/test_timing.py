"""Processes are run to their end, their cost is theirs, and what did not work has no time."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from benchmarks.speed.timing import BenchmarkError, Command, in_turn, timed


def python(code: str, **keys: object) -> Command:
    return Command([sys.executable, "-c", code], **keys)  # type: ignore[arg-type]


def test_the_memory_of_a_run_is_that_of_its_process() -> None:
    timing = timed(python("x = bytearray(b'x') * (700 << 20)"))
    assert timing is not None
    assert 700 < timing.peak < 900


def test_waiting_costs_time_and_no_work() -> None:
    timing = timed(python("import time; time.sleep(0.5)"))
    assert timing is not None
    assert timing.wall >= 0.5
    assert timing.cpu < timing.wall


def test_a_command_that_fails_is_told_with_what_it_said() -> None:
    with pytest.raises(BenchmarkError, match="ended with 3: no such log"):
        timed(python("import sys; print('no such log', file=sys.stderr); sys.exit(3)"))


def test_an_exit_code_that_says_findings_is_fine_where_that_is_known() -> None:
    assert timed(python("import sys; sys.exit(3)", fine=frozenset({3}))) is not None


def test_a_command_that_is_not_there_is_told() -> None:
    with pytest.raises(BenchmarkError, match="cannot be started"):
        timed(Command(["no-such-command-anywhere"]))


def test_a_command_that_takes_longer_than_its_limit_is_ended_and_has_no_time() -> None:
    assert timed(python("import time; time.sleep(60)", limit=0.2)) is None


def test_commands_take_turns(tmp_path: Path) -> None:
    order = tmp_path / "order"
    write = f"open({str(order)!r}, 'a').write"
    turns = in_turn({"a": python(f"{write}('a')"), "b": python(f"{write}('b')")}, 3)
    assert order.read_text(encoding="utf-8") == "ababab"
    assert {name: len(runs) for name, runs in turns.runs.items()} == {"a": 3, "b": 3}


def test_a_tool_that_does_not_finish_is_tried_once_and_the_others_go_on() -> None:
    late = python("import time; time.sleep(60)", limit=0.2, needed=False)
    turns = in_turn({"a": python("pass"), "late": late}, 2)
    assert (len(turns.runs["a"]), turns.runs["late"]) == (2, [])
    assert turns.given_up == {"late": "did not finish in 0.2 s"}


def test_a_tool_that_fails_is_left_out_where_it_is_not_needed() -> None:
    turns = in_turn({"other": python("raise SystemExit(9)", needed=False)}, 2)
    assert "ended with 9" in turns.given_up["other"]


def test_a_tool_that_prints_nothing_was_called_wrongly() -> None:
    turns = in_turn({"mute": python("pass", needed=False), "other": python("print(1)", needed=False)}, 1)
    assert turns.given_up.keys() == {"mute"}
    assert len(turns.runs["other"]) == 1


def test_nothing_is_measured_when_what_is_needed_fails() -> None:
    with pytest.raises(BenchmarkError):
        in_turn({"a": python("raise SystemExit(1)")}, 1)
