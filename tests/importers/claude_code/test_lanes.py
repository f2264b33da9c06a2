"""Sessions and subagents are traces of their own, and each line of a log counts in one of them."""

from __future__ import annotations

from pathlib import Path

from ctxaudit.importers.claude_code import read
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Trace
from tests.importers.claude_code.log import SESSION, Log, call, edits, spans, windows


def by_id(traces: list[Trace]) -> dict[str, Trace]:
    return {trace.header.id: trace for trace in traces}


def subagent(agent: str = "ag1", session: str = SESSION) -> Log:
    log = Log(session, isSidechain=True, agentId=agent)
    return log.user("su1", "find the port").model("sa1", "sm1", "It is 5433.", tokens=300)


def test_the_header_names_the_session(tmp_path: Path) -> None:
    header = Log().user("u1", "go").model("a1", "m1", "Yes.").trace(tmp_path).header
    assert (header.id, header.agent, header.model, header.cwd) == (
        SESSION,
        "claude-code 2.1.20",
        "claude-test",
        "/srv/app",
    )
    assert (header.started_at, header.citations, header.lane, header.budget) == (
        "2026-03-01T10:00:00.000Z",
        "implicit",
        None,
        None,
    )


def test_events_know_where_in_the_log_they_come_from(tmp_path: Path) -> None:
    (event,) = Log().raw("").user("u1", "go").trace(tmp_path).events
    assert event.origin is not None
    assert (event.line, event.origin.file, event.origin.line, event.origin.id) == (2, f"{SESSION}.jsonl", 2, "u1")


def two_sessions(folder: Path) -> list[Trace]:
    log, other = Log("first").user("u1", "go").model("a1", "m1", "Yes."), Log("second").user("v1", "stop")
    log.lines += other.model("b1", "n1", "Stopped.").lines
    return log.traces(folder)


def test_a_second_session_is_another_trace(tmp_path: Path) -> None:
    assert [(trace.header.id, list(spans(trace))) for trace in two_sessions(tmp_path)] == [
        ("first", ["u1", "a1"]),
        ("second", ["v1", "b1"]),
    ]


def test_a_second_session_evicts_nothing(tmp_path: Path) -> None:
    assert [edits(trace) for trace in two_sessions(tmp_path)] == [[], []]


def test_each_line_counts_in_one_trace(tmp_path: Path) -> None:
    assert [trace.lines.read for trace in two_sessions(tmp_path)] == [2, 2]


def test_a_record_without_a_session_belongs_to_the_one_before(tmp_path: Path) -> None:
    log = Log("first").user("u1", "go").user("u2", "on", sessionId=None)
    assert windows(log.trace(tmp_path))[-1] == ["u1", "u2"]


def test_a_subagent_in_the_same_file_is_a_lane(tmp_path: Path) -> None:
    log = Log().user("u1", "go").model("a1", "m1", call("t1", "Task"))
    log.lines += Log(isSidechain=True).user("x1", "find it").model("x2", "n1", "Found.").lines
    traces = by_id(log.result("r1", "t1", "Found.").traces(tmp_path))
    assert (traces["x1"].header.lane, traces["x1"].header.parent) == ("x1", SESSION)
    assert list(spans(traces["x1"])) == ["x1", "x2"]
    assert list(spans(traces[SESSION])) == ["u1", "a1", "r1"]


def test_two_subagents_in_the_same_file_are_two_lanes(tmp_path: Path) -> None:
    log = Log().user("u1", "go")
    log.lines += Log(isSidechain=True).user("x1", "find it").lines + Log(isSidechain=True).user("y1", "fix it").lines
    assert set(by_id(log.traces(tmp_path))) == {SESSION, "x1", "y1"}


def test_a_subagent_s_file_in_the_session_s_folder_is_a_lane(tmp_path: Path) -> None:
    subagent().write(tmp_path, f"{SESSION}/subagents/agent-ag1.jsonl")
    traces = by_id(Log().user("u1", "go").traces(tmp_path))
    assert (traces["ag1"].header.lane, traces["ag1"].header.parent) == ("ag1", SESSION)
    assert traces["ag1"].path.endswith("agent-ag1.jsonl")


def test_files_of_workflows_are_found_and_journals_are_not(tmp_path: Path) -> None:
    subagent().write(tmp_path, f"{SESSION}/subagents/workflows/wf_1/agent-ag1.jsonl")
    subagent("no").write(tmp_path, f"{SESSION}/subagents/workflows/wf_1/journal.jsonl")
    assert set(by_id(Log().user("u1", "go").traces(tmp_path))) == {SESSION, "ag1"}


def test_an_older_subagent_s_file_beside_the_log_is_a_lane(tmp_path: Path) -> None:
    subagent().write(tmp_path, "agent-ag1.jsonl")
    subagent("ag2", "another-session").write(tmp_path, "agent-ag2.jsonl")
    log = Log(version="2.0.76").user("u1", "go").model("a1", "m1", call("t1", "Task"))
    assert set(by_id(log.traces(tmp_path))) == {SESSION, "ag1"}


def test_a_subagent_that_a_result_names_is_found_beside_the_log(tmp_path: Path) -> None:
    subagent().write(tmp_path, "agent-ag1.jsonl")
    log = Log().model("a1", "m1", call("t1", "Task")).result("r1", "t1", "ok", toolUseResult={"agentId": "ag1"})
    assert set(by_id(log.traces(tmp_path))) == {SESSION, "ag1"}


def test_a_name_that_leads_out_of_the_folder_finds_nothing(tmp_path: Path) -> None:
    subagent().write(tmp_path, "agent-ag1.jsonl")
    log = Log("..").model("a1", "m1", call("t1", "Task")).result("r1", "t1", "ok", toolUseResult={"agentId": "../ag1"})
    path = log.write(tmp_path / "inner", "log.jsonl")
    assert [trace.header.id for trace in read(open_source(str(path)))] == [".."]


def test_a_subagent_s_file_by_itself_is_one_lane(tmp_path: Path) -> None:
    path = subagent().write(tmp_path, "agent-ag1.jsonl")
    assert [trace.header.lane for trace in read(open_source(str(path)))] == ["ag1"]


def test_a_log_with_nothing_of_a_window_is_a_trace_without_events(tmp_path: Path) -> None:
    trace = Log().record("summary", None, summary="a title").trace(tmp_path)
    assert (list(trace.events), trace.lines.not_context, trace.header.id) == ([], {"summary": 1}, SESSION)


def test_a_title_of_another_session_is_no_surrogate(tmp_path: Path) -> None:
    log = Log().record("summary", None, summary="fixing the port", leafUuid="u9").user("u1", "go")
    assert list(spans(log.trace(tmp_path))) == ["u1"]


def test_unknown_record_types_are_counted_by_name(tmp_path: Path) -> None:
    trace = Log().user("u1", "go").record("sparkle", None, shine=True).trace(tmp_path)
    assert trace.lines.not_context == {"sparkle": 1}


def test_countless_kinds_become_one(tmp_path: Path) -> None:
    log = Log().user("u1", "go")
    for number in range(200):
        log.record(f"kind-{number}", None)
    kinds = log.trace(tmp_path).lines.not_context
    assert len(kinds) < 100
    assert sum(kinds.values()) == 200
