"""A torn, spliced or odd session is read as far as it goes; every line is accounted for, nothing is raised."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from ctxaudit.importers.pi import read
from tests.importers.damage import content_of, cut, held, spliced, spoiled, thinned
from tests.importers.pi.log import Log, call, stored
from tests.importers.shown import hold, texts, windows


def busy() -> Log:
    log = Log().message("s", "system", "Mend.").user("u1", "which?").model("a1", "Hm.", call("c1"), tokens=900)
    log.result("r1", "c1", "sieve 4").model("a2", "Sieve 4.", tokens=950).edit("e1", "r1", "4")
    log.compaction("k", "a2", systemMessage={"role": "system", "content": "Mend well."}).user("u2", "and?")
    log.model("a3", "80.", tokens=500).on("a2").entry("b", "branch_summary", fromId="a3", summary="asked").user(
        "u3", "on"
    )
    return log.model("a4", "On.", tokens=990).edit("e2", "u3", None).message("h", "hookMessage", "note")


def content() -> bytes:
    return content_of(json.dumps(line) for line in busy().lines)


def test_the_whole_log_stands(tmp_path: Path) -> None:
    (trace,) = busy().traces(tmp_path)
    assert trace.problems == ()
    hold([trace], 15)


@pytest.mark.parametrize("seed", range(40))
def test_a_log_cut_off_anywhere_is_read_up_to_there(tmp_path: Path, seed: int) -> None:
    held(tmp_path / "run.jsonl", cut(content(), Random(seed)), read)


@pytest.mark.parametrize("seed", range(40))
def test_lines_may_be_missing_or_stand_in_any_order(tmp_path: Path, seed: int) -> None:
    lines = [json.dumps(line) for line in busy().lines]
    held(tmp_path / "run.jsonl", content_of(thinned(lines, Random(seed), shuffled=seed % 2 == 1)), read)


@pytest.mark.parametrize("seed", range(40))
def test_a_splice_or_a_run_of_nuls_costs_no_more_than_its_lines(tmp_path: Path, seed: int) -> None:
    held(tmp_path / "run.jsonl", spliced(content(), Random(seed)), read)


@pytest.mark.parametrize("seed", range(60))
def test_any_value_in_any_key_is_survived(tmp_path: Path, seed: int) -> None:
    log = busy()
    parts = [part for line in log.lines for part in (line, line.get("message"), line.get("replacement"))]
    spoiled(parts, Random(seed), more=[{"content": 5}, "\ud800", 1 << 70])
    hold(log.traces(tmp_path), 15)


def test_a_lost_record_makes_no_rewind(tmp_path: Path) -> None:
    log = Log().user("u1", "go").model("a1", "One.").user("u2", "more").model("a2", "Two.")
    del log.lines[2]
    (trace,) = log.traces(tmp_path)
    assert windows(trace)[-1] == ["u1", "u2", "a2"]
    assert any("line 3: its parent is not in the log" in note for note in trace.notes)


def test_an_id_that_was_there_before_is_passed_over(tmp_path: Path) -> None:
    log = Log().user("u1", "go").user("u1", "again")
    trace = log.trace(tmp_path)
    assert (texts(trace)[-1], trace.lines.not_context) == (["go"], {"entry that was there before": 1})


def test_a_session_without_its_header_is_read(tmp_path: Path) -> None:
    log = busy()
    del log.lines[0]
    (trace,) = log.traces(tmp_path)
    assert trace.header.id == "run"
    hold([trace], 14)


def test_separators_that_are_legal_in_json_do_not_split_a_line(tmp_path: Path) -> None:
    log = Log().user("u1", "one\u2028two\u0085three")
    content = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in log.lines).encode()
    assert texts(stored(tmp_path, content)[0])[-1] == ["one\u2028two\u0085three"]


def test_a_header_alone_is_an_empty_trace(tmp_path: Path) -> None:
    assert Log().trace(tmp_path).events == []


def test_parents_in_a_ring_end(tmp_path: Path) -> None:
    hold(Log().on("u2").user("u1", "a").user("u2", "b").on("u2").user("u3", "c").traces(tmp_path), 4)


def test_countless_branches_end(tmp_path: Path) -> None:
    log = busy()
    for number in range(400):
        log.on("a1" if number % 2 else "k").user(f"x{number}", "again")
    hold(log.traces(tmp_path), 415)
