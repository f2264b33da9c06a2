"""A log is known by its content; a side file that looks like one is none."""

from __future__ import annotations

import gzip
import json
import sqlite3
import zipfile
from pathlib import Path
from typing import Any

import pytest

from ctxaudit.ingest.signatures import SIGNATURES, TITLES
from ctxaudit.ingest.sniff import sniff
from ctxaudit.ingest.source import open_source
from tests.ingest.files import header, line, source

CLAUDE = {"parentUuid": None, "isSidechain": False, "uuid": "u1", "sessionId": "c1", "type": "user"}
SAID = {"role": "user", "content": "list the ports"}
CODEX = {"timestamp": "t", "type": "session_meta", "payload": {"id": "x", "cwd": "/w"}}
GEMINI = {"sessionId": "g1", "projectHash": "0f", "startTime": "t"}
QWEN = {"uuid": "q1", "parentUuid": None, "sessionId": "q", "type": "user", "message": {"role": "user", "parts": []}}
PI = {"type": "session", "version": 3, "id": "p1", "timestamp": "t", "cwd": "/w"}
CLINE = {"version": 1, "updated_at": "t", "agent": "lead", "sessionId": "c", "messages": [SAID | {"id": "m1"}]}
ROO = [SAID | {"ts": 1, "condenseParent": "k"}, SAID | {"ts": 2, "isSummary": True, "condenseId": "k"}]
SPAN = {"name": "chat m", "context": {"trace_id": "0x1"}, "attributes": {"gen_ai.operation.name": "chat"}}
INFERENCE = {"name": "x", "attributes": {"openinference.span.kind": "LLM", "llm.model_name": "m"}}
RUN = {"id": "r", "trace_id": "t", "run_type": "llm", "inputs": {"messages": []}, "outputs": {}}
GENERATION = {"id": "o", "traceId": "t", "type": "GENERATION", "startTime": "t", "input": []}
LISTED = [{"key": "gen_ai.operation.name", "value": {"stringValue": "chat"}}]
HANDS = {"id": "h1", "agent": {"kind": "Agent"}, "workspace": {}, "execution_status": "idle", "leaf_event_id": None}
OLD_HANDS = {"id": 0, "source": "user", "action": "message", "args": {"content": "list the ports"}}
MINI = {"info": {"config": {}}, "messages": [SAID], "trajectory_format": "mini-swe-agent-1.1"}

