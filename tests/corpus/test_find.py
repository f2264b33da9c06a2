"""From a folder to its logs: what is found, in which order, and what is left alone."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ctxaudit.corpus.find import Wanted, find
from ctxaudit.corpus.local import Plan, audit_paths
from ctxaudit.ingest.places import Local
from ctxaudit.reports import FORMATS, RenderOptions
from tests.corpus.runs import fleet, run, write_run
from tests.test_cli import ctxaudit


def found(folder: Path) -> tuple[list[str], list[str]]:
    """Relative to the folder: what is found below it, and the links that are not followed."""
    left: list[str] = []
    paths = [wanted.path for wanted in find([str(folder)], left)]
    return [os.path.relpath(path, folder) for path in paths], [os.path.relpath(path, folder) for path in left]


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A run that lies beside the folder `runs`."""
    (tmp_path / "runs" / "deep").mkdir(parents=True)
    return write_run(tmp_path / "elsewhere" / "private.jsonl", run("private"))


def test_a_folder_is_searched_to_its_depths_and_subagents_come_last(tmp_path: Path) -> None:
    for name in ("b.jsonl", "deep/er/a.jsonl.gz", "agent-1.jsonl", "z.traj", "notes.txt", ".hidden/c.json"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    assert found(tmp_path) == ([".hidden/c.json", "b.jsonl", "deep/er/a.jsonl.gz", "z.traj", "agent-1.jsonl"], [])


def test_a_link_that_leads_out_of_the_folder_is_not_followed(tmp_path: Path, outside: Path) -> None:
    (tmp_path / "runs" / "deep" / "link.jsonl").symlink_to(outside)
    (tmp_path / "runs" / "folder").symlink_to(outside.parent)
    assert found(tmp_path / "runs") == ([], ["folder", "deep/link.jsonl"])


def test_a_link_to_a_folder_whose_name_begins_like_that_of_the_searched_leads_out(tmp_path: Path) -> None:
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "link.jsonl").symlink_to(write_run(tmp_path / "runs-of-others" / "a.jsonl", run("a")))
    assert found(tmp_path / "runs") == ([], ["link.jsonl"])


def test_a_link_within_the_folder_is_followed(tmp_path: Path) -> None:
    write_run(tmp_path / "a.jsonl", run("a"))
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "b.jsonl").symlink_to("../a.jsonl")
    (tmp_path / "again").symlink_to(tmp_path / "deep")
    assert found(tmp_path) == (["a.jsonl", "deep/b.jsonl"], [])


@pytest.mark.parametrize("target", ["nothing.jsonl", "link.jsonl", "/no/such/file.jsonl"])
def test_a_link_to_nothing_is_no_log(tmp_path: Path, target: str) -> None:
    (tmp_path / "link.jsonl").symlink_to(target)
    assert found(tmp_path) == ([], [])


def test_a_folder_that_is_itself_a_link_is_searched(tmp_path: Path, outside: Path) -> None:
    (tmp_path / "here").symlink_to(outside.parent)
    assert found(tmp_path / "here") == (["private.jsonl"], [])


def test_a_link_that_is_named_or_matched_is_followed(tmp_path: Path, outside: Path) -> None:
    link = tmp_path / "runs" / "link.jsonl"
    link.symlink_to(outside)
    assert list(find([str(link)])) == [Wanted(str(link), named=True)]
    assert list(find([str(tmp_path / "runs" / "*.jsonl")])) == [Wanted(str(link), named=False)]


def test_the_report_says_which_links_were_not_followed(tmp_path: Path, outside: Path) -> None:
    fleet(tmp_path / "runs", 0, 2)
    for number in range(3):
        (tmp_path / "runs" / f"link-{number}.jsonl").symlink_to(outside)
    report = audit_paths([str(tmp_path / "runs"), str(tmp_path / "runs" / "deep" / "..")], Plan(), version="0")
    first = tmp_path / "runs" / "link-0.jsonl"
    [note] = report.notes
    assert note.startswith(f"not followed: {first} and ")
    assert "links lead out of the folder that was searched" in note
    assert "private" not in {trace.id for trace in report.traces}
    assert "not followed:" in "".join(FORMATS["text"](report, RenderOptions()))


def test_one_link_is_told_in_the_singular(tmp_path: Path, outside: Path) -> None:
    (tmp_path / "runs" / "link.jsonl").symlink_to(outside)
    done = ctxaudit("audit", str(tmp_path / "runs"))
    assert "is a link that leads out of the folder" in " ".join(done.stdout.split())
    assert (done.returncode, "no session log was found" in done.stderr) == (3, True)


def test_a_log_of_a_folder_that_cannot_be_read_is_refused_not_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fleet(tmp_path, 0, 3)
    (tmp_path / "other.json").write_text("[1]")
    reads = Local.open

    def fails(place: Local) -> object:
        if "run-001" in place.path:
            raise OSError(5, "Input/output error")
        return reads(place)

    monkeypatch.setattr(Local, "open", fails)
    report = audit_paths([str(tmp_path)], Plan(), version="0")
    [refused] = report.unaudited
    assert (Path(refused.path).name, refused.why) == ("run-001.jsonl", "cannot be read: Input/output error")
    assert (len(report.traces), report.passed_over) == (2, 1)


@pytest.mark.parametrize(("links", "told"), [(2, "and 1 more link lead out"), (3, "and 2 more links lead out")])
def test_the_links_that_are_not_named_are_counted(tmp_path: Path, outside: Path, links: int, told: str) -> None:
    for number in range(links):
        (tmp_path / "runs" / f"link-{number}.jsonl").symlink_to(outside)
    [note] = audit_paths([str(tmp_path / "runs")], Plan(), version="0").notes
    assert told in note


def test_a_pipe_is_neither_found_in_a_folder_nor_opened_for_a_pattern(tmp_path: Path) -> None:
    """Nobody writes to it: to open it would be to wait for ever."""
    runs = fleet(tmp_path / "runs", 0, 1)
    os.mkfifo(runs / "pipe.jsonl")
    assert found(runs) == (["run-000.jsonl"], [])
    by_pattern = audit_paths([f"{runs}/*.jsonl"], Plan(), version="0")
    assert (len(by_pattern.traces), by_pattern.unaudited, by_pattern.passed_over) == (1, (), 1)


def test_the_size_of_what_is_found_is_known(tmp_path: Path) -> None:
    path = write_run(tmp_path / "a.jsonl", run("a"))
    (tmp_path / "b.jsonl").touch()
    sizes = [path.stat().st_size, 0]
    for asked in (str(tmp_path), f"{tmp_path}/*.jsonl"):
        assert [wanted.size for wanted in find([asked])] == sizes


@pytest.mark.parametrize("name", ["a b.jsonl", "100%25.jsonl", "\u00fc.jsonl", "plain.jsonl"])
def test_a_url_of_this_machine_may_be_written_with_escapes(tmp_path: Path, name: str) -> None:
    path = write_run(tmp_path / name, run("a"))
    for url in (path.as_uri(), f"file://{path}", f"file://localhost{path}"):
        assert list(find([url])) == [Wanted(str(path), named=True)]
        assert ctxaudit("validate", url).returncode == 0


def test_a_url_of_this_machine_is_told_as_its_path(tmp_path: Path) -> None:
    assert (
        ctxaudit("replay", f"file://{tmp_path}/gone.jsonl").stderr == f"ctxaudit: {tmp_path}/gone.jsonl: no such file\n"
    )
