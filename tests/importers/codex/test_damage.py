"""A torn, spliced or NUL-filled rollout is read as far as it goes; every line is accounted for, nothing is raised."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ctxaudit.importers.codex import read
from ctxaudit.model import Trace
from tests.importers.codex.rollout import LEAD, Rollout, message
from tests.importers.damage import content_of, cut, held, respelled, spliced, thinned
from tests.importers.seen import rewrites, spans, windows


def busy() -> Rollout:
    log = Rollout(base_instructions={"text": "Grind."}).limit(20).user("<environment_context>x", "start")
    log.item("reasoning", encrypted_content="g").call("c1").count(900).output("c1", "row " * 60).model("So.").count(950)
    log.user("rather not").model("Fine.").rollback(1).item("web_search_call", action={"query": "x"}).model("Found.")
    log.compacted(f"{LEAD}\nIt stands.").user("next").model("Done.").count(300)
    items = [message("user", "next"), {"type": "compaction", "encrypted_content": "g"}]
    log.compacted("", items).user("<environment_context>x").user("last").model("Bye.").rollback(2)
    return log.item("custom_tool_call", name="apply_patch", input="x", call_id="c2").output("c2", [{"text": "ok"}])


def of(folder: Path, content: bytes) -> Trace:
    return held(folder / "rollout-1.jsonl", content, read)[0]


def test_the_whole_log_stands(tmp_path: Path) -> None:
    assert of(tmp_path, busy().content).problems == ()


@pytest.mark.parametrize("seed", range(20))
def test_a_log_cut_off_anywhere_is_read_up_to_there(tmp_path: Path, seed: int) -> None:
    of(tmp_path, cut(busy().content, Random(seed)))


@pytest.mark.parametrize("seed", range(20))
def test_lines_may_be_missing_or_stand_in_any_order(tmp_path: Path, seed: int) -> None:
    of(tmp_path, content_of(thinned(busy().lines, Random(seed), shuffled=seed % 2 == 1)))


@pytest.mark.parametrize("seed", range(20))
def test_a_splice_or_a_run_of_nuls_costs_no_more_than_its_lines(tmp_path: Path, seed: int) -> None:
    of(tmp_path, spliced(busy().content, Random(seed)))


def parts_of(record: dict[str, Any]) -> Iterator[object]:
    """What a record holds, and the first of what a list in it holds."""
    payload = record["payload"]
    for part in (record, payload, payload.get("info"), payload.get("content"), payload.get("replacement_history")):
        yield part[0] if isinstance(part, list) and part else part


@pytest.mark.parametrize("seed", range(60))
def test_any_value_in_any_key_is_survived(tmp_path: Path, seed: int) -> None:
    dice = Random(seed)
    of(tmp_path, content_of(respelled(line, dice, parts_of, more=[[{"type": 5}]]) for line in busy().lines))


def test_a_line_that_cannot_be_read_leaves_a_gap_in_the_window(tmp_path: Path) -> None:
    trace = of(tmp_path, Rollout().user("go").raw('{"type": "response_item", "payl').user("on").content)
    assert [span.tags for span in spans(trace).values()] == [(), ("lost",), ()]
    assert not spans(trace)["lost-3"].complete


def test_the_gap_leaves_with_the_rest(tmp_path: Path) -> None:
    log = Rollout().user("go").raw("{torn").model("Yes.").compacted("S")
    assert "lost-3" in rewrites(of(tmp_path, log.content))[0].sources


def test_a_torn_last_line_is_a_problem_and_the_rest_stands(tmp_path: Path) -> None:
    trace = of(tmp_path, Rollout().user("go").model("Yes.").user("more").content[:-40])
    assert [problem.problem for problem in trace.problems] == ["torn-tail"]
    assert windows(trace)[-1] == ["go", "Yes.", ""]


def test_separators_that_are_legal_in_json_do_not_split_a_line(tmp_path: Path) -> None:
    log = Rollout().user("one\u2028two")
    log.lines = [json.dumps(json.loads(line), ensure_ascii=False) for line in log.lines]
    assert windows(of(tmp_path, log.content))[-1] == ["one\u2028two"]
