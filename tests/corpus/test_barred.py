"""Folders that cannot be looked into: each is refused by name, however it was come upon, and the rest is audited."""

from __future__ import annotations

import os
from collections.abc import Iterator
from errno import EACCES, EIO
from pathlib import Path
from typing import Any

import pytest

from ctxaudit.corpus.find import find
from ctxaudit.corpus.local import Plan, audit_paths, read_paths
from ctxaudit.model import Unaudited
from ctxaudit.reports.exit_code import exit_code
from tests.corpus.runs import fleet, run, write_run

DENIED = "cannot be read: permission denied"
NOBODY = 65534


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """Two runs, one in a folder of its own, and a folder `shut` with a third."""
    fleet(tmp_path / "runs", 0, 1)
    write_run(tmp_path / "runs" / "open" / "a.jsonl", run("a"))
    write_run(tmp_path / "runs" / "shut" / "b.jsonl", run("b"))
    return tmp_path / "runs"


def shut(monkeypatch: pytest.MonkeyPatch, number: int = EACCES) -> None:
    """Folders of that name cannot be listed."""
    listed = os.scandir

    def scandir(path: Any = ".") -> Any:
        if isinstance(path, str) and Path(path).name == "shut":
            raise OSError(number, os.strerror(number), path)
        return listed(path)

    monkeypatch.setattr(os, "scandir", scandir)


def refused(*paths: str, jobs: int = 1) -> tuple[int, list[tuple[str, str]]]:
    """How many traces were audited, and what was not."""
    report = audit_paths(paths, Plan(), version="0", jobs=jobs)
    assert report.passed_over == 0
    return len(report.traces), [(Path(one.path).name, one.why) for one in report.unaudited]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_folder_below_is_refused_and_the_others_are_audited(
    runs: Path, monkeypatch: pytest.MonkeyPatch, jobs: int
) -> None:
    shut(monkeypatch)
    assert refused(str(runs), jobs=jobs) == (2, [("shut", DENIED)])


@pytest.mark.parametrize(
    ("pattern", "traces"),
    [
        ("shut", 0),
        ("shut/*.jsonl", 0),
        ("*/*.jsonl", 1),
        ("**/*.jsonl", 2),
        ("**", 2),
        ("*", 2),
        ("s*/[b]*", 0),
    ],
)
def test_it_is_refused_where_it_is_named_or_matched(
    runs: Path, monkeypatch: pytest.MonkeyPatch, pattern: str, traces: int
) -> None:
    shut(monkeypatch)
    assert refused(str(runs / pattern)) == (traces, [("shut", DENIED)])


def test_it_is_refused_once(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shut(monkeypatch)
    assert refused(str(runs), str(runs / "*" / "*.jsonl"), str(runs / "shut"))[1] == [("shut", DENIED)]


def test_any_other_error_is_told_in_the_words_of_the_system(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shut(monkeypatch, EIO)
    assert refused(str(runs)) == (2, [("shut", f"cannot be read: {os.strerror(EIO)}")])


def test_it_is_refused_where_traces_are_only_read(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shut(monkeypatch)
    [one] = [item for item in read_paths([str(runs)]) if isinstance(item, Unaudited)]
    assert (one.why, one.named) == (DENIED, True)


@pytest.mark.parametrize("pattern", ["no-such-folder/*", "no*/x.jsonl", "run-000.jsonl/*", "x" * 300 + "/*"])
def test_a_pattern_that_matches_nothing_is_given_back_as_it_is(runs: Path, pattern: str) -> None:
    [one] = find([str(runs / pattern)])
    assert (one.path, one.named, one.barred) == (str(runs / pattern), True, None)


@pytest.fixture
def free(runs: Path) -> Iterator[Path]:
    """The same runs, and a folder `shut` that only its owner may enter, seen by a user who owns nothing."""
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        pytest.skip("only root can become somebody else")
    for folder in (runs, *runs.parents):
        if folder.stat().st_mode & 0o005 != 0o005:  # however deep the folder of a test lies
            folder.chmod(0o755)
    assert refused(str(runs)) == (3, [])  # what is loaded when it is needed may lie where only root can read
    yield runs
    (runs / "shut").chmod(0o755)


def refused_to_a_stranger(path: Path) -> tuple[int, list[tuple[str, str]]]:
    os.seteuid(NOBODY)
    try:
        return refused(str(path))
    finally:
        os.seteuid(0)


@pytest.mark.parametrize(
    ("mode", "path", "traces", "told"),
    [
        (0o000, "", 2, ["shut"]),
        (0o111, "", 2, ["shut"]),
        (0o444, "", 2, ["b.jsonl"]),
        (0o000, "shut", 0, ["shut"]),
        (0o000, "shut/*.jsonl", 0, ["shut"]),
        (0o444, "shut/*.jsonl", 0, ["b.jsonl"]),
        (0o000, "*/*.jsonl", 1, ["shut"]),
        (0o000, "*/b.jsonl", 0, ["shut"]),
        (0o000, "shut/b.jsonl", 0, ["b.jsonl"]),
        (0o755, "", 3, []),
    ],
)
def test_a_user_without_permission_is_told_so(free: Path, mode: int, path: str, traces: int, told: list[str]) -> None:
    (free / "shut").chmod(mode)
    assert refused_to_a_stranger(free / path) == (traces, [(name, DENIED) for name in told])


def test_a_link_to_what_cannot_be_seen_is_not_followed(free: Path) -> None:
    (free / "open" / "link.jsonl").symlink_to(free / "shut" / "b.jsonl")
    (free / "shut").chmod(0)
    assert refused_to_a_stranger(free / "open") == (1, [])


def test_a_folder_that_is_refused_ends_with_3(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shut(monkeypatch)
    report = audit_paths([str(runs)], Plan(), version="0")
    assert exit_code(report, "error", "medium", False) == 3
