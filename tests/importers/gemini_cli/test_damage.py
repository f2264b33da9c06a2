"""A torn, spliced or NUL-filled session is read as far as it goes; every line is accounted for, nothing is raised."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from ctxaudit.importers.gemini_cli import read
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Trace
from tests.importers.gemini_cli.session import ACKNOWLEDGED, SNAPSHOT, Session, message, response, used, user
from tests.importers.seen import hold, lines_in, spans


def busy() -> Session:
    log = Session().all_are(user("c0", "<session_context>x")).user("u1", "go").model("g1", "")
    log.model("g1", "", 900, toolCalls=[used("c1", "dam 7"), used("c2", "dam 8")]).results(
        "u2", response("c1", "dam 7")
    )
    log.model("g2", "So.", 950).add(message("i1", "info", "note")).user("u3", "on").model("g3", "Yes.").back_to("u3")
    cut = "Output too large. For full output see: /tmp/out/c1.txt"
    log.results("u2", response("c1", cut)).user("n1", SNAPSHOT.format("7")).add(message("n2", "gemini", ACKNOWLEDGED))
    log.all_are(
        user("n0", "<session_context>x"), user("n1", SNAPSHOT.format("7")), message("n2", "gemini", ACKNOWLEDGED)
    )
    log.user("u4", "last").model("g4", "Bye.", 700, toolCalls=[used("c3", "x")])
    return log.all_are(user("n1", SNAPSHOT.format("7"))).back_to("n1")


def of(folder: Path, content: bytes) -> list[Trace]:
    path = folder / "session-1.jsonl"
    path.write_bytes(content)
    traces = read(open_source(str(path)))
    hold(traces, lines_in(content))
    return traces


def test_the_whole_log_stands(tmp_path: Path) -> None:
    assert all(trace.problems == () for trace in of(tmp_path, busy().content))


@pytest.mark.parametrize("seed", range(20))
def test_a_log_cut_off_anywhere_is_read_up_to_there(tmp_path: Path, seed: int) -> None:
    log = busy()
    first = len(log.lines[0]) + 1
    of(tmp_path, log.content[: random.Random(seed).randint(first, len(log.content) - 1)])


@pytest.mark.parametrize("seed", range(20))
def test_lines_may_be_missing_or_stand_in_any_order(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    log = busy()
    rest = [line for line in log.lines[1:] if dice.random() > 0.2]
    if seed % 2:
        dice.shuffle(rest)
    log.lines = [log.lines[0], *rest]
    of(tmp_path, log.content)


@pytest.mark.parametrize("seed", range(20))
def test_a_splice_or_a_run_of_nuls_costs_no_more_than_its_lines(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    log = busy()
    content, first = log.content, len(log.lines[0]) + 1
    start, length = dice.randint(first, len(content) - 1), dice.randint(1, 400)
    filling = dice.choice([b"", b"\0" * length, b'"}\n{"type":', content[first : first + 80], b"\xff\xfe", b"\n\n"])
    of(tmp_path, content[:start] + filling + content[start + length :])


@pytest.mark.parametrize("seed", range(60))
def test_any_value_in_any_key_is_survived(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    log = busy()
    odd = [None, 7, "", "x", [], [1, None], {}, {"text": 3}, True, -1, 1e308, [{"text": 1}], [{"type": 5}], "\0"]
    for number, line in enumerate(log.lines[1:], 1):
        record = json.loads(line)
        parts = [record]
        while parts:
            part = parts.pop()
            inner = list(part.values()) if isinstance(part, dict) else part
            parts += [value for value in inner if isinstance(value, dict | list)]
            if isinstance(part, dict) and part and dice.random() < 0.15:
                part[dice.choice(list(part))] = dice.choice(odd)
        log.lines[number] = json.dumps(record)
    of(tmp_path, log.content)


def test_a_line_that_cannot_be_read_leaves_a_gap_in_the_window(tmp_path: Path) -> None:
    log = busy()
    log.lines.insert(2, '{"id": "torn", "ty')
    assert spans(of(tmp_path, log.content)[0])["lost-3"].complete is False
