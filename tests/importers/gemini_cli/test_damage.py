"""A torn, spliced or NUL-filled session is read as far as it goes; every line is accounted for, nothing is raised."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ctxaudit.importers.gemini_cli import read
from ctxaudit.model import Trace
from tests.importers.damage import content_of, cut, every_part, held, respelled, spliced, thinned
from tests.importers.gemini_cli.session import ACKNOWLEDGED, SNAPSHOT, Session, message, response, used, user
from tests.importers.seen import spans


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
