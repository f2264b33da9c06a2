"""Files that were there when a folder was searched, and are gone when their turn comes."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxaudit.corpus.find import Wanted
from ctxaudit.corpus.local import Plan, audit_paths
from ctxaudit.corpus.one import audit_file, read_file
from ctxaudit.corpus.plan import Step
from ctxaudit.errors import InputError
from ctxaudit.model import Unaudited
from ctxaudit.reports.exit_code import exit_code
from tests.corpus.runs import fleet

GONE = "no such file: it was there when the folder was searched"


def audited(folder: Path, index: Path | None = None) -> tuple[int, list[tuple[str, str]], int, int]:
    """Its last file is removed when the first is done. Traces, what was refused, what passed over, the exit code."""

    def remove(step: Step) -> None:
        if step.files == 1:
            (folder / "run-002.jsonl").unlink()

    plan = Plan(index=None if index is None else str(index))
    report = audit_paths([str(folder)], plan, version="0", each=remove)
    refused = [(Path(one.path).name, one.why) for one in report.unaudited]
    return len(report.traces), refused, report.passed_over, exit_code(report, "error", "medium", False)


def test_it_is_named_and_the_others_are_audited(tmp_path: Path) -> None:
    assert audited(fleet(tmp_path, 0, 3)) == (2, [("run-002.jsonl", GONE)], 0, 3)


def test_an_index_does_not_keep_it(tmp_path: Path) -> None:
    runs, index = tmp_path / "runs", tmp_path / "index"
    assert audited(fleet(runs, 0, 3), index)[1] == [("run-002.jsonl", GONE)]
    again = audit_paths([str(fleet(runs, 0, 3))], Plan(index=str(index)), version="0")
    assert (len(again.traces), again.unaudited) == (3, ())


@pytest.mark.parametrize(("named", "why"), [(True, "no such file"), (False, GONE)])
def test_a_file_that_was_named_may_never_have_been_there(tmp_path: Path, named: bool, why: str) -> None:
    path = str(tmp_path / "gone.jsonl")
    assert list(read_file(Wanted(path, named=named), None)) == [Unaudited(path=path, why=why)]


def test_a_link_to_nothing_that_a_pattern_matches_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "link.jsonl").symlink_to("nothing.jsonl")
    report = audit_paths([str(tmp_path / "*.jsonl")], Plan(), version="0")
    assert (report.unaudited, report.passed_over) == ((), 1)


def test_an_empty_file_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").touch()
    report = audit_paths([str(tmp_path)], Plan(), version="0")
    assert (report.unaudited, report.passed_over) == ((), 1)


EMPTIED = "is empty: it was not when the folder was searched"


@pytest.mark.parametrize("asked", ["{}", "{}/*.jsonl"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_file_that_is_emptied_meanwhile_is_named(tmp_path: Path, asked: str, jobs: int) -> None:
    """As a log that is about to be written anew."""
    folder = fleet(tmp_path, 0, 60)

    def empty(step: Step) -> None:
        if step.files == 1:
            (folder / "run-059.jsonl").write_bytes(b"")

    report = audit_paths([asked.format(folder)], Plan(), version="0", jobs=jobs, each=empty)
    assert [(Path(one.path).name, one.why) for one in report.unaudited] == [("run-059.jsonl", EMPTIED)]
    assert (len(report.traces), report.passed_over, exit_code(report)) == (59, 0, 3)


def test_an_index_tells_a_file_that_was_emptied_from_one_that_is_empty(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.touch()
    plan = Plan(index=str(tmp_path / "index"))
    emptied = [audit_file(Wanted(str(path), named=False, size=size), plan).unaudited[0] for size in (0, 9, 0, 9)]
    assert [(one.why == EMPTIED, one.named) for one in emptied] == [(False, False), (True, True)] * 2


def test_a_part_of_a_log_that_is_gone_is_told_by_its_own_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not the log that is gone."""
    log, part = str(tmp_path / "log.jsonl"), str(tmp_path / "part.jsonl")

    def reads(*_: object, **__: object) -> None:
        raise InputError(part, "no such file") from FileNotFoundError()

    monkeypatch.setattr("ctxaudit.corpus.one.read_traces", reads)
    assert list(read_file(Wanted(log, named=False), None)) == [
        Unaudited(path=log, why=f"{part}: no such file", named=False)
    ]
