"""Folders that cannot be looked into: each is refused by name, however it was come upon, and the rest is audited."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from errno import EACCES, EIO
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from ctxaudit.cli import main
from ctxaudit.corpus.find import find
from ctxaudit.corpus.local import Plan, audit_paths, read_paths
from ctxaudit.ingest.places import Local
from ctxaudit.model import Unaudited
from ctxaudit.reports.exit_code import exit_code
from tests.corpus.runs import fleet, run, write_run
from tests.corpus.test_pool import session_with_lane

DENIED = "cannot be read: permission denied"
NOBODY = 65534


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """Two runs, one in a folder of its own, and a folder `shut` with a third."""
    fleet(tmp_path / "runs", 0, 1)
    write_run(tmp_path / "runs" / "open" / "a.jsonl", run("a"))
    write_run(tmp_path / "runs" / "shut" / "b.jsonl", run("b"))
    return tmp_path / "runs"


def shut(monkeypatch: pytest.MonkeyPatch, number: int = EACCES, name: str = "shut") -> None:
    """Folders of that name cannot be listed, from then on."""
    listed = os.scandir

    def scandir(path: Any = ".") -> Any:
        if isinstance(path, str) and Path(path).name == name and Path(path).exists():
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


@pytest.fixture
def session(tmp_path: Path) -> Path:
    """A session with a subagent, whose log lies in a folder `subagents` below one of the session's own."""
    return session_with_lane(tmp_path / "logs") / "subagent-in-a-file.jsonl"


def test_a_session_whose_subagents_cannot_be_looked_for_is_refused(
    session: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shut(monkeypatch, name="subagents")
    [one] = audit_paths([str(session)], Plan(), version="0").unaudited
    assert (one.path, one.why, one.named) == (str(session), f"{session.with_suffix('')}/subagents: {DENIED}", True)


@pytest.mark.parametrize(("form", "refusals"), [("{}", 2), ("{}/*.jsonl", 1)])
def test_it_is_refused_in_a_folder_as_well_and_the_others_are_audited(
    session: Path, monkeypatch: pytest.MonkeyPatch, form: str, refusals: int
) -> None:
    write_run(session.with_name("other.jsonl"), run("other"))
    shut(monkeypatch, name="subagents")
    report = audit_paths([form.format(session.parent)], Plan(), version="0")
    assert ([trace.id for trace in report.traces], len(report.unaudited)) == (["other"], refusals)
    assert (report.passed_over, exit_code(report)) == (0, 3)


def test_a_folder_of_anothers_beside_a_session_does_not_refuse_it(
    session: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Older versions keep subagents' logs beside the session's, where all of its folder is looked through."""
    (session.parent / "shut").mkdir()
    shut(monkeypatch)
    assert str(session) in [place.path for place in Local(str(session)).members(".")]
    shut(monkeypatch, name=session.parent.name)
    with pytest.raises(PermissionError):
        Local(str(session)).members(".")


@pytest.mark.parametrize("folder", ["gone", "subagent-in-a-file.jsonl", "x" * 300, "around/subagents"])
def test_a_folder_that_is_not_there_has_no_members(session: Path, folder: str) -> None:
    """Its name stands in the log, and may be anything."""
    session.with_name("around").symlink_to("around")
    assert Local(str(session)).members(folder) == []


def test_an_index_forgets_a_refusal_once_the_folder_can_be_looked_into(session: Path, tmp_path: Path) -> None:
    plan = Plan(index=str(tmp_path / "index"))
    with pytest.MonkeyPatch.context() as patch:
        shut(patch, name="subagents")
        assert audit_paths([str(session)], plan, version="0").traces == ()
    assert len(audit_paths([str(session)], plan, version="0").traces) == 2
    with pytest.MonkeyPatch.context() as patch:
        shut(patch, name="subagents")
        assert audit_paths([str(session)], plan, version="0").traces == ()


def test_a_subagents_log_that_cannot_be_read_is_told_by_its_name(
    session: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Local.open

    def fails(place: Local) -> object:
        if "agent-" in place.path.removeprefix(str(session.parent)).partition("/subagents/")[2]:
            raise PermissionError(EACCES, os.strerror(EACCES), place.path)
        return opened(place)

    monkeypatch.setattr(Local, "open", fails)
    [one] = audit_paths([str(session)], Plan(), version="0").unaudited
    assert one.why == f"{session.with_suffix('')}/subagents/agent-5ca1e5.jsonl: {DENIED}"


@pytest.mark.parametrize("command", [("convert",), ("replay",), ("why", "x")])
def test_commands_of_one_log_name_the_folder(
    session: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    shut(monkeypatch, name="subagents")
    monkeypatch.setattr(sys, "argv", ["ctxaudit", command[0], str(session), *command[1:]])
    monkeypatch.setattr(sys, "stderr", said := StringIO())
    with pytest.raises(SystemExit) as end:
        main()
    assert (end.value.code, said.getvalue()) == (3, f"ctxaudit: {session.with_suffix('')}/subagents: {DENIED}\n")
