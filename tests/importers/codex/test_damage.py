"""A torn, spliced or NUL-filled rollout is read as far as it goes; every line is accounted for, nothing is raised."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from ctxaudit.importers.codex import read
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Trace
from tests.importers.codex.rollout import LEAD, Rollout, message
from tests.importers.seen import hold, lines_in, rewrites, spans, windows


def busy() -> Rollout:
    log = Rollout(base_instructions={"text": "Grind."}).limit(20).user("<environment_context>x", "start")
    log.item("reasoning", encrypted_content="g").call("c1").count(900).output("c1", "row " * 60).model("So.").count(950)
    log.user("rather not").model("Fine.").rollback(1).item("web_search_call", action={"query": "x"}).model("Found.")
    log.compacted(f"{LEAD}\nIt stands.").user("next").model("Done.").count(300)
    items = [message("user", "next"), {"type": "compaction", "encrypted_content": "g"}]
    log.compacted("", items).user("<environment_context>x").user("last").model("Bye.").rollback(2)
    return log.item("custom_tool_call", name="apply_patch", input="x", call_id="c2").output("c2", [{"text": "ok"}])


def of(folder: Path, content: bytes) -> Trace:
    path = folder / "rollout-1.jsonl"
    path.write_bytes(content)
    traces = read(open_source(str(path)))
    hold(traces, lines_in(content))
    return traces[0]


def test_the_whole_log_stands(tmp_path: Path) -> None:
    assert of(tmp_path, busy().content).problems == ()


@pytest.mark.parametrize("seed", range(20))
def test_a_log_cut_off_anywhere_is_read_up_to_there(tmp_path: Path, seed: int) -> None:
    content = busy().content
    of(tmp_path, content[: random.Random(seed).randint(1, len(content) - 1)])


@pytest.mark.parametrize("seed", range(20))
def test_lines_may_be_missing_or_stand_in_any_order(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    log = busy()
    log.lines = [line for line in log.lines if dice.random() > 0.2] or log.lines
    if seed % 2:
        dice.shuffle(log.lines)
    of(tmp_path, log.content)


@pytest.mark.parametrize("seed", range(20))
def test_a_splice_or_a_run_of_nuls_costs_no_more_than_its_lines(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    content = busy().content
    start, length = dice.randint(0, len(content) - 1), dice.randint(1, 400)
    filling = dice.choice([b"", b"\0" * length, b'"}\n{"type":', content[100:180], b"\xff\xfe", b"\n\n"])
    of(tmp_path, content[:start] + filling + content[start + length :] or b"\n")


@pytest.mark.parametrize("seed", range(60))
def test_any_value_in_any_key_is_survived(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    log = busy()
    odd = [None, 7, "", "x", [], [1, None], {}, {"text": 3}, True, -1, 1e308, [{"type": "text"}], [{"type": 5}], "\0"]
    for number, line in enumerate(log.lines):
        record = json.loads(line)
        payload = record["payload"]
        for part in (record, payload, payload.get("info"), payload.get("content"), payload.get("replacement_history")):
            inner = part[0] if isinstance(part, list) and part and isinstance(part[0], dict) else part
            if isinstance(inner, dict) and inner and dice.random() < 0.4:
                inner[dice.choice(list(inner))] = dice.choice(odd)
        log.lines[number] = json.dumps(record)
    of(tmp_path, log.content)


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
