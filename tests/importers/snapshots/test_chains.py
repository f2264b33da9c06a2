"""Calls are chained by what their prompts share; agents, sessions, summarisers and lone calls are kept apart."""

from __future__ import annotations

from pathlib import Path

from tests.importers.snapshots.log import Log, Said, edits, rewrites, spans, windows

ASK: Said = ("user", "Count the swallows under the bridge.")
SAY: Said = ("assistant", "Forty-one swallows.")
MORE: Said = ("user", "And the swifts?")
DONE: Said = ("assistant", "Nine swifts.")


def test_two_agents_of_one_conversation_are_two_traces(tmp_path: Path) -> None:
    log = Log(agent="lead").call([ASK], SAY)
    log.agent, log.system = "scout", "You scout."
    log.call([("user", "Look under the arch.")], SAY).call([("user", "Look under the arch."), SAY, MORE], DONE)
    log.agent, log.system = "lead", "Keep the shelves."
    lead, scout = log.call([ASK, SAY, MORE], DONE).traces(tmp_path)
    assert (lead.header.id, lead.header.lane, scout.header.lane, scout.header.parent) == (
        "shelf",
        None,
        "scout",
        "shelf",
    )
    assert windows(lead)[1] == [ASK[1], SAY[1], MORE[1]]


def test_a_nested_agent_is_spoken_to_by_the_host(tmp_path: Path) -> None:
    log = Log(agent="lead").call([ASK], SAY, parent_id="0xa").call([ASK, SAY, MORE], DONE, parent_id="0xa")
    log.agent = "scout"
    order: Said = ("user", "Look under the arch.")
    log.call([order], SAY, parent_id="0xb").call([order, SAY, MORE], DONE, parent_id="0xb")
    for name, span, parent in (("lead", "0xa", None), ("scout", "0xb", "0xa")):
        attributes = {"gen_ai.operation.name": "invoke_agent", "gen_ai.agent.name": name}
        log.span("invoke_agent", attributes, context={"trace_id": "0x01", "span_id": span}, parent_id=parent)
    lead, scout = log.traces(tmp_path)
    assert [span.by for span in spans(lead) if span.role == "user"] == ["human", "human"]
    assert [span.by for span in spans(scout) if span.role == "user"] == ["host", "host"]


def test_two_runs_that_begin_alike_are_not_one(tmp_path: Path) -> None:
    log = Log(thread=None).call([ASK], SAY, trace="0x0a").call([ASK, SAY, MORE], DONE, trace="0x0a")
    traces = log.call([ASK], SAY, trace="0x0b").call([ASK, SAY, MORE], DONE, trace="0x0b").traces(tmp_path)
    assert [trace.header.id for trace in traces] == ["0x0a", "0x0b"]
    assert [edits(trace) for trace in traces] == [[], []]


def test_a_run_that_goes_on_in_another_trace_is_one(tmp_path: Path) -> None:
    log = Log(thread=None).call([ASK], SAY, trace="0x0a").call([ASK, SAY, MORE], DONE, trace="0x0b")
    assert len(windows(log.trace(tmp_path))) == 2


def test_runs_at_the_same_time_are_kept_apart(tmp_path: Path) -> None:
    log = Log()
    for number in range(2):
        log.call(
            [ASK],
            ("assistant", f"Answer {number}."),
            start_time="2026-05-04T08:00:00Z",
            end_time="2026-05-04T08:00:09Z",
        )
    log.call([ASK, ("assistant", "Answer 0."), MORE], DONE).call([ASK, ("assistant", "Answer 1."), MORE], DONE)
    assert [len(windows(trace)) for trace in log.traces(tmp_path)] == [2, 2]


def test_file_order_is_not_call_order(tmp_path: Path) -> None:
    log = Log().call([ASK], SAY).call([ASK, SAY, MORE], DONE)
    log.lines.reverse()
    trace = log.trace(tmp_path)
    assert (edits(trace), [len(window) for window in windows(trace)]) == ([], [1, 3])


def test_lone_calls_are_no_context_beside_a_conversation(tmp_path: Path) -> None:
    log = Log().call([ASK], SAY).call([("user", "Give this chat a title.")], ("assistant", "Swallows"))
    trace = log.call([ASK, SAY, MORE], DONE).trace(tmp_path)
    assert trace.lines.not_context == {"model call without a history": 1}


def test_a_file_of_lone_calls_gives_the_one_with_the_longest_prompt(tmp_path: Path) -> None:
    log = Log(thread=None).call([("user", "One?")], SAY, trace="0x1").call([("user", "Two?"), MORE], DONE, trace="0x2")
    trace = log.trace(tmp_path)
    assert (windows(trace), trace.lines.events) == ([["Two?", MORE[1]]], 1)


def test_a_new_conversation_under_an_old_id_is_another_trace(tmp_path: Path) -> None:
    log = Log().call([ASK], SAY).call([ASK, SAY, MORE], DONE)
    log.call([("user", "What is a kelpie?")], ("assistant", "A water horse."))
    traces = log.call([("user", "What is a kelpie?"), ("assistant", "A water horse."), MORE], SAY).traces(tmp_path)
    assert [trace.header.id for trace in traces] == ["shelf", "shelf-2"]
    assert [edits(trace) for trace in traces] == [[], []]


def test_a_summariser_with_the_whole_history_is_no_turn(tmp_path: Path) -> None:
    text = "Forty-one swallows were counted under the bridge, swifts are next."
    log = Log().call([ASK], SAY).call([ASK, SAY, ("user", "Summarize our conversation so far.")], ("assistant", text))
    trace = log.call([("user", f"<summary>{text}</summary>"), MORE], DONE).trace(tmp_path)
    assert (len(windows(trace)), len(rewrites(trace))) == (2, 1)
    assert trace.lines.not_context == {"summariser call": 1}


def test_a_summariser_with_a_prompt_of_its_own_is_no_turn(tmp_path: Path) -> None:
    text = "Forty-one swallows were counted under the bridge, swifts are next."
    log = Log().call([ASK], SAY).call([("user", "Condense: 41 swallows, asked and told.")], ("assistant", text))
    trace = log.call([ASK, ("user", f"Notes: {text}"), MORE], DONE).trace(tmp_path)
    assert rewrites(trace)[0].basis == "derived"
    assert trace.lines.not_context == {"summariser call": 1}


def test_a_users_request_for_a_summary_is_a_turn(tmp_path: Path) -> None:
    text = "Forty-one swallows were counted under the bridge, and nine swifts."
    request: Said = ("user", "Summarize our conversation so far.")
    log = Log().call([ASK], SAY).call([ASK, SAY, request], ("assistant", text))
    trace = log.call([ASK, SAY, request, ("assistant", text), MORE], DONE).trace(tmp_path)
    assert (len(windows(trace)), edits(trace)) == (3, [])


def test_the_header_names_model_agent_and_start(tmp_path: Path) -> None:
    header = Log(agent="lead").call([ASK], SAY).call([ASK, SAY, MORE], DONE).trace(tmp_path).header
    assert (header.model, header.agent, header.citations) == ("tiny-1", "lead", "implicit")
    assert header.started_at == "2026-05-04T08:00:00.000000Z"
