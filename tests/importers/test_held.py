"""No format of lines holds its records, or reads its file as a whole; entries hold what is asked of them later."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NoReturn

import pytest

from ctxaudit.importers import read_traces
from ctxaudit.importers.codex.records import entry_of as codex_entry
from ctxaudit.importers.gemini_cli.records import log_of
from ctxaudit.importers.openhands.documents import documents
from ctxaudit.importers.pi.entries import entry_of as pi_entry
from ctxaudit.importers.qwen_code.records import survey
from ctxaudit.ingest.source import Source, open_source
from ctxaudit.ingest.tally import Tally
from tests.fixtures import TRACES
from tests.importers.held import counting, texts_within
from tests.ingest.files import jsonl

BESIDE = "kept beside the window"
OF_LINES = ("claude-code", "codex", "gemini-cli", "pi", "qwen-code")
LOGS = [path for name in OF_LINES for path in sorted((TRACES / "importers" / name).rglob("*.jsonl"))]
LONG = [path for path in LOGS if path.read_bytes().count(b"\n") > 6]


@pytest.mark.parametrize("path", LONG, ids=lambda path: str(path.relative_to(TRACES / "importers")))
def test_hardly_a_record_is_held_while_the_next_one_is_read(path: Path) -> None:
    with counting() as held:
        read_traces(str(path))
    assert held.read > 6
    assert held.most <= 3
    assert held.count == 0


def test_a_native_trace_holds_none_either() -> None:
    path = max((TRACES / "clean").glob("*.jsonl"), key=lambda path: path.stat().st_size)
    with counting() as held:
        read_traces(str(path))
    assert (held.read > 6, held.most <= 2, held.count) == (True, True, 0)


@pytest.mark.parametrize("path", LOGS, ids=lambda path: str(path.relative_to(TRACES / "importers")))
def test_a_log_of_lines_is_never_read_as_a_whole(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Source, "text", _refused)
    assert read_traces(str(path))


def _refused(_: Source) -> NoReturn:
    raise AssertionError("read as a whole")


def left_beside(*held: object) -> list[str]:
    return [text for text in texts_within(*held) if BESIDE in text]


@pytest.mark.parametrize(
    "payload",
    [
        {"type": "agent_message", "message": BESIDE},
        {"type": "exec_command_end", "aggregated_output": BESIDE, "call_id": "c1"},
    ],
)
def test_codex_events_hold_no_words(payload: dict[str, Any]) -> None:
    assert left_beside(codex_entry({"type": "event_msg", "payload": payload}, 3)) == []


def test_codex_thoughts_hold_no_cipher() -> None:
    item = {"type": "reasoning", "encrypted_content": BESIDE, "content": [{"type": "text", "text": "hm"}]}
    entry = codex_entry({"type": "response_item", "payload": item}, 3)
    assert (left_beside(entry), entry.payload["content"]) == ([], [{"type": "text", "text": "hm"}])


def test_what_codex_seals_in_a_compaction_is_kept() -> None:
    entry = codex_entry({"type": "compacted", "payload": {"encrypted_content": "sealed"}}, 3)
    assert entry.payload == {"encrypted_content": "sealed"}


def test_pi_entries_hold_neither_signatures_nor_images_nor_what_a_tool_keeps() -> None:
    blocks = [{"type": "thinking", "thinking": "hm", "thinkingSignature": BESIDE}, {"type": "image", "data": BESIDE}]
    details = {"diff": BESIDE, "fullOutputPath": "/out", "truncation": {"lines": 9}}
    message = {"role": "toolResult", "content": blocks, "details": details}
    entry = pi_entry({"type": "message", "id": "e1", "message": message, "more": BESIDE}, 3)
    assert left_beside(entry) == []
    assert entry.message["content"] == [{"type": "thinking", "thinking": "hm"}, {"type": "image"}]
    assert entry.message["details"] == {"fullOutputPath": "/out", "truncation": {"lines": 9}}


def test_qwen_nodes_hold_the_parts_of_a_message_and_no_display(tmp_path: Path) -> None:
    record = {"uuid": "u1", "sessionId": "s", "type": "tool_result", "toolCallResult": {"resultDisplay": BESIDE}}
    path = jsonl(tmp_path, record | {"message": {"parts": [{"text": "4 bar"}], "raw": BESIDE}})
    found = survey(open_source(path))
    assert (left_beside(found), "4 bar" in set(texts_within(found))) == ([], True)


def test_gemini_entries_hold_neither_displays_nor_thoughts(tmp_path: Path) -> None:
    call = {"id": "c1", "name": "read_file", "args": {"path": "dam.txt"}, "result": "4 bar", "resultDisplay": BESIDE}
    message = {"id": "m1", "type": "gemini", "toolCalls": [call], "thoughts": [{"subject": BESIDE}, {}]}
    log = log_of(open_source(jsonl(tmp_path, message, {"$set": {"sessionId": "s", "memory": BESIDE}})), Tally())
    told = log.entries[0].record
    assert left_beside(log.entries[0], log.about) == []
    assert (told["toolCalls"][0]["result"], told["thoughts"], log.about) == ("4 bar", [{}, {}], {"sessionId": "s"})


def test_histories_one_a_line_are_not_read_as_a_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = jsonl(tmp_path, *({"instance_id": name, "history": [{"id": 1}]} for name in "ab"))
    monkeypatch.setattr(Source, "text", _refused)
    assert [found.value["instance_id"] for found in documents(open_source(path))] == ["a", "b"]