LINES: dict[str, tuple[str, list[Any]]] = {
    "an event without its header": ("native", [{"type": "call", "turn": 1}]),
    "a Claude Code session": ("claude-code", [CLAUDE | {"message": SAID}]),
    "one that begins with a title": ("claude-code", [{"type": "summary", "summary": "s", "leafUuid": "u"}]),
    "one that begins with a snapshot": ("claude-code", [{"type": "file-history-snapshot", "messageId": "m"}]),
    "a Claude Code subagent": ("claude-code", [CLAUDE | {"isSidechain": True, "agentId": "a", "message": SAID}]),
    "a Codex rollout": ("codex", [CODEX]),
    "one that begins with an event": ("codex", [{"timestamp": "t", "type": "event_msg", "payload": {}}]),
    "one from before the types": ("codex", [{"id": "x", "timestamp": "t", "instructions": None, "git": {}}]),
    "a Gemini CLI session": ("gemini-cli", [GEMINI, {"id": "g", "type": "user", "content": "x"}]),
    "a Qwen Code session": ("qwen-code", [QWEN]),
    "one that begins with telemetry": ("qwen-code", [QWEN | {"type": "system", "message": None, "systemPayload": {}}]),
    "a pi session": ("pi", [PI, {"type": "message", "id": "m"}]),
    "OpenInference spans": ("openinference", [{"name": "ls", "attributes": {}}, INFERENCE]),
    "columns of OpenInference spans": ("openinference", [{"attributes.openinference.span.kind": "LLM", "name": "x"}]),
    "LangSmith runs": ("langsmith", [RUN | {"run_type": "chain"}, RUN]),
    "Langfuse observations": ("langfuse", [{"id": "t", "sessionId": "s"}, GENERATION]),
    "Langfuse observations with underscores": (
        "langfuse",
        [{"id": "o", "trace_id": "t", "type": "TOOL", "start_time": "t"}],
    ),
    "exported logs of a collector": (
        "otel",
        [{"resourceLogs": [{"scopeLogs": [{"logRecords": [{"attributes": LISTED}]}]}]}],
    ),
    "exported spans": ("otel", [{"name": "http", "attributes": {"url": "x"}}, SPAN]),
    "a collector's batch": (
        "otel",
        [{"resourceSpans": [{"scopeSpans": [{"spans": [SPAN | {"attributes": LISTED}]}]}]}],
    ),
}
DOCUMENTS: dict[str, tuple[str, Any]] = {
    "an older Gemini CLI session": ("gemini-cli", GEMINI | {"messages": []}),
    "a saved Gemini CLI chat": ("gemini-cli", {"history": [{"role": "user", "parts": [{"text": "x"}]}], "meta": {}}),
    "an OpenCode export": ("opencode", {"info": {"id": "ses_1"}, "messages": [{"info": {}, "parts": []}]}),
    "an OpenHands conversation": ("openhands", HANDS),
    "an older OpenHands trajectory": ("openhands", [OLD_HANDS]),
    "one with its history inside": ("openhands", {"instance_id": "i", "history": [OLD_HANDS]}),
    "an Inspect log": ("inspect-ai", {"version": 2, "status": "success", "eval": {"task": "t"}, "samples": []}),
    "a Cline transcript": ("cline", CLINE),
    "a Roo Code task": ("cline", ROO),
    "an older Cline task": ("cline", [{"role": "user", "content": [{"type": "text", "text": "<task>\nx\n</task>"}]}]),
    "an ADK session": ("adk", {"id": "s", "appName": "a", "userId": "u", "events": []}),
    "a SWE-agent trajectory": ("sweagent", {"trajectory": [{"action": "ls", "observation": "a"}], "history": []}),
    "a mini-swe-agent trajectory": ("mini-swe-agent", MINI),
    "a list of OpenInference spans": ("openinference", {"data": [INFERENCE], "next_cursor": None}),
    "nested OpenInference spans": ("openinference", [{"name": "x", "attributes": {"llm": {"model_name": "m"}}}]),
    "a list of spans": ("otel", [SPAN]),
    "a list of LangSmith runs": ("langsmith", [RUN]),
    "a Langfuse trace": ("langfuse", {"id": "t", "sessionId": "s", "observations": [GENERATION]}),
    "an ATIF trajectory": ("atif", {"schema_version": "ATIF-v1.6", "agent": {}, "steps": []}),
}
SIDE_FILES: dict[str, Any] = {
    "a dumped request": {"seq": 1, "path": "/v1", "request": {"model": "m", "messages": [SAID]}, "reply": {}},
    "a dumped list of contents": {"kind": "agent", "contents": [{"role": "user", "parts": [{"text": "x"}]}]},
    "a compacted Cline window": CLINE | {"messages": [SAID | {"metadata": {"kind": "compaction_summary"}}]},
    "another compacted Cline window": {"version": 1, "updated_at": "t", "conversation_id": "c", "messages": [SAID]},
    "a Cline manifest": {"version": 1, "session_id": "c", "source": "cli", "messages_path": "m.json"},
    "the Roo window after a summary": [ROO[1], SAID | {"ts": 3}],
    "the Roo window after a cut": [SAID | {"ts": 1}, SAID | {"ts": 2, "isTruncationMarker": True, "truncationId": "t"}],
    "one OpenHands event": {"id": "e1", "kind": "MessageEvent", "source": "user", "llm_message": SAID},
    "a list of messages": [SAID],
    "labels of runs": [{"session": "c1", "outcome": "fine"}],
    "a package file": {"name": "x", "version": "1.0.0", "type": "module", "dependencies": {}},
    "spans of another kind": {"name": "http", "context": {}, "attributes": {"url": "x"}},
    "a run without inputs": {"id": "r", "run_type": "llm"},
    "an event of another kind": {"id": "e", "type": "EVENT", "startTime": "t"},
    "empty": {},
    "an empty list": [],
    "a number": 7,
}


def written(folder: Path, *values: Any, indent: int | None = None, name: str = "x") -> str:
    path = folder / name
    path.write_text("".join(json.dumps(value, indent=indent) + "\n" for value in values), encoding="utf-8")
    return str(path)


def test_every_format_has_a_title_and_an_example() -> None:
    known = {name for name, _ in LINES.values()} | {name for name, _ in DOCUMENTS.values()}
    assert TITLES.keys() == SIGNATURES.keys() == known


