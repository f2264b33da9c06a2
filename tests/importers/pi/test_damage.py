"""A torn, spliced or odd session is read as far as it goes; every line is accounted for, nothing is raised."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

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


def content_of(log: Log) -> bytes:
    return "".join(json.dumps(line) + "\n" for line in log.lines).encode()


def physical(content: bytes) -> int:
    return content.count(b"\n") + (not content.endswith(b"\n"))


def test_the_whole_log_stands(tmp_path: Path) -> None:
    (trace,) = busy().traces(tmp_path)
    assert trace.problems == ()
    hold([trace], 15)


@pytest.mark.parametrize("seed", range(40))
def test_a_log_cut_off_anywhere_is_read_up_to_there(tmp_path: Path, seed: int) -> None:
    content = content_of(busy())
    content = content[: random.Random(seed).randint(1, len(content) - 1)]
    hold(stored(tmp_path, content), physical(content))


@pytest.mark.parametrize("seed", range(40))
def test_lines_may_be_missing_or_stand_in_any_order(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    log = busy()
    log.lines = [line for line in log.lines if dice.random() > 0.2] or log.lines
    if seed % 2:
        dice.shuffle(log.lines)
    hold(log.traces(tmp_path), len(log.lines))


@pytest.mark.parametrize("seed", range(40))
def test_a_splice_or_a_run_of_nuls_costs_no_more_than_its_lines(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    content = content_of(busy())
    start, length = dice.randint(0, len(content) - 1), dice.randint(1, 300)
    filling = dice.choice([b"", b"\0" * length, b'"}\n{"type":', content[100:180], b"\xff\xfe", b"\n\n"])
    content = content[:start] + filling + content[start + length :] or b"\n"
    hold(stored(tmp_path, content), physical(content))


@pytest.mark.parametrize("seed", range(60))
def test_any_value_in_any_key_is_survived(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    log = busy()
    odd = [
        None,
        7,
        "",
        "x",
        [],
        [1, None],
        {},
        True,
        -1,
        1e308,
        {"content": 5},
        [{"type": "text"}],
        "\0",
        "\ud800",
        1 << 70,
    ]
    for line in log.lines:
        for part in (line, line.get("message"), line.get("replacement")):
            if isinstance(part, dict) and part and dice.random() < 0.4:
                part[dice.choice(list(part))] = dice.choice(odd)
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
