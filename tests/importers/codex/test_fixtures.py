"""The small rollouts under fixtures: what their names say is what their traces show."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxaudit.importers.codex import read
from ctxaudit.ingest.sniff import sniff
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Trace
from tests.importers.seen import evictions, hold, lines_in, rewrites, spans, truncations, windows

FOLDER = Path(__file__).parents[3] / "fixtures" / "traces" / "importers" / "codex"
LOGS = sorted(path.name for path in FOLDER.iterdir())


def trace(name: str) -> Trace:
    (found,) = read(open_source(str(FOLDER / f"{name}.jsonl")))
    return found


@pytest.mark.parametrize("name", LOGS)
def test_every_line_of_a_fixture_is_accounted_for(name: str) -> None:
    hold(read(open_source(str(FOLDER / name))), lines_in((FOLDER / name).read_bytes()))


@pytest.mark.parametrize("name", LOGS)
def test_a_fixture_is_known_by_its_content(name: str) -> None:
    assert sniff(open_source(str(FOLDER / name))) == "codex"


def test_the_code_is_forgotten_by_the_summary() -> None:
    (cut,) = rewrites(trace("local-compaction-forgets-the-code"))
    assert "E2207" not in cut.surrogate.text
    assert len(cut.sources) == 3


def test_the_listed_window_holds_the_summary_and_the_human_s_words() -> None:
    window = windows(trace("local-compaction-lists-the-window"))[2]
    assert [text[:7] for text in window] == ["You hel", "Count t", "Another", "<enviro", "And of "]


def test_the_remote_summary_is_opaque() -> None:
    (cut,) = rewrites(trace("remote-compaction-cannot-be-read"))
    assert (cut.surrogate.tags, cut.surrogate.text) == (("opaque",), "")


def test_the_new_window_has_no_summary() -> None:
    found = trace("new-window-without-a-summary")
    assert ([len(cut.spans) for cut in truncations(found)], rewrites(found)) == ([2], [])


def test_the_output_is_cut_and_the_turn_is_taken_back() -> None:
    found = trace("capped-output-and-rollback")
    assert "tokens truncated" in spans(found)["line-7"].text
    assert [gone.reason for gone in evictions(found)] == ["withdrawn"]
