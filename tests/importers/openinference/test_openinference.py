"""OpenInference: rankings are recorded, the attribute limit is not held against anyone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ctxaudit.auditing import audit_trace
from ctxaudit.importers.openinference import read
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Rank, Trace
from tests.importers.snapshots.fixtures import names, path_of, trace
from tests.importers.snapshots.log import edits, notes, spans, windows

ASK, NOTE = "Where does the hedge begin?", "The hedge begins at the mill and ends at the ford."


def ranks(found: Trace) -> list[Rank]:
    return [event for event in found.events if isinstance(event, Rank)]


def span(number: int, kind: str, **attributes: Any) -> dict[str, Any]:
    at = f"2026-05-04T08:0{number}:00Z"
    named = {key.replace("__", "."): value for key, value in attributes.items()}
    context = {"trace_id": "0x1", "span_id": f"0x{number}"}
    attributes = {"openinference.span.kind": kind, **named}
    return {"name": "x", "context": context, "start_time": at, "end_time": at, "attributes": attributes}


def llm(number: int, *texts: str) -> dict[str, Any]:
    said = {f"llm.input_messages.{place}.message.content": text for place, text in enumerate(texts)}
    roles = {f"llm.input_messages.{place}.message.role": "user" for place in range(len(texts))}
    return span(number, "LLM", **said, **roles)


def reranked(number: int, *documents: str) -> dict[str, Any]:
    told = {f"reranker.output_documents.{place}.document.content": text for place, text in enumerate(documents)}
    return span(number, "RERANKER", **told)


def written(folder: Path, *values: dict[str, Any]) -> Trace:
    path = folder / "spans.jsonl"
    path.write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")
    (found,) = read(open_source(str(path)))
    return found


@pytest.mark.parametrize("name", names("openinference"))
def test_every_line_or_record_of_a_fixture_is_counted(name: str) -> None:
    content = Path(path_of("openinference", name)).read_text(encoding="utf-8")
    count = content.count("\n") if name.endswith(".jsonl") else content.count('"span_id"')
    assert trace("openinference", name).lines.read == count


def test_the_summary_was_ranked_above_its_neighbour() -> None:
    (rank,) = ranks(trace("openinference", "ranked-notes.jsonl"))
    assert [(entry.span, entry.score) for entry in rank.order] == [("summary-5", 0.94), ("g1.result", None)]
    assert (rank.cut, rank.by, rank.basis, rank.line) == (1, "host", "recorded", 4)


def test_a_ranking_of_a_summary_is_found() -> None:
    report = audit_trace(trace("openinference", "ranked-notes.jsonl")).report
    assert "reranked-derivative" in {finding.rule for finding in report.findings}


def test_a_ranking_stands_before_the_edits_that_follow_it() -> None:
    found = trace("openinference", "ranked-notes.jsonl")
    (rank,) = ranks(found)
    place = list(found.events).index(rank)
    assert type(found.events[place + 1]).__name__ == "Truncate"
    assert found.events[place + 1].turn == rank.turn


def test_a_prompt_beyond_the_attribute_limit_takes_nothing_from_the_window() -> None:
    found = trace("openinference", "over-the-attribute-limit.jsonl")
    assert edits(found) == []
    assert "only a part of the prompt" in notes(found)


def test_nested_attributes_give_the_same_window() -> None:
    found = trace("openinference", "nested-attributes.json")
    assert [(span.role, span.kind) for span in spans(found)][2:4] == [("assistant", "tool-call"), ("tool", "read")]


def test_documents_within_a_longer_text_are_found(tmp_path: Path) -> None:
    log = [llm(1, f"Notes: {NOTE}", ASK), reranked(2, ASK, NOTE), llm(3, f"Notes: {NOTE}", ASK, "Go on.")]
    (rank,) = ranks(written(tmp_path, *log))
    assert [entry.span for entry in rank.order] == ["user-2", "user-1"]


def test_a_ranking_of_documents_that_no_window_holds_is_no_context(tmp_path: Path) -> None:
    found = written(tmp_path, llm(1, ASK), reranked(2, "A field.", "A barn."), llm(3, ASK, "Go on."))
    assert (ranks(found), found.lines.not_context) == ([], {"RERANKER span": 1})


def test_a_ranking_of_one_known_document_is_no_context(tmp_path: Path) -> None:
    assert ranks(written(tmp_path, llm(1, ASK), reranked(2, ASK, "A barn."), llm(3, ASK, "Go on."))) == []


def test_messages_in_the_raw_input_are_read(tmp_path: Path) -> None:
    raw = json.dumps({"messages": [{"role": "user", "content": ASK}]})
    answer = json.dumps({"choices": [{"message": {"role": "assistant", "content": NOTE}}]})
    found = written(tmp_path, span(1, "LLM", input__value=raw, output__value=answer))
    assert [span.text for span in spans(found)] == [ASK, NOTE]


def test_columns_named_after_attributes_are_read(tmp_path: Path) -> None:
    flat = {f"attributes.{key}": value for key, value in llm(1, ASK)["attributes"].items()}
    found = written(tmp_path, {"name": "x", "context.trace_id": "0x1", "context.span_id": "0x1", **flat})
    assert windows(found) == [[ASK]]


@pytest.mark.parametrize("value", [None, 3, "x", [], [{"document": None}], {"0": {"document": {"content": None}}}])
def test_any_list_of_documents_is_survived(tmp_path: Path, value: Any) -> None:
    ranking = span(2, "RERANKER", reranker__output_documents=value)
    assert ranks(written(tmp_path, llm(1, ASK), ranking, llm(3, ASK, "Go on."))) == []
