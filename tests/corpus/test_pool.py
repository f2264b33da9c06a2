"""Many files in several processes: the same report, and a process that dies takes one file with it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from multiprocessing import forkserver
from pathlib import Path
from shutil import copy, copytree
from typing import Any

import pytest

from ctxaudit.corpus.find import Wanted, is_lane, only_here
from ctxaudit.corpus.local import Plan, audit_paths
from ctxaudit.corpus.plan import Step
from ctxaudit.corpus.pool import _CONTEXT, Work, side_by_side
from ctxaudit.corpus.start import cores, jobs_for, prepare
from ctxaudit.errors import InternalError, UsageError
from ctxaudit.model import Report
from ctxaudit.reports import FORMATS, RenderOptions
from tests.corpus.runs import (
    RIGHT,
    cannot_begin,
    dies_of_poison,
    dies_once_at_frail,
    fleet,
    leaves_at_poison,
    refuses,
    run,
    write_run,
)
from tests.fixtures import TRACES
from tests.test_cli import COMMAND, ctxaudit

SEVERAL = [TRACES / "stories", TRACES / "clean", TRACES / "broken", TRACES / "hostile"]


@pytest.fixture(scope="module")
def both() -> dict[int, Report]:
    """One process and two over the same fixtures, with a path that is not there."""
    paths = [*map(str, SEVERAL), "no-such-file.jsonl"]
    return {jobs: audit_paths(paths, Plan(pictures=True), version="0", jobs=jobs) for jobs in (1, 2)}


@pytest.mark.parametrize("name", FORMATS)
def test_two_processes_write_the_same_bytes_as_one(name: str, both: dict[int, Report]) -> None:
    one, two = (list(FORMATS[name](both[jobs], RenderOptions())) for jobs in (1, 2))
    assert one == two


def test_what_is_refused_is_refused_in_the_same_order(both: dict[int, Report]) -> None:
    assert both[1].unaudited == both[2].unaudited != ()


def session_with_lane(folder: Path) -> Path:
    """A session that started a subagent, whose log lies in a folder beside it."""
    name = "subagent-in-a-file"
    fixtures = TRACES / "importers" / "claude-code"
    copytree(fixtures / name, folder / name)
    copy(fixtures / f"{name}.jsonl", folder)
    return folder


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_lane_that_was_read_with_its_session_is_not_audited_twice(tmp_path: Path, jobs: int) -> None:
    made = audit_paths([str(session_with_lane(tmp_path))], Plan(), version="0", jobs=jobs)
    audited = [trace.path for trace in made.traces]
    assert any(is_lane(path) for path in audited)
    assert len(audited) == len(set(audited))


def test_a_lane_that_the_user_names_is_audited_all_the_same(tmp_path: Path) -> None:
    lane = str(next(session_with_lane(tmp_path).rglob("agent-*.jsonl")))
    made = audit_paths([lane, str(tmp_path)], Plan(), version="0", jobs=2)
    assert [trace.path for trace in made.traces].count(lane) == 2


def audited_with(work: Work, folder: Path, name: str) -> dict[int, tuple[list[str], list[str]]]:
    """What came of 40 files and one of that name beside them."""
    fleet(folder, 0, 40)
    write_run(folder / f"run-020-{name}.jsonl", run(name, RIGHT))
    files = [(n, Wanted(str(path), named=False), 1) for n, path in enumerate(sorted(folder.glob("*.jsonl")))]
    return {
        number: ([one.id for one in result.reports], [one.why for one in result.unaudited])
        for number, result in side_by_side(files, Plan(), 2, work)
    }


@pytest.mark.parametrize(
    ("work", "why"),
    [
        (dies_of_poison, "ctxaudit broke on it: 2 processes that audited it were ended, the last by signal 9"),
        (leaves_at_poison, "ctxaudit broke on it: 2 processes that audited it ended, the last with 5"),
    ],
)
def test_a_file_that_kills_its_processes_is_told_as_broken_and_the_rest_goes_on(
    tmp_path: Path, work: Work, why: str
) -> None:
    made = audited_with(work, tmp_path, "poison")
    assert [told for told in made.values() if told[1]] == [([], [why])]
    assert sum(bool(ids) for ids, _ in made.values()) == 40


def test_a_process_that_dies_once_costs_no_file(tmp_path: Path) -> None:
    made = audited_with(dies_once_at_frail, tmp_path, "frail")
    assert (tmp_path / "run-020-frail.jsonl.died").exists()
    assert (len(made), [whys for _, whys in made.values() if whys]) == (41, [])


def test_processes_that_cannot_begin_are_a_fault_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctxaudit.corpus.pool._serve", cannot_begin)
    with pytest.raises(InternalError, match="try --jobs 1"):
        audited_with(dies_of_poison, tmp_path, "any")


def test_wrong_usage_in_a_process_is_wrong_usage_here(tmp_path: Path) -> None:
    path = write_run(tmp_path / "one.jsonl", run("one"))
    with pytest.raises(UsageError, match="is not wanted"):
        list(side_by_side([(0, Wanted(str(path), named=True), 1)], Plan(), 1, refuses))


@pytest.mark.parametrize("jobs", [1, 2])
def test_each_file_is_told_once_with_what_is_done_so_far(tmp_path: Path, jobs: int) -> None:
    told: list[Step] = []
    audit_paths([str(fleet(tmp_path, 0, 9))], Plan(), version="0", jobs=jobs, each=told.append)
    assert [step.files for step in told] == list(range(1, 10))
    assert (told[-1].size, told[-1].of_files) == (told[-1].of_size, 9)


def test_a_file_that_breaks_us_is_told_as_broken_and_the_rest_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fleet(tmp_path, 0, 2)

    def breaks(path: str, format_name: str | None, *, witness: object) -> list[object]:
        raise KeyError(path, format_name, witness)

    monkeypatch.setattr("ctxaudit.corpus.one.read_traces", breaks)
    made = audit_paths([str(tmp_path)], Plan(), version="0")
    assert [(one.broke, "ctxaudit broke on it: KeyError" in one.why) for one in made.unaudited] == [(True, True)] * 2


def test_without_an_answer_no_process_is_started() -> None:
    assert jobs_for(1000, None) == 1


def test_zero_takes_all_cores() -> None:
    assert jobs_for(1000, 0) == cores()


@pytest.mark.parametrize(("asked", "files", "given"), [(3, 9, 3), (3, 2, 2), (1, 9999, 1), (0, 1, 1), (4, 0, 1)])
def test_there_are_as_many_processes_as_asked_but_no_more_than_files(asked: int, files: int, given: int) -> None:
    assert jobs_for(files, asked) == given


@pytest.mark.parametrize("path", ["-", "memory://x/a.jsonl", "no-such-file.jsonl"])
def test_what_another_process_cannot_reach_is_read_here(path: str) -> None:
    assert only_here(path)


def test_a_report_of_two_processes_can_be_read_from_the_command_line(tmp_path: Path) -> None:
    folder = str(fleet(tmp_path, 1, 3))
    one, two = (ctxaudit("audit", folder, "--jobs", jobs, "--format", "json") for jobs in ("1", "2"))
    assert one.stdout == two.stdout
    assert (len(json.loads(two.stdout)["traces"]), two.returncode, two.stderr) == (4, one.returncode, "")


def test_a_negative_number_of_processes_is_wrong_usage(tmp_path: Path) -> None:
    assert ctxaudit("audit", str(tmp_path), "--jobs", "-1").returncode == 2


def test_processes_load_no_module_from_the_folder_that_they_are_started_in(tmp_path: Path) -> None:
    folder = fleet(tmp_path / "runs", 0, 4)
    for name in ("multiprocessing", "orjson", "polars"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('run by mistake')\n")
    command = [str(COMMAND), "audit", str(folder), "--jobs", "2", "--exit-zero"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def starts_after(failures: int, error: Exception, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The first processes that are to be started find the one that they would be forks of gone."""
    process = type(_CONTEXT.Process())
    starts, tries = process.start, []

    def start(self: Any) -> None:
        tries.append(1)
        if len(tries) <= failures:
            raise error
        starts(self)

    monkeypatch.setattr(process, "start", start)
    return tries


