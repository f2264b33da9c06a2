"""A lane that no log has is told to be none, with the lanes that there are."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.test_cli import LOSSY, QUIET, ctxaudit, native

SECRET = "ghp_" + "Zz09" * 10


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A session with a lane of its own and one whose name is a credential."""
    others = [{"type": "trace", "version": 1, "id": f"{lane}-1", "lane": lane} for lane in ("scout", SECRET)]
    path = tmp_path / "lanes.jsonl"
    path.write_bytes(native([*QUIET, *others]))
    return path


def test_the_lanes_that_there_are_are_listed(log: Path) -> None:
    done = ctxaudit("audit", str(log), "--lane", "scuot", "--lane", "mian")
    assert done.returncode == 3
    assert "no log has the lanes 'scuot', 'mian'; there are: main, scout, ghp_*" in done.stderr
    assert ("no session log" in done.stderr, SECRET in done.stderr) == (False, False)


def test_one_lane_is_listed_as_one(tmp_path: Path) -> None:
    path = tmp_path / "still.jsonl"
    path.write_bytes(native(QUIET))
    assert ctxaudit("audit", str(path), "--lane", "x").stderr == "ctxaudit: no log has the lane 'x'; there is: main\n"


def test_a_lane_beside_one_that_was_audited_is_told_and_changes_no_exit_code(log: Path) -> None:
    done = ctxaudit("audit", str(log), "--lane", "scout", "--lane", "scuot")
    assert (done.returncode, done.stderr) == (0, "ctxaudit: no log has the lane 'scuot'\n")


def test_lanes_that_all_are_there_are_not_spoken_of(log: Path) -> None:
    assert ctxaudit("audit", str(log), "--lane", "scout", "--lane", "main", "--lane", "scout").stderr == ""


def test_lanes_of_a_folder_are_listed_and_what_is_missing_is_told_as_well(log: Path) -> None:
    done = ctxaudit("audit", str(log.parent), "gone.jsonl", "--lane", "x")
    first, second = done.stderr.splitlines()
    assert ("gone.jsonl: no such file" in first, "there are: main, scout" in second) == (True, True)


def test_a_folder_without_a_log_has_no_lanes(tmp_path: Path) -> None:
    assert "no session log was found" in ctxaudit("audit", str(tmp_path), "--lane", "x").stderr


def test_standard_input_is_not_read_again_for_its_lanes() -> None:
    done = ctxaudit("audit", "-", "--lane", "x", stdin=native(QUIET))
    assert (done.returncode, done.stderr) == (3, "ctxaudit: no log has the lane 'x'\n")


def test_more_lanes_than_a_person_reads_are_counted(tmp_path: Path) -> None:
    path = tmp_path / "many.jsonl"
    path.write_bytes(native([{"type": "trace", "version": 1, "id": f"r{n}", "lane": f"l{n}"} for n in range(25)]))
    assert "l18, l19 and 5 more\n" in ctxaudit("audit", str(path), "--lane", "x").stderr


def test_a_comparison_tells_it_for_each_side(log: Path, tmp_path: Path) -> None:
    other = tmp_path / "ferry.jsonl"
    other.write_bytes(native(LOSSY))
    done = ctxaudit("compare", str(log), str(other), "--lane", "scout")
    assert (done.returncode, done.stderr.count("ctxaudit: ")) == (3, 1)
    assert "ferry.jsonl: no log has the lane 'scout'; there is: main" in done.stderr


def test_what_is_true_of_both_sides_is_told_once(log: Path, tmp_path: Path) -> None:
    other = tmp_path / "ferry.jsonl"
    other.write_bytes(log.read_bytes())
    listed = "there are: main, scout, ghp_*"
    told = ctxaudit("compare", str(log), str(other), "--lane", "x").stderr
    assert (told.count("\n"), f"{log} and {other}: no log has the lane 'x'; {listed}" in told) == (1, True)
    told = ctxaudit("compare", str(log), str(log), "--lane", "x").stderr
    assert (told.count("\n"), f"ctxaudit: {log}: no log has the lane 'x'; {listed}" in told) == (1, True)


def test_what_each_side_lacks_is_told_of_each(log: Path, tmp_path: Path) -> None:
    other = tmp_path / "ferry.jsonl"
    other.write_bytes(native(LOSSY))
    done = ctxaudit("compare", str(log), str(other), "--lane", "x")
    first, second = done.stderr.splitlines()
    assert (log.name in first, "there are: main, scout" in first) == (True, True)
    assert (other.name in second, "there is: main" in second) == (True, True)


def test_a_file_that_is_on_neither_side_is_refused_once() -> None:
    assert ctxaudit("compare", "gone.jsonl", "gone.jsonl").stderr == "ctxaudit: gone.jsonl: no such file\n"
