"""Langfuse: sizes tell a sliding window from a gap, and what the SDK masked is no edit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ctxaudit.importers.langfuse import read
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Call, Trace
from tests.importers.snapshots.fixtures import names, path_of, trace
from tests.importers.snapshots.log import edits, spans, truncations, windows

ASK = {"role": "user", "content": "Is the halt open on Sundays?"}


def generation(number: int, given: Any, output: Any, **keys: Any) -> dict[str, Any]:
    times = {"startTime": f"2026-05-04T08:0{number}:00Z", "endTime": f"2026-05-04T08:0{number}:09Z"}
    return {
        "id": f"o{number}",
        "traceId": "t1",
        "type": "GENERATION",
        **times,
        "input": given,
        "output": output,
        **keys,
    }


def written(folder: Path, *values: Any) -> Trace:
    path = folder / "observations.jsonl"
    path.write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")
    (found,) = read(open_source(str(path)))
    return found


@pytest.mark.parametrize(("name", "count"), [("sliding-window.jsonl", 5), ("masked-result.json", 4)])
def test_every_line_or_record_of_a_fixture_is_counted(name: str, count: int) -> None:
    assert trace("langfuse", name).lines.read == count


def test_all_fixtures_are_named_here() -> None:
    assert names("langfuse") == ["masked-result.json", "sliding-window.jsonl"]
    assert path_of("langfuse", "x").endswith("langfuse/x")


def test_what_a_sliding_window_left_behind_was_truncated() -> None:
    found = trace("langfuse", "sliding-window.jsonl")
    (cut,) = truncations(found)
    assert (cut.basis, len(cut.spans), len(windows(found)[-1])) == ("inferred", 3, 2)


def test_the_size_of_a_prompt_holds_the_cached_share() -> None:
    found = trace("langfuse", "sliding-window.jsonl")
    assert [event.tokens for event in found.events if isinstance(event, Call)] == [210, 232, 44]


def test_the_session_names_the_trace() -> None:
    assert [trace("langfuse", name).header.id for name in names("langfuse")] == ["desk-4", "desk-3"]


def test_a_masked_result_stays_in_the_window() -> None:
    found = trace("langfuse", "masked-result.json")
    assert edits(found) == []
    assert "The choir of Hollin, 34 seats, booking HK-2207." in windows(found)[-1]


@pytest.mark.parametrize(
    "output",
    [
        {"role": "assistant", "content": "Yes."},
        "Yes.",
        {"content": "Yes."},
        {"choices": [{"message": {"role": "assistant", "content": "Yes."}}]},
        [{"role": "assistant", "content": "Yes."}],
        {"messages": [ASK, {"role": "assistant", "content": "Yes."}]},
        '{"role": "assistant", "content": "Yes."}',
        {"candidates": [{"content": {"role": "model", "parts": [{"text": "Yes."}]}}]},
    ],
)
def test_an_answer_of_any_shape_is_read(tmp_path: Path, output: Any) -> None:
    assert [(span.role, span.text) for span in spans(written(tmp_path, generation(1, [ASK], output)))] == [
        ("user", ASK["content"]),
        ("assistant", "Yes."),
    ]


@pytest.mark.parametrize(
    "given",
    [
        [ASK],
        {"messages": [ASK]},
        json.dumps([ASK]),
        ASK["content"],
        {"contents": [{"parts": [{"text": ASK["content"]}]}]},
    ],
)
def test_a_prompt_of_any_shape_is_read(tmp_path: Path, given: Any) -> None:
    assert windows(written(tmp_path, generation(1, given, None))) == [[ASK["content"]]]


def test_names_with_underscores_are_read(tmp_path: Path) -> None:
    record = {
        "id": "o1",
        "trace_id": "t1",
        "session_id": "s1",
        "type": "generation",
        "start_time": "2026-05-04 08:00:00.000",
        "input": [ASK],
        "usage_details": '{"input": 12, "output": 3}',
    }
    found = written(tmp_path, record)
    assert (found.header.id, [event.tokens for event in found.events if isinstance(event, Call)]) == ("s1", [12])


def test_system_text_beside_the_messages_is_read(tmp_path: Path) -> None:
    found = written(tmp_path, generation(1, {"system": "Be brief.", "messages": [ASK]}, None))
    assert [span.role for span in spans(found)] == ["system", "user"]


def test_agents_above_an_observation_name_it(tmp_path: Path) -> None:
    agent = {"id": "a1", "traceId": "t1", "type": "AGENT", "name": "porter", "startTime": "2026-05-04T08:00:00Z"}
    found = written(tmp_path, agent, generation(1, [ASK], "Yes.", parentObservationId="a1"))
    assert found.header.agent == "porter"


def test_parents_in_a_ring_end(tmp_path: Path) -> None:
    ring = [generation(n, [ASK], "Yes.", parentObservationId=f"o{3 - n}") for n in (1, 2)]
    assert written(tmp_path, *ring).lines.read == 2


def test_a_failed_call_has_no_answer(tmp_path: Path) -> None:
    assert len(spans(written(tmp_path, generation(1, [ASK], "half", level="ERROR")))) == 1


@pytest.mark.parametrize("given", [None, {}, [], 7, {"messages": 3}, "<truncated due to size exceeding limit>"])
def test_any_input_is_survived(tmp_path: Path, given: Any) -> None:
    assert edits(written(tmp_path, generation(1, given, None))) == []
