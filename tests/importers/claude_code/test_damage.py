"""A torn, spliced or NUL-filled log is read as far as it goes; every line is accounted for, nothing is raised."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from ctxaudit import timeline
from ctxaudit.importers.claude_code import read
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Trace
from tests.importers.claude_code.log import LEAD, SESSION, Log, call, spans, windows


def busy() -> Log:
    log = (
        Log().user("u1", "start").model("a1", "m1", call("t1"), tokens=9000).model("a2", "m1", call("t2"), tokens=9000)
    )
    log.on("a1").result("r1", "t1", "one").on("a2").result("r2", "t2", "two").model("b1", "m2", "So far.", tokens=9100)
    log.on("r2").user("u2", "rather not").model("c1", "m3", call("t3"), tokens=9200).result("r3", "t3", "row\n" * 50)
    log.clearing("mc", "t1", "t3").record("queue-operation", None, operation="enqueue", content="and hurry")
    log.model("d1", "m4", "Yes.", tokens=8000).boundary("cb", preservedMessages={"uuids": ["d1"]})
    log.summary("s1", f"{LEAD} It stands.").on("d1").user("u3", "next").model("e1", "m5", "Done.", tokens=7000)
    log.record("attachment", "at", attachment={"type": "file", "filename": "a", "content": {"file": {"content": "x"}}})
    return log.on("nowhere").user("u4", "last").model("f1", "m6", "Bye.", tokens=7100)


def hold(folder: Path, content: bytes) -> list[Trace]:
    """Reads the bytes as a log and holds the traces to the laws: lines, turns, and a replay without problems."""
    path = folder / f"{SESSION}.jsonl"
    path.write_bytes(content)
    traces = read(open_source(str(path)))
    physical = content.count(b"\n") + (not content.endswith(b"\n"))
    assert sum(trace.lines.read for trace in traces) == physical
    for trace in traces:
        lines = trace.lines
        assert lines.read == lines.events + lines.blank + lines.problems + sum(lines.not_context.values())
        assert not timeline.replay(trace).problems
        turns = [event.turn for event in trace.events]
        assert turns == sorted(turns)
    return traces


def content_of(log: Log) -> bytes:
    return "".join(line + "\n" for line in log.lines).encode()


def test_the_whole_log_stands(tmp_path: Path) -> None:
    (trace,) = hold(tmp_path, content_of(busy()))
    assert trace.problems == ()
    assert windows(trace)[-1] == ["s1", "d1", "u3", "e1", "at", "u4", "f1"]


@pytest.mark.parametrize("seed", range(40))
def test_a_log_cut_off_anywhere_is_read_up_to_there(tmp_path: Path, seed: int) -> None:
    content = content_of(busy())
    hold(tmp_path, content[: random.Random(seed).randint(1, len(content) - 1)])


@pytest.mark.parametrize("seed", range(40))
def test_lines_may_be_missing_or_stand_in_any_order(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    log = busy()
    log.lines = [line for line in log.lines if dice.random() > 0.2] or log.lines
    if seed % 2:
        dice.shuffle(log.lines)
    hold(tmp_path, content_of(log))


@pytest.mark.parametrize("seed", range(40))
def test_a_splice_or_a_run_of_nuls_costs_no_more_than_its_lines(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    content = content_of(busy())
    start, length = dice.randint(0, len(content) - 1), dice.randint(1, 400)
    filling = dice.choice([b"", b"\0" * length, b'"}\n{"type":', content[100:180], b"\xff\xfe", b"\n\n"])
    hold(tmp_path, content[:start] + filling + content[start + length :] or b"\n")


@pytest.mark.parametrize("seed", range(60))
def test_any_value_in_any_key_is_survived(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    log = busy()
    odd = [None, 7, "", "x", [], [1, None], {}, {"uuids": 3}, True, -1, 1e308, [{"type": "text"}], {"type": 5}, "\0"]
    for number, line in enumerate(log.lines):
        record = json.loads(line)
        for part in (record, record.get("message"), record.get("compactMetadata"), record.get("attachment")):
            if isinstance(part, dict) and part and dice.random() < 0.4:
                part[dice.choice(list(part))] = dice.choice(odd)
        log.lines[number] = json.dumps(record)
    hold(tmp_path, content_of(log))


def test_a_lost_record_makes_no_rewind(tmp_path: Path) -> None:
    log = Log().user("u1", "go").model("a1", "m1", "One.").user("u2", "more").model("a2", "m2", "Two.").user("u3", "on")
    del log.lines[2]
    (trace,) = hold(tmp_path, content_of(log))
    assert windows(trace)[-1] == ["u1", "a1", "a2", "u3"]


def test_a_torn_last_line_is_a_problem_and_the_rest_stands(tmp_path: Path) -> None:
    content = content_of(Log().user("u1", "go").model("a1", "m1", "One.").user("u2", "more"))
    (trace,) = hold(tmp_path, content[:-40])
    assert [problem.problem for problem in trace.problems] == ["torn-tail"]
    assert windows(trace)[-1] == ["u1", "a1"]


def test_a_hole_is_told_to_every_lane_and_counted_in_one(tmp_path: Path) -> None:
    log = Log("first").user("u1", "go").raw('{"type": "user", "mess')
    log.lines += Log("second").user("v1", "stop").lines
    traces = hold(tmp_path, content_of(log))
    assert [[problem.line for problem in trace.problems] for trace in traces] == [[2], [2]]
    assert [trace.lines.problems for trace in traces] == [1, 0]


def test_two_records_on_a_line_are_both_read(tmp_path: Path) -> None:
    log = Log().user("u1", "go").model("a1", "m1", "One.")
    (trace,) = hold(tmp_path, (log.lines[0] + log.lines[1] + "\n").encode())
    assert set(spans(trace)) == {"u1", "a1"}


def test_separators_that_are_legal_in_json_do_not_split_a_line(tmp_path: Path) -> None:
    text = "one\u2028two\u0085three"
    (trace,) = hold(tmp_path, json.dumps(json.loads(Log().user("u1", text).lines[0]), ensure_ascii=False).encode())
    assert spans(trace)["u1"].text == text


def test_parents_in_a_ring_end(tmp_path: Path) -> None:
    log = (
        Log()
        .on("u3")
        .user("u1", "a")
        .user("u2", "b")
        .user("u3", "c")
        .on("u3")
        .user("u1", "a")
        .model("a1", "m1", "Yes.")
    )
    hold(tmp_path, content_of(log))


def test_countless_rewinds_end(tmp_path: Path) -> None:
    log = Log().user("u0", "go").model("a0", "m0", "Yes.")
    for number in range(1, 600):
        log.on("a0").user(f"u{number}", "again").model(f"a{number}", f"m{number}", "Yes.")
    (trace,) = hold(tmp_path, content_of(log))
    assert windows(trace)[-1] == ["u0", "a0", "u599", "a599"]


def test_branches_that_take_turns_end(tmp_path: Path) -> None:
    log = Log().user("u0", "go").model("a0", "m0", "Yes.")
    tips = ["a0", "a0"]
    for number in range(1, 120):
        log.on(tips[number % 2]).user(f"u{number}", "again").model(f"a{number}", f"m{number}", "Yes.")
        tips[number % 2] = f"a{number}"
    hold(tmp_path, content_of(log))


def test_many_results_of_one_call_end(tmp_path: Path) -> None:
    log = Log().user("u0", "go").model("a0", "m0", call("t0"))
    for number in range(600):
        log.on("a0").result(f"r{number}", "t0", "ok")
    for number in range(600):
        log.on("a0").user(f"u{number + 1}", "again")
    hold(tmp_path, content_of(log))
