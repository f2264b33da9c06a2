"""The small sessions under fixtures: what their names say is what their traces show."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxaudit.importers.gemini_cli import read
from ctxaudit.ingest.sniff import sniff
from ctxaudit.ingest.source import open_source
from ctxaudit.model import Trace
from tests.importers.seen import calls, edits, evictions, hold, lines_in, rewrites

FOLDER = Path(__file__).parents[3] / "fixtures" / "traces" / "importers" / "gemini-cli"
LOGS = sorted(path.name for path in FOLDER.iterdir())


def trace(name: str) -> Trace:
    (found,) = read(open_source(str(FOLDER / name)))
    return found


@pytest.mark.parametrize("name", LOGS)
def test_every_line_of_a_fixture_is_accounted_for(name: str) -> None:
    hold([trace(name)], lines_in((FOLDER / name).read_bytes()) if name.endswith(".jsonl") else None)


@pytest.mark.parametrize("name", LOGS)
def test_a_fixture_is_known_by_its_content(name: str) -> None:
    assert sniff(open_source(str(FOLDER / name))) == "gemini-cli"


def test_a_log_that_lost_its_first_line_is_known_by_its_lists(tmp_path: Path) -> None:
    lines = (FOLDER / "compression-with-a-snapshot.jsonl").read_bytes().split(b"\n")[1:]
    path = tmp_path / "session.jsonl"
    path.write_bytes(b"\n".join(lines))
    assert sniff(open_source(str(path))) == "gemini-cli"


def test_the_snapshot_stands_for_three() -> None:
    (cut,) = rewrites(trace("compression-with-a-snapshot.jsonl"))
    assert cut.sources == ("u1", "g1", "u2")


def test_the_masked_result_names_its_file() -> None:
    (gone,) = evictions(trace("masked-result-names-its-file.jsonl"))
    assert [copy.rsplit("/", 1)[-1] for copy in gone.copies.values()] == ["read_file_c1.txt"]


def test_the_rewind_takes_two_messages() -> None:
    assert [gone.spans for gone in evictions(trace("rewind.jsonl"))] == [("u2", "g2")]


def test_the_older_document_has_two_calls_and_no_edit() -> None:
    found = trace("older-document.json")
    assert (len(calls(found)), edits(found), found.lines.read) == (2, [], 3)
