"""Runs behind a URL: folders, patterns and files, with the file systems of memory and of this machine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import fsspec  # type: ignore[import-untyped]
import pytest

from ctxaudit.corpus.find import Wanted, find
from ctxaudit.corpus.local import Plan, audit_paths
from ctxaudit.ingest.places import Remote
from ctxaudit.model import Report
from tests.corpus.runs import fleet
from tests.corpus.test_index import session
from tests.test_cli import ctxaudit


@pytest.fixture
def memory() -> Iterator[str]:
    """A folder in memory that is gone afterwards."""
    system = fsspec.filesystem("memory")
    yield "memory://depot"
    system.rm("/depot", recursive=True)


def put(folder: Path, url: str) -> None:
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        with fsspec.open(f"{url}/{path.relative_to(folder)}", "wb") as file:
            file.write(path.read_bytes())


def named(report: Report) -> list[str]:
    return [trace.path for trace in report.traces]


def test_a_folder_behind_a_url_is_searched(tmp_path: Path, memory: str) -> None:
    put(fleet(tmp_path, 1, 2), memory)
    there, here = (audit_paths([place], Plan(), version="0") for place in (memory, str(tmp_path)))
    unplaced = [[replace(trace, path="") for trace in made.traces] for made in (there, here)]
    assert unplaced[0] == unplaced[1] != []


def test_what_a_folder_holds_is_not_named_and_comes_sorted_with_lanes_last(tmp_path: Path, memory: str) -> None:
    for name in ("b.jsonl", "a.jsonl", "agent-1.jsonl", "notes.txt"):
        (tmp_path / name).write_text("{}")
    put(tmp_path, memory)
    found = list(find([memory]))
    assert [wanted.path.rpartition("/")[2] for wanted in found] == ["a.jsonl", "b.jsonl", "agent-1.jsonl"]
    assert not any(wanted.named for wanted in found)


def test_a_pattern_behind_a_url_matches(tmp_path: Path, memory: str) -> None:
    put(fleet(tmp_path, 0, 12), memory)
    found = [wanted.path.rpartition("/")[2] for wanted in find([f"{memory}/run-00[12]*.jsonl"])]
    assert found == ["run-001.jsonl", "run-002.jsonl"]


def test_a_pattern_that_matches_nothing_is_refused_by_name(memory: str, tmp_path: Path) -> None:
    put(fleet(tmp_path, 0, 1), memory)
    pattern = f"{memory}/*.log"
    assert list(find([pattern])) == [Wanted(pattern, named=True)]


def test_a_file_behind_a_url_is_named(tmp_path: Path, memory: str) -> None:
    put(fleet(tmp_path, 0, 2), memory)
    url = f"{memory}/run-001.jsonl"
    assert list(find([url, url])) == [Wanted(url, named=True)]
    assert named(audit_paths([url], Plan(), version="0")) == [url]


def test_a_session_behind_a_url_is_read_with_its_lanes_once(tmp_path: Path, memory: str) -> None:
    session(tmp_path)
    put(tmp_path, memory)
    paths = named(audit_paths([memory], Plan(), version="0"))
    assert any("/agent-" in path for path in paths)
    assert len(paths) == len(set(paths))


def test_a_url_of_this_machine_is_its_path(tmp_path: Path) -> None:
    folder = fleet(tmp_path, 0, 2)
    assert list(find([f"file://{folder}"])) == list(find([str(folder)]))


def test_the_local_file_system_is_searched_too(tmp_path: Path) -> None:
    assert len(list(find([f"local://{fleet(tmp_path, 0, 3)}"]))) == 3


def test_processes_read_urls_as_well(tmp_path: Path) -> None:
    url = f"local://{fleet(tmp_path, 1, 3)}"
    one, two = (audit_paths([url], Plan(), version="0", jobs=jobs) for jobs in (1, 2))
    assert one == two
    assert len(one.traces) == 4


def test_an_index_keeps_what_was_read_behind_a_url(tmp_path: Path, memory: str) -> None:
    put(fleet(tmp_path / "runs", 0, 2), memory)
    url = f"local://{tmp_path / 'runs'}"
    plan = Plan(index=str(tmp_path / "index"))
    assert audit_paths([url], plan, version="0") == audit_paths([url], plan, version="0")
    (tmp_path / "runs" / "run-001.jsonl").unlink()
    assert len(audit_paths([url], plan, version="0").traces) == 1


@pytest.mark.parametrize(
    "url", ["memory://depot/gone.jsonl", "no-such-scheme://a/b.jsonl", "local:///no/such/file.jsonl"]
)
def test_a_url_that_cannot_be_read_is_refused_by_name(url: str) -> None:
    [refused] = audit_paths([url], Plan(), version="0").unaudited
    assert (refused.path, refused.named, refused.broke) == (url, True, False)


def test_the_command_ends_with_three_for_a_scheme_that_nothing_reads() -> None:
    done = ctxaudit("audit", "no-such-scheme://a/b.jsonl")
    assert (done.returncode, "no-such-scheme" in done.stderr) == (3, True)


@pytest.mark.parametrize("url", ["https://logs.example.org/runs/", "http://logs.example.org/a?b=*"])
def test_an_address_of_the_web_is_one_file(url: str) -> None:
    assert Remote(url).below() is None
