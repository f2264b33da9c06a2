"""Torn, spliced, NUL-filled and nonsensical traces are read as far as they go; every line is accounted for."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ctxaudit.importers.otel import read
from ctxaudit.model import Trace
from tests.importers.damage import content_of, cut, held, respelled, spliced
from tests.importers.snapshots.log import Log, Said

ASK: Said = ("user", "Which lock opens at nine?")
LOOK: Said = ("call", "c1", "bash", {"command": "cat locks.txt"})
FOUND: Said = ("result", "c1", "lock 3 opens at nine, lock 4 at ten " * 6)
SAY: Said = ("assistant", "Lock 3.")


def busy() -> Log:
    log = Log().call([ASK], LOOK, tokens=30).call([ASK, LOOK, FOUND], SAY, tokens=90)
    log.call([ASK, LOOK, ("result", "c1", "[cleared]"), SAY, ("user", "And at ten?")], SAY, tokens=60).mark()
    log.call([("assistant", "Lock 3 at nine, lock 4 at ten."), ASK], LOOK, tokens=40)
    return log.call([ASK], SAY, tokens=20).span("execute_tool", {"gen_ai.operation.name": "execute_tool"})


def of(folder: Path, content: bytes, name: str = "run.jsonl") -> list[Trace]:
    return held(folder / name, content, read, lines=False)


def lines_of(log: Log) -> bytes:
    return content_of(log.lines)


def as_document(log: Log) -> bytes:
    return json.dumps([json.loads(line) for line in log.lines], indent=1).encode()


def test_every_line_is_counted(tmp_path: Path) -> None:
    traces = of(tmp_path, lines_of(busy()) + b"\n")
    assert sum(trace.lines.read for trace in traces) == len(busy().lines) + 1


def test_every_record_of_a_document_is_counted(tmp_path: Path) -> None:
    traces = of(tmp_path, as_document(busy()))
    assert sum(trace.lines.read for trace in traces) == len(busy().lines)
    assert {event.origin.line for event in traces[0].events if event.origin} == {None}


@pytest.mark.parametrize("seed", range(30))
def test_a_log_cut_off_anywhere_is_read_up_to_there(tmp_path: Path, seed: int) -> None:
    dice = Random(seed)
    of(tmp_path, cut(dice.choice([lines_of, as_document])(busy()), dice))


@pytest.mark.parametrize("seed", range(40))
def test_a_splice_or_a_run_of_nuls_is_survived(tmp_path: Path, seed: int) -> None:
    dice = Random(seed)
    of(tmp_path, spliced(dice.choice([lines_of, as_document])(busy()), dice))


def parts_of(span: dict[str, Any]) -> Iterable[object]:
    return span, span["attributes"], span["context"]


@pytest.mark.parametrize("seed", range(60))
def test_any_value_in_any_key_is_survived(tmp_path: Path, seed: int) -> None:
    dice = Random(seed)
    more = [[{"role": "user"}], {"type": 5}, "[", '[{"role":1}]']
    of(tmp_path, content_of(respelled(line, dice, parts_of, more=more) for line in busy().lines))


@pytest.mark.parametrize("seed", range(30))
def test_prompts_of_any_kind_replay_to_themselves(tmp_path: Path, seed: int) -> None:
    dice = Random(seed)
    pool: list[Said] = [
        ASK,
        LOOK,
        FOUND,
        SAY,
        ("result", "c1", "[cleared]"),
        ("assistant", "So far: lock 3."),
        ("user", "x"),
    ]
    pool += [("result", "c1", FOUND[2][:50]), ("compaction", ""), ("user", "Summary of the conversation: lock 3.")]
    log = Log()
    for _ in range(6):
        log.call(dice.choices(pool, k=dice.randint(1, 7)), dice.choice([LOOK, SAY]), tokens=dice.choice([0, 40, 400]))
        if dice.random() < 0.2:
            log.mark()
    of(tmp_path, lines_of(log))


def test_a_damaged_document_gives_the_spans_that_are_whole(tmp_path: Path) -> None:
    content = as_document(busy())
    traces = of(tmp_path, content[: int(len(content) * 0.8)])
    assert [problem.hole for problem in traces[0].problems] == [True]
    assert traces[0].lines.events > 1


def test_a_document_of_something_else_gives_an_empty_trace(tmp_path: Path) -> None:
    (trace,) = of(tmp_path, b'{\n "a": 1\n}')
    assert (list(trace.events), trace.lines.read) == ([], 1)


def test_a_document_nested_too_deep_is_survived(tmp_path: Path) -> None:
    of(tmp_path, b'[\n{"attributes":' + b"[" * 50_000)


def test_a_hundred_calls_of_a_hundred_messages_end(tmp_path: Path) -> None:
    prompt: list[Said] = [ASK]
    log = Log()
    for number in range(100):
        log.call(list(prompt), ("assistant", f"Lock {number}."))
        prompt += [("assistant", f"Lock {number}."), ("user", f"And {number}?")]
    (trace,) = of(tmp_path, lines_of(log))
    assert trace.lines.events == 100
