"""A torn, spliced or NUL-filled session is read as far as it goes; every line is accounted for, nothing is raised."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ctxaudit.importers.qwen_code import read
from ctxaudit.model import Trace
from tests.importers.damage import content_of, cut, every_part, held, respelled, spliced, thinned
from tests.importers.qwen_code.session import SNAPSHOT, Session, answered, asked, turn
from tests.importers.seen import spans


def busy() -> Session:
    log = Session().user("u1", "go").model("a1", asked("k1"), tokens=900).result("r1", "k1", "hive 9")
    log.model("a2", "So.", tokens=950).system("s1", "ui_telemetry").user("u2", "/stats")
    log.system("s2", "slash_command", phase="result", rawCommand="/stats").user("u3", "on").model("a3", "Yes.")
    log.compression("z1", turn("user", SNAPSHOT.format("9")), turn("user", answered("k1", "x"))).user("u4", "more")
    log.model("a4", {"text": "hm", "thought": True}, "No.", tokens=300).on("a2").system("w1", "rewind").user(
        "u5", "last"
    )
    log.model("a5", "Bye.").on(None).user("x1", "count", isSidechain=True, agentId="agent-2")
    return log.model("x2", "Nine.", isSidechain=True, agentId="agent-2").system("z2", "agent_bootstrap", history=[])


def of(folder: Path, content: bytes) -> list[Trace]:
    return held(folder / "session-1.jsonl", content, read)


def test_the_whole_log_stands(tmp_path: Path) -> None:
    assert all(trace.problems == () for trace in of(tmp_path, busy().content))


@pytest.mark.parametrize("seed", range(20))
def test_a_log_cut_off_anywhere_is_read_up_to_there(tmp_path: Path, seed: int) -> None:
    log = busy()
    of(tmp_path, cut(log.content, Random(seed), len(log.lines[0]) + 1))


@pytest.mark.parametrize("seed", range(20))
def test_lines_may_be_missing_or_stand_in_any_order(tmp_path: Path, seed: int) -> None:
    lines = thinned(busy().lines, Random(seed), shuffled=seed % 2 == 1, keep=1)
    of(tmp_path, content_of(lines))


@pytest.mark.parametrize("seed", range(20))
def test_a_splice_or_a_run_of_nuls_costs_no_more_than_its_lines(tmp_path: Path, seed: int) -> None:
    log = busy()
    of(tmp_path, spliced(log.content, Random(seed), len(log.lines[0]) + 1))


@pytest.mark.parametrize("seed", range(60))
def test_any_value_in_any_key_is_survived(tmp_path: Path, seed: int) -> None:
    dice = Random(seed)
    first, *rest = busy().lines
    of(tmp_path, content_of([first, *(respelled(line, dice, every_part, share=0.15) for line in rest)]))


def test_a_line_that_cannot_be_read_leaves_a_gap_in_the_window(tmp_path: Path) -> None:
    log = busy()
    log.lines.insert(2, '{"id": "torn", "ty')
    assert spans(of(tmp_path, log.content)[0])["lost-3"].complete is False
