"""The small logs under fixtures: what their names say is what their traces show."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxaudit import timeline
from ctxaudit.importers.claude_code import read
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Trace
from tests.importers.claude_code.log import edits, evictions, rewrites, spans

FOLDER = Path(__file__).parents[3] / "fixtures" / "traces" / "importers" / "claude-code"
LOGS = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.jsonl"))


def traces(name: str) -> list[Trace]:
    return read(open_source(str(FOLDER / name)))


@pytest.mark.parametrize("name", LOGS)
def test_every_line_of_a_fixture_is_accounted_for(name: str) -> None:
    content = (FOLDER / name).read_bytes()
    own = [trace for trace in traces(name) if Path(trace.path) == FOLDER / name]
    assert sum(trace.lines.read for trace in own) == content.count(b"\n")


@pytest.mark.parametrize("name", LOGS)
def test_no_fixture_replays_with_a_problem(name: str) -> None:
    assert all(not timeline.replay(trace).problems and not trace.problems for trace in traces(name))


def test_the_transcript_is_named_and_the_body_is_bare() -> None:
    (cut,) = rewrites(traces("compaction-names-its-transcript.jsonl")[0])
    body = cut.surrogate.text[cut.surrogate.body_start : cut.surrogate.body_end]
    assert cut.surrogate.tags == ("transcript-pointer",)
    assert (body.startswith("Summary:"), body.rstrip().endswith("15 seconds.")) == (True, True)


def test_two_messages_are_kept_and_four_records_left() -> None:
    (cut,) = rewrites(traces("compaction-keeps-messages.jsonl")[0])
    assert len(cut.sources) == 4


def test_the_lost_summary_is_opaque() -> None:
    trace = traces("compaction-lost-its-summary.jsonl")[0]
    assert rewrites(trace)[0].surrogate.tags == ("opaque",)
    assert any("line 5: the summary record of this compaction is missing" in note for note in trace.notes)


def test_one_result_has_a_copy_and_one_has_none() -> None:
    trace = traces("results-moved-to-files.jsonl")[0]
    assert [type(event).__name__ for event in edits(trace)] == ["Evict", "Truncate"]
    assert list(evictions(trace)[0].copies.values()) == ["results-moved-to-files/tool-results/toolu_401.txt"]


def test_the_rewound_branch_is_withdrawn_and_the_draft_never_was() -> None:
    trace = traces("rewind-and-draft.jsonl")[0]
    assert [len(event.spans) for event in evictions(trace)] == [2]
    assert trace.lines.not_context == {"draft that was never sent": 1}


def test_the_human_is_heard_in_all_three_places() -> None:
    found = spans(traces("queued-and-refused.jsonl")[0]).values()
    assert [span.text for span in found if span.by == "human"] == [
        "only row 12, never row 13",
        "That is row 13. I said row 12.",
        "and spare the grafted branches",
    ]


def test_the_subagent_is_a_lane_of_its_session() -> None:
    main, agent = traces("subagent-in-a-file.jsonl")
    assert (agent.header.lane, agent.header.parent) == ("5ca1e5", main.header.id)


def test_two_sessions_and_a_sidechain_are_three_traces() -> None:
    assert [trace.header.lane is None for trace in traces("two-sessions-and-a-sidechain.jsonl")] == [True, True, False]
