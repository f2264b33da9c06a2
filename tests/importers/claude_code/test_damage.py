"""A torn, spliced or NUL-filled log is read as far as it goes; every line is accounted for, nothing is raised."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ctxaudit.importers.claude_code import read
from ctxaudit.model import Trace
from tests.importers.claude_code.log import LEAD, SESSION, Log, call, spans, windows
from tests.importers.damage import content_of, cut, held, respelled, spliced, thinned


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


def of(folder: Path, content: bytes) -> list[Trace]:
    return held(folder / f"{SESSION}.jsonl", content, read)


def test_the_whole_log_stands(tmp_path: Path) -> None:
    (trace,) = of(tmp_path, content_of(busy().lines))
    assert trace.problems == ()
    assert windows(trace)[-1] == ["s1", "d1", "u3", "e1", "at", "u4", "f1"]


@pytest.mark.parametrize("seed", range(40))
def test_a_log_cut_off_anywhere_is_read_up_to_there(tmp_path: Path, seed: int) -> None:
    of(tmp_path, cut(content_of(busy().lines), Random(seed)))


@pytest.mark.parametrize("seed", range(40))
def test_lines_may_be_missing_or_stand_in_any_order(tmp_path: Path, seed: int) -> None:
    of(tmp_path, content_of(thinned(busy().lines, Random(seed), shuffled=seed % 2 == 1)))


@pytest.mark.parametrize("seed", range(40))
def test_a_splice_or_a_run_of_nuls_costs_no_more_than_its_lines(tmp_path: Path, seed: int) -> None:
    of(tmp_path, spliced(content_of(busy().lines), Random(seed)))


def parts_of(record: dict[str, Any]) -> Iterable[object]:
    return record, record.get("message"), record.get("compactMetadata"), record.get("attachment")


@pytest.mark.parametrize("seed", range(60))
def test_any_value_in_any_key_is_survived(tmp_path: Path, seed: int) -> None:
    dice = Random(seed)
    more = [{"uuids": 3}, {"type": 5}]
    of(tmp_path, content_of(respelled(line, dice, parts_of, more=more) for line in busy().lines))


def test_a_lost_record_makes_no_rewind(tmp_path: Path) -> None:
    log = Log().user("u1", "go").model("a1", "m1", "One.").user("u2", "more").model("a2", "m2", "Two.").user("u3", "on")
    del log.lines[2]
    (trace,) = of(tmp_path, content_of(log.lines))
    assert windows(trace)[-1] == ["u1", "a1", "a2", "u3"]


def test_a_torn_last_line_is_a_problem_and_the_rest_stands(tmp_path: Path) -> None:
    content = content_of(Log().user("u1", "go").model("a1", "m1", "One.").user("u2", "more").lines)
    (trace,) = of(tmp_path, content[:-40])
    assert [problem.problem for problem in trace.problems] == ["torn-tail"]
    assert windows(trace)[-1] == ["u1", "a1"]


def test_a_hole_is_told_to_every_lane_and_counted_in_one(tmp_path: Path) -> None:
    log = Log("first").user("u1", "go").raw('{"type": "user", "mess')
    log.lines += Log("second").user("v1", "stop").lines
    traces = of(tmp_path, content_of(log.lines))
    assert [[problem.line for problem in trace.problems] for trace in traces] == [[2], [2]]
    assert [trace.lines.problems for trace in traces] == [1, 0]


def test_two_records_on_a_line_are_both_read(tmp_path: Path) -> None:
    log = Log().user("u1", "go").model("a1", "m1", "One.")
    (trace,) = of(tmp_path, (log.lines[0] + log.lines[1] + "\n").encode())
    assert set(spans(trace)) == {"u1", "a1"}


def test_separators_that_are_legal_in_json_do_not_split_a_line(tmp_path: Path) -> None:
    text = "one\u2028two\u0085three"
    (trace,) = of(tmp_path, json.dumps(json.loads(Log().user("u1", text).lines[0]), ensure_ascii=False).encode())
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
    of(tmp_path, content_of(log.lines))


def test_countless_rewinds_end(tmp_path: Path) -> None:
    log = Log().user("u0", "go").model("a0", "m0", "Yes.")
    for number in range(1, 600):
        log.on("a0").user(f"u{number}", "again").model(f"a{number}", f"m{number}", "Yes.")
    (trace,) = of(tmp_path, content_of(log.lines))
    assert windows(trace)[-1] == ["u0", "a0", "u599", "a599"]


def test_branches_that_take_turns_end(tmp_path: Path) -> None:
    log = Log().user("u0", "go").model("a0", "m0", "Yes.")
    tips = ["a0", "a0"]
    for number in range(1, 120):
        log.on(tips[number % 2]).user(f"u{number}", "again").model(f"a{number}", f"m{number}", "Yes.")
        tips[number % 2] = f"a{number}"
    of(tmp_path, content_of(log.lines))


def test_many_results_of_one_call_end(tmp_path: Path) -> None:
    log = Log().user("u0", "go").model("a0", "m0", call("t0"))
    for number in range(600):
        log.on("a0").result(f"r{number}", "t0", "ok")
    for number in range(600):
        log.on("a0").user(f"u{number + 1}", "again")
    of(tmp_path, content_of(log.lines))
