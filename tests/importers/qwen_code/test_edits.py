"""Compressions, rewinds, and results that leave without a record."""

from __future__ import annotations

import json
from pathlib import Path

from tests.importers.qwen_code.session import ACKNOWLEDGED, SNAPSHOT, Session, answered, asked, turn
from tests.importers.seen import calls, edits, evictions, rewrites, spans, truncations, windows

CLEARED = "[Old tool result content cleared]"
SUMMARY = (turn("user", SNAPSHOT.format("nine")), turn("model", ACKNOWLEDGED))


def worked() -> Session:
    log = Session().user("u1", "read the hive").model("a1", asked("k1"), tokens=700).result("r1", "k1", "hive 9")
    return log.model("a2", "It is hive 9.", tokens=760)


def test_a_compression_is_one_rewrite_of_all_that_left(tmp_path: Path) -> None:
    trace = worked().compression("z1", *SUMMARY, turn("model", "It is hive 9.")).user("u2", "on").trace(tmp_path)
    (cut,) = rewrites(trace)
    assert edits(trace) == [cut]
    assert (cut.sources, cut.by, cut.basis) == (("u1", "a1", "r1"), "host", "derived")
    assert (cut.tokens_before, cut.tokens_after) == (None, None)
    assert windows(trace)[-1] == [SNAPSHOT.format("nine"), ACKNOWLEDGED, "It is hive 9.", "on"]


def test_the_snapshot_is_tagged(tmp_path: Path) -> None:
    told = rewrites(worked().compression("z1", *SUMMARY).trace(tmp_path))[0].surrogate
    assert told.text[told.body_start : told.body_end] == "nine"
    assert (told.lossy, told.provenance) == (True, ("u1", "a1", "r1", "a2"))


def test_the_sizes_around_it_are_told(tmp_path: Path) -> None:
    notes = worked().compression("z1", *SUMMARY).trace(tmp_path).notes
    assert any("from 9,000 tokens to 800" in note for note in notes)


def test_a_failed_compression_changes_nothing(tmp_path: Path) -> None:
    trace = worked().compression("z1", status=2).user("u2", "on").trace(tmp_path)
    assert edits(trace) == []
    assert trace.lines.not_context == {"system/chat_compression": 1}


def test_a_compression_without_a_summary_is_a_truncation(tmp_path: Path) -> None:
    trace = worked().compression("z1", turn("user", "read the hive"), turn("model", "It is hive 9.")).trace(tmp_path)
    assert [cut.spans for cut in truncations(trace)] == [("a1", "r1")]
    assert rewrites(trace) == []


def test_a_result_that_it_holds_as_a_mark_left_for_that(tmp_path: Path) -> None:
    kept = (turn("user", "read the hive"), turn("model", asked("k1")), turn("user", answered("k1", CLEARED)))
    trace = worked().compression("z1", *kept, turn("model", "It is hive 9.")).trace(tmp_path)
    assert [cut.spans for cut in truncations(trace)] == [("r1",)]
    assert (spans(trace)["r1-stub"].text, spans(trace)["r1-stub"].by) == (CLEARED, "host")
    assert windows(trace)[-1][2] == CLEARED


def test_a_rewind_withdraws_what_came_since(tmp_path: Path) -> None:
    log = worked().user("u2", "smoke it").model("a3", "Smoked.").on("a2").system("w1", "rewind", truncatedCount=2)
    trace = log.user("u3", "leave it").model("a4", "Left.").trace(tmp_path)
    (gone,) = evictions(trace)
    assert (gone.reason, gone.by, gone.basis, gone.spans) == ("withdrawn", "human", "derived", ("u2", "a3"))
    assert windows(trace)[-1][-3:] == ["It is hive 9.", "leave it", "Left."]


def test_any_record_that_hangs_further_up_goes_back(tmp_path: Path) -> None:
    log = worked().user("u2", "smoke it").model("a3", "Smoked.").on("a2").user("u3", "leave it").model("a4", "Left.")
    assert [gone.spans for gone in evictions(log.trace(tmp_path))] == [("u2", "a3")]


def test_a_rewind_across_a_compression_undoes_it(tmp_path: Path) -> None:
    log = worked().compression("z1", *SUMMARY).user("u2", "on").model("a3", "Yes.").on("a2").system("w1", "rewind")
    assert windows(log.trace(tmp_path))[-1] == ["read the hive", '{"path":"hive.txt"}', "hive 9", "It is hive 9."]


def test_a_rewind_to_a_compression_keeps_it(tmp_path: Path) -> None:
    log = worked().compression("z1", *SUMMARY).user("u2", "on").model("a3", "Yes.").on("z1").system("w1", "rewind")
    assert windows(log.trace(tmp_path))[-1] == [SNAPSHOT.format("nine"), ACKNOWLEDGED]


def rested(minutes: int, tokens: int, results: int = 7) -> Session:
    log = Session().user("u1", "read all")
    for number in range(results):
        log.model(f"a{number}", asked(f"k{number}"), tokens=9000).result(f"r{number}", f"k{number}", f"hive {number}")
    log.user("u2", "back again").model("a9", "Hello.", tokens=tokens)
    last = json.loads(log.lines[-1])
    last["timestamp"] = f"2026-03-01T{11 + (15 + minutes) // 60}:{(15 + minutes) % 60:02d}:00.000Z"
    log.lines[-1] = json.dumps(last)
    return log


def test_old_results_leave_after_an_hour_when_the_size_falls(tmp_path: Path) -> None:
    trace = rested(60, 4000).trace(tmp_path)
    (cut,) = truncations(trace)
    assert (cut.spans, cut.basis, cut.turn) == (("r0", "r1"), "inferred", calls(trace)[-1].turn)
    assert windows(trace)[-1].count(CLEARED) == 2


def test_an_hour_alone_proves_nothing(tmp_path: Path) -> None:
    assert edits(rested(60, 8900).trace(tmp_path)) == []


def test_a_fall_alone_proves_nothing(tmp_path: Path) -> None:
    log = rested(60, 4000)
    last = json.loads(log.lines[-1])
    log.lines[-1] = json.dumps(last | {"timestamp": "2026-03-01T10:20:00.000Z"})
    assert edits(log.trace(tmp_path)) == []


def test_the_newest_five_never_leave(tmp_path: Path) -> None:
    assert edits(rested(60, 4000, results=5).trace(tmp_path)) == []
