"""Reading holds what the window can hold of a log, and no record of it."""

from __future__ import annotations

import json
import random
from collections.abc import Container
from pathlib import Path
from typing import Any

import pytest

from ctxaudit.importers.claude_code import lanes, lookups, read
from ctxaudit.importers.claude_code.lanes import Repeats, survey
from ctxaudit.importers.claude_code.lookups import fetches_copy
from ctxaudit.importers.claude_code.replay import Replay
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Trace
from tests.importers.claude_code.log import LEAD, SESSION, Log, call, spans
from tests.importers.claude_code.test_damage import busy
from tests.importers.held import counting, texts_within

BESIDE = "kept beside the window"


def long_log(turns: int = 60) -> Log:
    """What newer versions write: beside each text of the window something larger that is no part of it."""
    log = Log(gitBranch=BESIDE)
    for n in range(turns):
        thought = {"type": "thinking", "thinking": f"thought {n}", "signature": BESIDE}
        usage = {"usage": {"input_tokens": 900 + n, "service_tier": BESIDE}}
        log.user(f"u{n}", [{"type": "text", "text": f"look at pump {n}", "citations": [BESIDE]}])
        log.model(f"a{n}", f"m{n}", thought, call(f"t{n}", "Read", file_path=f"/pump{n}"), more=usage)
        image = {"type": "image", "source": {"type": "base64", "data": BESIDE}}
        found = [{"type": "text", "text": f"pump {n} runs"}, image]
        log.result(f"r{n}", f"t{n}", found, toolUseResult={"file": BESIDE, "originalFile": BESIDE})
        log.record("file-history-snapshot", None, snapshot={"backup": BESIDE})
        log.record("attachment", f"h{n}", attachment={"type": "hook_success", "stdout": BESIDE, "content": BESIDE})
        log.record("system", f"s{n}", subtype="info", content=BESIDE)
    return log


def test_one_record_is_held_while_the_next_one_is_read(tmp_path: Path) -> None:
    path = long_log().write(tmp_path)
    with counting() as held:
        traces = read(open_source(str(path)))
    assert held.read >= 360
    assert held.most <= 2
    assert (held.count, len(traces)) == (0, 1)


def test_a_log_in_which_uuids_come_again_holds_no_more_records(tmp_path: Path) -> None:
    log = long_log()
    log.lines += log.lines[:3]
    path = log.write(tmp_path)
    with counting() as held:
        read(open_source(str(path)))
    assert (held.most <= 2, held.count) == (True, 0)


def test_what_lies_beside_the_window_is_let_go_before_the_window_is_rebuilt(tmp_path: Path) -> None:
    found = set(texts_within(survey(open_source(str(long_log().write(tmp_path))))))
    assert {"thought 7", "look at pump 7", "pump 7 runs\n[image]", '{"file_path":"/pump7"}'} <= found
    assert [text for text in found if BESIDE in text] == []


def test_a_record_s_content_is_let_go_once_its_spans_stand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[Replay] = []
    run = Replay.run

    def noted(replay: Replay) -> None:
        run(replay)
        ran.append(replay)

    monkeypatch.setattr(Replay, "run", noted)
    long_log().trace(tmp_path)
    assert [node for replay in ran for node in replay.lane.nodes if node.blocks] == []


def test_a_result_that_is_read_again_is_one_text(tmp_path: Path) -> None:
    log = Log()
    for number in range(3):
        log.model(f"a{number}", f"m{number}", call(f"t{number}")).result(f"r{number}", f"t{number}", "row 1\nrow 2")
    found = spans(log.trace(tmp_path))
    assert found["r0"].text is found["r1"].text is found["r2"].text


def test_a_call_and_its_result_wear_one_id(tmp_path: Path) -> None:
    found = spans(Log().model("a1", "m1", call("toolu 1")).result("r1", "toolu 1", "row").trace(tmp_path))
    assert found["a1"].call_id is found["r1"].call_id
    assert found["r1"].call_id == "toolu 1"


def test_a_log_without_any_session_is_held_no_more(tmp_path: Path) -> None:
    log = long_log()
    log.lines = [json.dumps(json.loads(line) | {"sessionId": None, "isSidechain": False}) for line in log.lines]
    path = log.write(tmp_path)
    with counting() as held:
        read(open_source(str(path)))
    assert held.most <= 2


def test_records_before_the_first_session_belong_to_it(tmp_path: Path) -> None:
    log = Log().record("summary", None, summary="a title", sessionId=None).user("u0", "early", sessionId=None)
    trace = log.user("u1", "go").trace(tmp_path)
    assert (trace.header.id, list(spans(trace))) == (SESSION, ["u0", "u1"])


# --- repeated uuids: held to reading with all messages in hand ---


class Everything(Container[str]):
    def __contains__(self, _: object) -> bool:
        return True


def repeated_log(seed: int) -> Log:
    """A busy log with copies of its records in it: the same, with another text, another usage, in another lane."""
    dice = random.Random(seed)
    log = busy()
    for _ in range(dice.randint(1, 8)):
        record: dict[str, Any] = json.loads(dice.choice(log.lines))
        message = record.get("message")
        change = dice.randrange(5)
        if change == 1 and isinstance(message, dict):
            message["content"] = f"said again {dice.random()}"
        elif change == 2 and isinstance(message, dict):
            message["usage"] = {"input_tokens": dice.randint(1, 9999)}
        elif change == 3:
            record["parentUuid"] = dice.choice(["u1", "a1", "nowhere", None])
        elif change == 4:
            record["isSidechain"] = True
        log.lines.insert(dice.randint(1, len(log.lines)), json.dumps(record))
    return log


@pytest.mark.parametrize("seed", range(60))
def test_repeated_records_are_read_as_with_every_message_in_hand(
    tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = repeated_log(seed)
    told = [_all_of(trace) for trace in log.traces(tmp_path)]
    sorted_in = lanes._sorted_in
    monkeypatch.setattr(
        lanes, "_sorted_in", lambda source, session, _: sorted_in(source, session, Repeats(Everything()))
    )
    assert told == [_all_of(trace) for trace in log.traces(tmp_path)]


def test_the_generated_logs_do_repeat_records(tmp_path: Path) -> None:
    kinds = {
        kind for seed in range(60) for trace in repeated_log(seed).traces(tmp_path) for kind in trace.lines.not_context
    }
    assert "repeated uuid" in kinds


def _all_of(trace: Trace) -> tuple[Any, ...]:
    return trace.header, list(trace.events), list(trace.problems), trace.lines, list(trace.notes)


# --- the pattern of the harness's own store, and the parts that it cannot do without ---


@pytest.mark.parametrize("seed", range(200))
def test_the_store_is_known_by_its_pattern_alone(seed: int) -> None:
    dice = random.Random(seed)
    parts = [
        "/tool-results/",
        ".claude/projects/",
        "x",
        "/",
        "0" * 8 + "-0000-4000-8000-" + "0" * 12,
        ".jsonl",
        " ",
        LEAD,
    ]
    text = "".join(dice.choice(parts) for _ in range(dice.randint(0, 9))) + "y" * dice.choice([0, 3000])
    plainly = lookups._STORE.search(text, 0, lookups._LONGEST) is not None
    assert fetches_copy({dice.choice(["file_path", "path", "command"]): text}) is plainly
