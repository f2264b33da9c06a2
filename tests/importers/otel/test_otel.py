"""OpenTelemetry in all its shapes: what the fixtures' names say is what their traces show."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ctxaudit.importers.otel import read, size_of
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Call, Origin, Trace
from tests.importers.snapshots.fixtures import names, path_of, trace
from tests.importers.snapshots.log import edits, messages, notes, rewrites, spans, texts_of, truncations, windows


def written(folder: Path, *values: Any) -> Trace:
    path = folder / "spans.jsonl"
    path.write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")
    (found,) = read(open_source(str(path)))
    return found


def span(number: int, attributes: dict[str, Any], **keys: Any) -> dict[str, Any]:
    at = f"2026-05-04T08:0{number}:00Z"
    context = {"trace_id": "0x1", "span_id": f"0x{number}"}
    return {"name": "x", "context": context, "start_time": at, "end_time": at, "attributes": attributes, **keys}


def chat(*prompt: tuple[Any, ...], **more: Any) -> dict[str, Any]:
    return {"gen_ai.operation.name": "chat", "gen_ai.input.messages": json.dumps(messages(*prompt)), **more}


@pytest.mark.parametrize("name", names("otel"))
def test_every_line_or_record_of_a_fixture_is_counted(name: str) -> None:
    content = Path(path_of("otel", name)).read_text(encoding="utf-8")
    count = content.count("\n") if name.endswith(".jsonl") else content.count('"spanId"')
    assert trace("otel", name).lines.read == count


def test_the_span_of_a_compaction_tells_that_the_first_text_is_the_summary() -> None:
    found = trace("otel", "compaction-span-and-summary.jsonl")
    (rewrite,) = rewrites(found)
    assert (rewrite.basis, len(rewrite.sources), rewrite.surrogate.kind) == ("derived", 4, "summary")
    assert found.lines.not_context == {"compaction span": 1, "execute_tool span": 2, "invoke_agent span": 1}


def test_the_span_of_a_tool_tells_that_its_call_failed() -> None:
    results = [span for span in spans(trace("otel", "compaction-span-and-summary.jsonl")) if span.role == "tool"]
    assert [(span.kind, span.tags) for span in results] == [("read", ()), ("read", ("error",))]


def test_a_result_that_a_placeholder_replaced_was_truncated() -> None:
    found = trace("otel", "cleared-result-from-a-collector.jsonl")
    assert [event.spans for event in truncations(found)] == [("t1.result",)]
    assert windows(found)[-1][2] == "[Old tool result content cleared]"


def test_a_collectors_line_with_two_spans_is_one_line() -> None:
    found = trace("otel", "cleared-result-from-a-collector.jsonl")
    assert (found.lines.read, [event.line for event in found.events if isinstance(event, Call)]) == (3, [1, 2, 3])


def test_calls_that_were_sampled_out_leave_no_edit() -> None:
    found = trace("otel", "calls-sampled-out.json")
    assert edits(found) == []
    assert "sampled out" in notes(found)


def test_a_document_counts_records() -> None:
    found = trace("otel", "calls-sampled-out.json")
    assert found.events[0].origin == Origin("calls-sampled-out.json", None, 1, f"{1:016x}")


@pytest.mark.parametrize("name", ["an-event-a-message.jsonl", "numbered-attributes.jsonl"])
def test_older_shapes_give_the_same_window(name: str) -> None:
    found = trace("otel", name)
    assert edits(found) == []
    assert [(span.role, span.kind) for span in spans(found)] == [
        ("system", "message"),
        ("user", "message"),
        ("assistant", "tool-call"),
        ("tool", "tool-result"),
        ("assistant", "message"),
    ]


def test_an_attribute_of_a_call_marks_a_compaction(tmp_path: Path) -> None:
    ask, say = ("user", "Name the bells of the tower."), ("assistant", "Clare and Gabriel hang there.")
    told = [span(1, chat(ask)), span(2, chat(ask, say, ("user", "Which is larger?")))]
    summary = ("assistant", "Two bells were named.")
    cut = chat(summary, ("user", "Go on."), **{"gen_ai.conversation.compacted": True, "gen_ai.conversation.id": "t"})
    for one in told:
        one["attributes"]["gen_ai.conversation.id"] = "t"
    found = written(tmp_path, *told, span(3, cut))
    assert texts_of(found, rewrites(found)[0].sources) == [ask[1], say[1], "Which is larger?"]


def test_a_log_record_with_the_details_fills_its_span(tmp_path: Path) -> None:
    bare = {"gen_ai.operation.name": "chat"}
    details = {
        "timeUnixNano": "1777896000000000000",
        "eventName": "gen_ai.client.inference.operation.details",
        "traceId": "0x1",
        "spanId": "0x1",
        "attributes": [
            {"key": "gen_ai.input.messages", "value": {"stringValue": json.dumps(messages(("user", "Ring noon.")))}}
        ],
    }
    logs = {"resourceLogs": [{"scopeLogs": [{"logRecords": [details]}]}]}
    found = written(tmp_path, span(1, bare), logs)
    assert windows(found) == [["Ring noon."]]
    assert found.lines.not_context == {"log record gen_ai.client.inference.operation.details": 1}


def test_a_failed_call_has_no_answer(tmp_path: Path) -> None:
    answer = {"gen_ai.output.messages": json.dumps(messages(("assistant", "half of")))}
    found = written(tmp_path, span(1, chat(("user", "Ring noon."), **answer), status={"status_code": "ERROR"}))
    assert [span.text for span in spans(found)] == ["Ring noon."]


@pytest.mark.parametrize(
    ("attributes", "tokens"),
    [
        ({"gen_ai.usage.input_tokens": 90}, 90),
        ({"gen_ai.usage.prompt_tokens": "80"}, 80),
        ({"gen_ai.usage.input_tokens": 90, "gen_ai.usage.cache_read.input_tokens": 50}, 90),
        ({"gen_ai.usage.input_tokens": 9, "gen_ai.usage.cache_read.input_tokens": 50}, 59),
        ({"gen_ai.usage.input_tokens": 9, "gen_ai.usage.cache_read_input_tokens": 50}, 59),
        ({}, None),
    ],
)
def test_the_size_of_a_prompt_holds_the_cached_share(attributes: dict[str, Any], tokens: int | None) -> None:
    assert size_of(attributes) == tokens


def test_a_call_that_embeds_is_no_model_call(tmp_path: Path) -> None:
    found = written(tmp_path, span(1, {"gen_ai.operation.name": "embeddings", "gen_ai.usage.input_tokens": 5}))
    assert (list(found.events), found.lines.not_context) == ([], {"embeddings span": 1})
