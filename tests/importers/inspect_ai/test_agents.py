"""Conversations of a sample are told apart; what is no call of an agent stays aside."""

from __future__ import annotations

from pathlib import Path

from tests.importers.inspect_ai.log import Sample, talk
from tests.importers.seen import calls, hold, spans, windows


def test_one_agent_is_one_trace_without_a_lane(tmp_path: Path) -> None:
    assert talk().trace(tmp_path).header.lane is None


def test_another_agent_s_span_is_a_lane_of_its_own(tmp_path: Path) -> None:
    sample = talk().begin("helper", "agent", "s1").say("h1", "user", "Find the fuse.", source="input")
    sample.model("h1", "b1", "It is F2.").inside("s1").model("sys u1 a1 t1 a2 t2", "a3", "Done.")
    main, helper = sample.traces(tmp_path)
    assert (helper.header.lane, helper.header.parent) == ("helper-1", main.header.id)
    assert [len(calls(trace)) for trace in (main, helper)] == [3, 1]
    hold([main, helper], len(sample.events))


def test_a_helper_is_spoken_to_by_the_harness(tmp_path: Path) -> None:
    sample = talk().begin("helper", "agent", "s1").say("h1", "user", "Find the fuse.", source="input")
    helper = sample.model("h1", "b1", "It is F2.").traces(tmp_path)[1]
    assert spans(helper)["h1"].by == "host"


def test_a_prompt_that_shares_nothing_is_a_lane_of_its_own(tmp_path: Path) -> None:
    sample = talk().say("q1", "user", "Rate this answer.").model("q1", "g1", "Good.")
    assert [len(calls(trace)) for trace in sample.traces(tmp_path)] == [2, 1]


def test_another_role_is_a_lane_of_its_own(tmp_path: Path) -> None:
    sample = talk().model("sys u1 a1 t1", "c1", "Doubtful.", role="critic")
    lanes = [trace.header.lane for trace in sample.traces(tmp_path)]
    assert lanes == [None, "critic-1"]


def test_agents_that_take_turns_keep_their_windows(tmp_path: Path) -> None:
    sample = (
        talk().say("q1", "user", "Rate this.").model("q1", "g1", "Good.").model("sys u1 a1 t1 a2 t2", "a3", "Done.")
    )
    main, other = sample.model("q1 g1", "g2", "Still good.").traces(tmp_path)
    assert (len(windows(main)), len(windows(other))) == (4, 3)


def test_a_prompt_behind_a_compaction_that_shares_nothing_goes_on_with_it(tmp_path: Path) -> None:
    sample = talk().compaction("summary").say("s9", "user", "Summary: relay K4.", metadata={"summary": True})
    assert len(sample.model("s9", "a3", "Done.").traces(tmp_path)) == 1


def test_a_scorer_s_call_is_aside(tmp_path: Path) -> None:
    sample = talk().begin("scorers", "scorers").begin("graded", "scorer", "scorers").say("q1", "user", "Grade it.")
    trace = sample.model("q1", "g1", "C").trace(tmp_path)
    assert trace.lines.not_context["model (a scorer's)"] == 1


def test_a_failed_call_is_aside(tmp_path: Path) -> None:
    trace = talk().model("sys u1 a1 t1 a2 t2", None, error="overloaded").trace(tmp_path)
    assert trace.lines.not_context["model (failed)"] == 1


def test_a_call_that_is_still_open_is_aside(tmp_path: Path) -> None:
    trace = talk().model("sys u1 a1 t1 a2 t2", None, pending=True).trace(tmp_path)
    assert trace.lines.not_context["model (unanswered)"] == 1


def test_a_tool_without_a_call_is_aside(tmp_path: Path) -> None:
    assert talk().tool("nobody", "t9").trace(tmp_path).lines.not_context["tool (its call is in no answer)"] == 1


def test_a_result_that_is_no_message_is_aside(tmp_path: Path) -> None:
    sample = Sample().task().model("u1", "a1", "x", ("c1", "submit")).tool("c1", "nowhere", "submit")
    assert sample.trace(tmp_path).lines.not_context == {"tool (its result entered no window)": 1}


def test_other_events_are_aside_by_their_kind(tmp_path: Path) -> None:
    trace = talk().event("state", changes=[]).event("state", changes=[]).event("info").trace(tmp_path)
    assert trace.lines.not_context == {"info": 1, "span_begin": 1, "state": 2}


def test_spans_in_a_ring_end(tmp_path: Path) -> None:
    sample = Sample().task().begin("x", "solver", "y").begin("y", "solver", "x").model("u1", "a1", "Yes.")
    assert len(sample.traces(tmp_path)) == 1