GONE = [EOFError("unexpected EOF"), BrokenPipeError(), ConnectionResetError("reset"), FileNotFoundError("no socket")]


@pytest.mark.parametrize("error", GONE)
def test_a_process_that_cannot_be_started_once_is_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    tries = starts_after(1, error, monkeypatch)
    assert len(audit_paths([str(fleet(tmp_path, 0, 3))], Plan(), version="0", jobs=2).traces) == 3
    assert len(tries) == 3


@pytest.mark.parametrize("error", GONE)
def test_processes_that_cannot_be_started_are_a_fault_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    starts_after(99, error, monkeypatch)
    with pytest.raises(InternalError, match=r"cannot be started \(.+\); try --jobs 1"):
        audit_paths([str(fleet(tmp_path, 0, 3))], Plan(), version="0", jobs=2)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no process is a fork of another")
def test_a_server_of_forks_that_was_killed_is_replaced(tmp_path: Path) -> None:
    fleet(tmp_path, 0, 3)
    for _ in range(2):
        assert len(audit_paths([str(tmp_path)], Plan(), version="0", jobs=2).traces) == 3
        os.kill(forkserver._forkserver._forkserver_pid, signal.SIGKILL)  # type: ignore[attr-defined]


def test_a_baseline_and_a_comparison_are_the_same_with_two_processes(tmp_path: Path) -> None:
    runs, others = (str(fleet(tmp_path / name, wrong, 3)) for name, wrong in (("a", 2), ("b", 1)))
    known = [tmp_path / f"known-{jobs}.json" for jobs in (1, 2)]
    for jobs, path in enumerate(known, 1):
        done = ctxaudit("baseline", runs, others, "-o", str(path), "--jobs", str(jobs))
        assert (done.returncode, "of 9 traces" in done.stdout, done.stderr) == (0, True, "")
    assert known[0].read_text() == known[1].read_text()
    one, two = (ctxaudit("compare", runs, others, "--jobs", jobs).stdout for jobs in ("1", "2"))
    assert one == two != ""


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One for each time that the server of forks is asked to run."""
    times: list[int] = []
    monkeypatch.setattr("ctxaudit.corpus.start.ready", lambda: times.append(1))
    return times


@pytest.mark.parametrize(
    ("jobs", "paths", "early"),
    [
        (2, ["{}"], True),
        (2, ["{}/run-000.jsonl", "{}/run-001.jsonl"], True),
        (2, ["{}/*.jsonl"], True),
        (2, ["{}/run-000.jsonl"], False),
        (2, [], False),
        (1, ["{}"], False),
        (None, ["{}"], False),
    ],
)
def test_the_server_of_forks_is_begun_early_where_there_may_be_more_than_one_file(
    tmp_path: Path, begun: list[int], jobs: int | None, paths: list[str], early: bool
) -> None:
    fleet(tmp_path, 0, 2)
    prepare(jobs, [path.format(tmp_path) for path in paths])
    assert begun == [1] * early


def test_with_all_cores_it_is_begun_where_there_are_several(begun: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    for number in (1, 8):
        monkeypatch.setattr("ctxaudit.corpus.start.cores", lambda number=number: number)
        prepare(0, ["runs"])
    assert begun == [1]


def test_what_comes_before_the_server_of_forks_loads_nothing_of_the_audit() -> None:
    """Else it would begin as late as without."""
    loaded = "import sys, ctxaudit.cli.options, ctxaudit.corpus.start; print(*sys.modules)"
    modules = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True).stdout.split()
    assert "ctxaudit.corpus.start" in modules
    assert not {"ctxaudit.auditing", "ctxaudit.importers", "ctxaudit.rules", "multiprocessing", "polars"} & {*modules}


@pytest.mark.parametrize("command", [["audit"], ["baseline", "-o", "{}/known.json"]])
def test_a_command_that_finds_nothing_ends_although_processes_were_begun(tmp_path: Path, command: list[str]) -> None:
    (tmp_path / "runs").mkdir()
    words = [word.format(tmp_path) for word in command]
    done = ctxaudit(words[0], str(tmp_path / "runs"), "--jobs", "2", *words[1:])
    assert (done.returncode, "no session log was found" in done.stderr) == (3, True)
