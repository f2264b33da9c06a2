"""The small logs under fixtures that are documents or archives: what their names say is what their traces show."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxaudit import timeline
from ctxaudit.importers import read_traces
from ctxaudit.ingest.sniff import sniff
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Trace
from tests.importers.seen import edits, hold

FOLDER = Path(__file__).parents[2] / "fixtures" / "traces" / "importers"
LOGS: dict[str, list[str]] = {
    "inspect-ai/a-summary-takes-an-unseen-result.json": ["Rewrite"],
    "inspect-ai/results-are-cleared.json": ["Truncate"],
    "inspect-ai/the-oldest-messages-are-trimmed.json": ["Truncate"],
    "inspect-ai/two-samples-in-a-zip.eval": ["Rewrite"],
    "cline/roo-condensed/api_conversation_history.json": ["Rewrite"],
    "cline/roo-truncated/api_conversation_history.json": ["Truncate"],
    "cline/cline-range-and-notice/api_conversation_history.json": ["Truncate"],
    "cline/session-summary/s1.messages.json": ["Rewrite"],
    "cline/session-notices/s1.messages.json": ["Rewrite", "Rewrite"],
    "cline/session-of-another-transcript/s1.messages.json": [],
    "adk/compacted-twice.json": ["Rewrite", "Rewrite"],
    "adk/rewound.json": ["Evict"],
    "sweagent/an-output-is-omitted.traj": ["Truncate"],
    "sweagent/without-prompts.traj": [],
    "mini-swe-agent/an-answer-is-thrown-away.traj.json": [],
    "atif/questions/trajectory.json": ["Rewrite"],
    "atif/the-summary-is-lost.json": ["Rewrite"],
}
BESIDE = ["cline/session-summary/s1.compaction.json", "cline/cline-range-and-notice/ui_messages.json"]


def traces(name: str) -> list[Trace]:
    return read_traces(str(FOLDER / name))


@pytest.mark.parametrize("name", LOGS)
def test_a_fixture_is_read_as_what_it_looks_like(name: str) -> None:
    assert {trace.format for trace in traces(name)} == {name.split("/")[0]}


@pytest.mark.parametrize("name", LOGS)
def test_a_fixture_keeps_the_laws(name: str) -> None:
    found = traces(name)
    hold(found)
    assert all(not trace.problems and not timeline.replay(trace).problems for trace in found)


@pytest.mark.parametrize(("name", "kinds"), LOGS.items())
def test_a_fixture_shows_the_edits_that_its_name_tells_of(name: str, kinds: list[str]) -> None:
    assert [type(event).__name__ for trace in traces(name) for event in edits(trace)] == kinds


@pytest.mark.parametrize("name", LOGS)
def test_every_event_says_which_record_it_comes_from(name: str) -> None:
    for trace in traces(name):
        for event in trace.events:
            assert event.origin is not None
            assert event.origin.record == event.line


@pytest.mark.parametrize("name", BESIDE)
def test_a_file_beside_a_log_is_no_log(name: str) -> None:
    assert sniff(open_source(str(FOLDER / name))) is None
