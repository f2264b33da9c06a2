"""The small sessions under fixtures: what their names say is what their traces show."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxaudit.importers.qwen_code import read
from ctxaudit.ingest.sniff import sniff
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Trace
from tests.importers.seen import edits, hold, lines_in, rewrites, windows

FOLDER = Path(__file__).parents[3] / "fixtures" / "traces" / "importers" / "qwen-code"
LOGS = sorted(path.name for path in FOLDER.iterdir())


def traces(name: str) -> list[Trace]:
    return read(open_source(str(FOLDER / name)))


@pytest.mark.parametrize("name", LOGS)
def test_every_line_of_a_fixture_is_accounted_for(name: str) -> None:
    hold(traces(name), lines_in((FOLDER / name).read_bytes()))


@pytest.mark.parametrize("name", LOGS)
def test_a_fixture_is_known_by_its_content(name: str) -> None:
    assert sniff(open_source(str(FOLDER / name))) == "qwen-code"


def test_the_snapshot_forgets_the_code() -> None:
    (cut,) = rewrites(traces("compression-with-a-snapshot.jsonl")[0])
    assert (len(cut.sources), "VM-31" in cut.surrogate.text) == (3, False)


def test_the_rewind_brings_back_what_the_compression_took() -> None:
    (found,) = traces("rewind-undoes-a-compression.jsonl")
    assert windows(found)[-1] == ["Check hive 4.", "Hive 4 is well.", "Leave it.", "Hive 4 stays."]


def test_the_command_was_not_sent_and_the_subagent_is_a_lane() -> None:
    main, agent = traces("command-and-a-subagent.jsonl")
    assert (edits(main), windows(main)[0]) == ([], ["Count the queens."])
    assert (agent.header.id, agent.header.parent) == ("agent-7", "session-1")