def test_a_native_trace_is_known_by_its_header(tmp_path: Path) -> None:
    assert sniff(source(tmp_path, header(), line("call"))) == "native"


@pytest.mark.parametrize(
    "head", [b'{"type":"trace","version":2}\n', b'{ "type" : "trace", \n', b'\xef\xbb\xbf{"type":"trace"']
)
def test_a_native_header_that_is_wrong_is_still_one(tmp_path: Path, head: bytes) -> None:
    assert sniff(source(tmp_path, head)) == "native"


@pytest.mark.parametrize("what", LINES)
def test_lines_are_known(tmp_path: Path, what: str) -> None:
    name, values = LINES[what]
    assert sniff(open_source(written(tmp_path, *values))) == name


@pytest.mark.parametrize("what", DOCUMENTS)
@pytest.mark.parametrize("indent", [None, 1])
def test_a_document_is_known_on_one_line_or_many(tmp_path: Path, what: str, indent: int | None) -> None:
    name, value = DOCUMENTS[what]
    assert sniff(open_source(written(tmp_path, value, indent=indent))) == name


@pytest.mark.parametrize("what", SIDE_FILES)
@pytest.mark.parametrize("indent", [None, 1])
def test_a_side_file_is_no_session_log(tmp_path: Path, what: str, indent: int | None) -> None:
    assert sniff(open_source(written(tmp_path, SIDE_FILES[what], indent=indent))) is None


@pytest.mark.parametrize("content", [b"\n\n", b"plain words\n", b"\x00\x01\x02", b"a,b\n1,2\n", b"\xff\xfe{\x00", b"{"])
def test_what_is_no_json_is_no_session_log(tmp_path: Path, content: bytes) -> None:
    assert sniff(source(tmp_path, content)) is None


def test_the_name_of_a_file_says_nothing(tmp_path: Path) -> None:
    assert sniff(open_source(written(tmp_path, CODEX, name="claude-code.json"))) == "codex"


def test_a_compressed_log_is_known(tmp_path: Path) -> None:
    assert sniff(source(tmp_path, gzip.compress(json.dumps(CODEX).encode()))) == "codex"


def test_a_log_whose_first_record_is_long_is_known(tmp_path: Path) -> None:
    assert sniff(open_source(written(tmp_path, CODEX | {"long": "x" * 200_000}, CODEX))) == "codex"


def test_a_log_whose_first_line_is_damaged_is_known(tmp_path: Path) -> None:
    text = json.dumps(CODEX).encode()
    assert sniff(source(tmp_path, b"torn {\n", text, b"\n")) == "codex"


def test_a_log_whose_records_stand_on_one_line_is_known(tmp_path: Path) -> None:
    text = json.dumps(QWEN).encode()
    assert sniff(source(tmp_path, text, text)) == "qwen-code"


def test_a_long_document_is_known(tmp_path: Path) -> None:
    long = {"messages": [SAID] * 3000} | GEMINI
    assert sniff(open_source(written(tmp_path, long, indent=1))) == "gemini-cli"


def test_an_inspect_archive_is_known(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.eval", "w") as archive:
        archive.writestr("_journal/start.json", "{}")
    assert sniff(open_source(str(tmp_path / "x.eval"))) == "inspect-ai"


def test_another_archive_is_no_session_log(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr("readme.txt", "x")
    assert sniff(open_source(str(tmp_path / "x.zip"))) is None


def database(folder: Path, *tables: str) -> str:
    path = folder / "x.db"
    with sqlite3.connect(path) as connection:
        for table in tables:
            connection.execute(f"CREATE TABLE `{table}` (`id` text, `data` text)")
    connection.close()
    return str(path)


def test_an_opencode_database_is_known(tmp_path: Path) -> None:
    assert sniff(open_source(database(tmp_path, "session", "message", "part"))) == "opencode"


def test_another_database_is_no_session_log(tmp_path: Path) -> None:
    assert sniff(open_source(database(tmp_path, "message", "customers"))) is None


@pytest.mark.parametrize(
    "value", [{"messages": [1]}, {"history": {"a": 1}}, [[1]], {"trajectory": [1]}, {"eval": 1}, [None]]
)
def test_odd_values_are_no_session_log(tmp_path: Path, value: Any) -> None:
    assert sniff(open_source(written(tmp_path, value))) is None
