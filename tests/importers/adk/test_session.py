"""An ADK session: compactions by the span of time, rewinds, branches, and who said what."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ctxaudit.importers.adk import read
from ctxaudit.ingest.sniff import sniff
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Evict
from tests.importers.adk.session import Session, call, talk
from tests.importers.damage import held, mangled, spoilt
from tests.importers.seen import calls, edits, evictions, hold, rewrites, spans, windows


def compacted(words: str = "Thread 9 holds 31 N.") -> Session:
    return talk().compaction(1, 4, words).model("Thread 10 holds as well.")


def busy() -> Session:
    session = compacted().user("Sure?", "i3").model("I measure again.", call("c2")).tool("c2", {"error": "jammed"})
    session.compaction(1, 8, "Threads hold.").model("Yes.").rewind("i3").user("Then stop.", "i4").model("Stopped.")
    return session.model("part", partial=True).event("weaver", "model", "side", branch="b1").user("end", "i5")


def test_a_run_without_a_compaction_has_no_edit(tmp_path: Path) -> None:
    assert edits(talk().model("So.").trace(tmp_path)) == []


def test_the_window_of_a_call_is_what_stands_before_it(tmp_path: Path) -> None:
    assert [len(shown) for shown in windows(talk().model("So.").trace(tmp_path))] == [1, 4, 6, 7]


def test_each_answer_is_a_call_with_its_recorded_size(tmp_path: Path) -> None:
    assert [event.tokens for event in calls(talk().model("So.", tokens=900).trace(tmp_path))] == [100, 100, 900]


def test_a_compaction_is_one_rewrite_of_what_lies_in_its_time(tmp_path: Path) -> None:
    trace = compacted().trace(tmp_path)
    (cut,) = rewrites(trace)
    assert cut.sources == ("ev1", "ev2.0", "ev2.1", "ev3", "ev4")
    assert (cut.line, cut.turn, cut.by, len(edits(trace))) == (6, 3, "host", 1)


def test_the_window_behind_it_begins_with_the_summary(tmp_path: Path) -> None:
    assert windows(compacted().trace(tmp_path))[2] == ["Thread 9 holds 31 N.", "And thread 10?"]


def test_the_summary_stands_in_the_agent_s_voice_and_is_untagged(tmp_path: Path) -> None:
    (cut,) = rewrites(compacted().trace(tmp_path))
    made = cut.surrogate
    assert (made.role, made.by, made.kind, made.lossy, made.provenance) == ("assistant", "model", "summary", False, ())
    assert cut.basis == "derived"


def test_a_summary_that_says_so_is_tagged(tmp_path: Path) -> None:
    (cut,) = rewrites(compacted("## Summary of the conversation\nThread 9 holds.").trace(tmp_path))
    assert (cut.surrogate.lossy, cut.surrogate.provenance, cut.basis) == (True, cut.sources, "recorded")


def test_a_summary_without_text_is_opaque(tmp_path: Path) -> None:
    (cut,) = rewrites(compacted("").trace(tmp_path))
    assert (cut.surrogate.tags, cut.surrogate.complete) == (("opaque",), False)


def test_a_later_compaction_takes_the_earlier_summary_along(tmp_path: Path) -> None:
    session = compacted().user("Sure?", "i3").compaction(1, 7, "Both hold.").model("Yes.")
    trace = session.trace(tmp_path)
    assert rewrites(trace)[1].sources == ("ev6-summary", "ev5", "ev7")
    assert windows(trace)[3] == ["Both hold.", "Sure?"]


def test_a_compaction_inside_another_s_time_changes_nothing(tmp_path: Path) -> None:
    trace = compacted().compaction(2, 3, "A thread.").model("Yes.").trace(tmp_path)
    assert len(rewrites(trace)) == 1
    assert trace.lines.not_context == {"compaction (replaces nothing)": 1}


def test_a_call_stays_while_its_response_stays(tmp_path: Path) -> None:
    trace = talk().compaction(1, 2, "A thread.").model("So.").trace(tmp_path)
    assert rewrites(trace)[0].sources == ("ev1",)
    assert '{"thread":9}' in windows(trace)[2]


def test_a_rewind_is_withdrawn_by_the_human(tmp_path: Path) -> None:
    trace = talk().model("It holds.").rewind("i2").user("Stop.", "i3").model("Stopped.").trace(tmp_path)
    (gone,) = evictions(trace)
    assert (gone.reason, gone.by, gone.spans) == ("withdrawn", "human", ("ev5", "ev6"))


def test_a_rewind_behind_a_compaction_brings_the_events_back(tmp_path: Path) -> None:
    trace = compacted().rewind("i2").user("Again.", "i3").model("So.").trace(tmp_path)
    assert windows(trace)[3][0] == "Why does thread 9 snap?"
    assert all(isinstance(event, Evict) for event in edits(trace)[1:] if type(event).__name__ != "Checkpoint")


def test_a_rewind_to_nowhere_is_aside(tmp_path: Path) -> None:
    trace = talk().rewind("i9").model("So.").trace(tmp_path)
    assert trace.lines.not_context == {"rewind (to an invocation that is not in the window)": 1}


def test_a_stream_that_is_still_coming_in_is_aside(tmp_path: Path) -> None:
    trace = talk().model("So", partial=True).model("So it is.").trace(tmp_path)
    assert (len(calls(trace)), trace.lines.not_context) == (3, {"event (partial)": 1})


def test_a_branch_is_a_lane_that_saw_what_stood_before(tmp_path: Path) -> None:
    session = talk().model("left", branch="root.left").model("right", branch="root.right").model("joined")
    main, left, right = session.traces(tmp_path)
    assert (left.header.lane, left.header.parent) == ("root.left", "loom")
    assert windows(left)[0] == windows(right)[0] == windows(main)[2]
    hold([main, left, right], 8)


def test_a_branch_does_not_see_its_sister(tmp_path: Path) -> None:
    session = talk().model("left", branch="root.left").model("right", branch="root.right")
    assert "left" not in windows(session.traces(tmp_path)[2])[-1]


def test_responses_are_read_decoded_and_bound(tmp_path: Path) -> None:
    made = spans(talk().trace(tmp_path))
    assert (made["ev3"].text, made["ev3"].call_id, made["ev3"].kind) == ("newtons: 31", "c1", "tool-result")


def test_a_lookup_is_known_by_its_name(tmp_path: Path) -> None:
    session = Session().user("x").model(call("c1", "read_gauge")).tool("c1", {"output": "row\nrow"}, "read_gauge")
    made = spans(session.trace(tmp_path))["ev3"]
    assert (made.kind, made.text) == ("read", "row\nrow")


@pytest.mark.parametrize("response", [{"error": "jammed"}, {"status": "error", "why": "jammed"}])
def test_a_failed_response_is_tagged(tmp_path: Path, response: Any) -> None:
    session = Session().user("x").model(call("c1")).tool("c1", response)
    assert spans(session.trace(tmp_path))["ev3"].tags == ("error",)


def test_thoughts_are_spans_of_their_own(tmp_path: Path) -> None:
    session = Session().user("x").model({"text": "threads snap", "thought": True}, "So.")
    assert spans(session.trace(tmp_path))["ev2.0"].role == "scratchpad"


def test_other_parts_are_not_whole(tmp_path: Path) -> None:
    session = Session().event("user", "user", {"inlineData": {"data": "x"}}).model("A thread.")
    made = spans(session.trace(tmp_path))["ev1"]
    assert (made.text, made.complete) == ("[inlineData]", False)


def test_names_with_underscores_are_read_as_well(tmp_path: Path) -> None:
    session = Session().user("x").event("weaver", "model", "So.", usage_metadata={"prompt_token_count": 70})
    assert [event.tokens for event in calls(session.trace(tmp_path))] == [70]


def test_a_session_is_known_by_its_content(tmp_path: Path) -> None:
    talk().traces(tmp_path)
    assert sniff(open_source(str(tmp_path / "session.json"))) == "adk"


def test_every_event_is_accounted_for(tmp_path: Path) -> None:
    session = busy()
    hold(session.traces(tmp_path), len(session.events))


@pytest.mark.parametrize("seed", range(40))
def test_damage_is_survived(tmp_path: Path, seed: int) -> None:
    content = mangled(json.dumps(busy().body).encode(), Random(seed))
    held(tmp_path / "session.json", content, read, lines=False)


@pytest.mark.parametrize("seed", range(60))
def test_any_value_in_any_key_is_survived(tmp_path: Path, seed: int) -> None:
    dice = Random(seed)
    session = busy()
    session.events = [spoilt(event, dice, more=["b1"]) for event in session.events]
    hold(session.traces(tmp_path), len(session.events))
