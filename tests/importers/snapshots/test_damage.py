"""Torn, spliced, NUL-filled and nonsensical traces are read as far as they go; every line is accounted for."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from ctxaudit import timeline
from ctxaudit.importers.otel import read
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Trace
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


def hold(folder: Path, content: bytes, name: str = "run.jsonl") -> list[Trace]:
    """Reads the bytes as a log and holds the traces to the laws: lines, turns, and a replay without problems."""
    path = folder / name
    path.write_bytes(content)
    traces = read(open_source(str(path)))
    for trace in traces:
        lines = trace.lines
        assert lines.read == lines.events + lines.blank + lines.problems + sum(lines.not_context.values())
        assert not timeline.replay(trace).problems
        turns = [event.turn for event in trace.events]
        assert turns == sorted(turns)
    return traces


def content_of(log: Log) -> bytes:
    return "".join(line + "\n" for line in log.lines).encode()


def as_document(log: Log) -> bytes:
    return json.dumps([json.loads(line) for line in log.lines], indent=1).encode()


def test_every_line_is_counted(tmp_path: Path) -> None:
    traces = hold(tmp_path, content_of(busy()) + b"\n")
    assert sum(trace.lines.read for trace in traces) == len(busy().lines) + 1


def test_every_record_of_a_document_is_counted(tmp_path: Path) -> None:
    traces = hold(tmp_path, as_document(busy()))
    assert sum(trace.lines.read for trace in traces) == len(busy().lines)
    assert {event.origin.line for event in traces[0].events if event.origin} == {None}


@pytest.mark.parametrize("seed", range(30))
def test_a_log_cut_off_anywhere_is_read_up_to_there(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    content = dice.choice([content_of, as_document])(busy())
    hold(tmp_path, content[: dice.randint(1, len(content) - 1)])


@pytest.mark.parametrize("seed", range(40))
def test_a_splice_or_a_run_of_nuls_is_survived(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    content = dice.choice([content_of, as_document])(busy())
    start, length = dice.randint(0, len(content) - 1), dice.randint(1, 400)
    filling = dice.choice([b"", b"\0" * length, b'"}\n{"type":', content[100:180], b"\xff\xfe", b"\n\n"])
    hold(tmp_path, content[:start] + filling + content[start + length :] or b"\n")


@pytest.mark.parametrize("seed", range(60))
def test_any_value_in_any_key_is_survived(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    odd = [
        None,
        7,
        "",
        "x",
        [],
        [1, None],
        {},
        {"a": 3},
        True,
        -1,
        1e308,
        [{"role": "user"}],
        {"type": 5},
        "\0",
        "[",
        '[{"role":1}]',
    ]
    log = busy()
    for number, line in enumerate(log.lines):
        span = json.loads(line)
        for part in (span, span["attributes"], span["context"]):
            if part and dice.random() < 0.4:
                part[dice.choice(list(part))] = dice.choice(odd)
        log.lines[number] = json.dumps(span)
    hold(tmp_path, content_of(log))


@pytest.mark.parametrize("seed", range(30))
def test_prompts_of_any_kind_replay_to_themselves(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
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
    hold(tmp_path, content_of(log))


def test_a_damaged_document_gives_the_spans_that_are_whole(tmp_path: Path) -> None:
    content = as_document(busy())
    traces = hold(tmp_path, content[: int(len(content) * 0.8)])
    assert [problem.hole for problem in traces[0].problems] == [True]
    assert traces[0].lines.events > 1


def test_a_document_of_something_else_gives_an_empty_trace(tmp_path: Path) -> None:
    (trace,) = hold(tmp_path, b'{\n "a": 1\n}')
    assert (list(trace.events), trace.lines.read) == ([], 1)


def test_a_document_nested_too_deep_is_survived(tmp_path: Path) -> None:
    hold(tmp_path, b'[\n{"attributes":' + b"[" * 50_000)


def test_a_hundred_calls_of_a_hundred_messages_end(tmp_path: Path) -> None:
    prompt: list[Said] = [ASK]
    log = Log()
    for number in range(100):
        log.call(list(prompt), ("assistant", f"Lock {number}."))
        prompt += [("assistant", f"Lock {number}."), ("user", f"And {number}?")]
    (trace,) = hold(tmp_path, content_of(log))
    assert trace.lines.events == 100
