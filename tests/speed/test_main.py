"""The one command: what it measures, what it says when something is not there, and where the data is kept."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from benchmarks.speed import __main__ as speed
from benchmarks.speed import against, data, record
from benchmarks.speed.table import AUDIT, UNIT
from benchmarks.speed.timing import Command, Timing, Turns


@pytest.fixture(autouse=True)
def small_data(monkeypatch: pytest.MonkeyPatch) -> None:
    """A megabyte is a kilobyte here."""
    monkeypatch.setattr(data, "MB", 1 << 10)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Mapping[str, Command]]:
    """The commands that would be timed; each takes a second, and the audit five."""
    seen: list[Mapping[str, Command]] = []

    def in_turn(commands: Mapping[str, Command], runs: int) -> Turns:
        seen.append(commands)
        return Turns({name: [Timing(5.0 if name == AUDIT else 1.0, 1.0, 50.0)] * runs for name in commands})

    monkeypatch.setattr(speed, "in_turn", in_turn)
    return seen


@pytest.fixture(autouse=True)
def short_loops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "BARE_LOOP", "pass\n")


def _run(tmp_path: Path, *arguments: str) -> int:
    return speed.main(["--keep", str(tmp_path / "kept"), "--runs", "1", "--sizes", "10", "--small", "0", *arguments])


def test_a_whole_run_on_little_data_prints_the_tables(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--sizes", "10", "--kinds", "claude-code", "--runs", "1", "--small", "3"]
    assert speed.main([*arguments, "--json", str(tmp_path / "a.json")]) == 0
    printed = capsys.readouterr().out
    assert "| claude-code |" in printed
    assert "| 3 | " in printed
    measured = record.read(tmp_path / "a.json")
    assert measured.rows[0].runs.keys() >= {UNIT, AUDIT}
    assert measured.small is not None
    assert measured.small.runs.keys() == {"1", "2"}
    assert measured.bare is not None
    assert measured.bare.runs.keys() == {"1", "2"}
    assert "Two bare loops side by side, in the same run: " in printed


def test_what_was_made_without_keep_is_gone(
    started: list[Mapping[str, Command]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made = tmp_path / "made"
    monkeypatch.setattr("tempfile.mkdtemp", lambda **_: str(made))
    speed.main(["--runs", "1", "--sizes", "10", "--small", "2"])
    assert started
    assert not made.exists()


def test_bare_loops_take_turns_with_the_audits_of_small_runs(
    started: list[Mapping[str, Command]], tmp_path: Path
) -> None:
    _run(tmp_path, "--small", "2")
    assert list(started[-1]) == ["1", "2", "bare 1", "bare 2"]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_start_of_bare_loops_runs_two_and_tells_when_one_fails(tmp_path: Path, jobs: str) -> None:
    note = f"import os; open({str(tmp_path)!r} + f'/{{os.getpid()}}', 'w')"
    command = [sys.executable, "-c", speed.STARTS[jobs]]
    assert subprocess.run([*command, note], check=False).returncode == 0
    assert len(list(tmp_path.iterdir())) == 2
    assert subprocess.run([*command, "raise SystemExit(3)"], check=False, capture_output=True).returncode != 0


def test_the_audit_is_whole_and_asks_for_the_json_report(started: list[Mapping[str, Command]], tmp_path: Path) -> None:
    _run(tmp_path, "--kinds", "native")
    words = started[0][AUDIT].words
    assert list(words[1:-1]) == ["audit", "--exit-zero", "--format", "json"]
    assert words[-1] == started[0][UNIT].words[-1]


def test_without_jq_it_is_not_started_and_that_is_said(
    started: list[Mapping[str, Command]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("shutil.which", lambda name, **_: None if name == "jq" else name)
    _run(tmp_path)
    assert all("jq" not in commands for commands in started)
    assert "jq is not on PATH, so its column is empty." in capsys.readouterr().out


def test_with_jq_one_key_is_read(
    started: list[Mapping[str, Command]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda name, **_: name)
    _run(tmp_path)
    assert list(started[0]["jq"].words[:3]) == ["jq", "-r", ".type"]


@pytest.mark.usefixtures("started")
def test_a_limit_that_is_not_kept_is_an_exit_code_only_when_asked(tmp_path: Path) -> None:
    assert _run(tmp_path) == 0
    assert _run(tmp_path, "--check") == 1  # the start takes five seconds


def test_an_audit_that_fails_ends_the_benchmark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "_audit", lambda *_: Command([sys.executable, "-c", "raise SystemExit(70)"]))
    with pytest.raises(SystemExit, match="ended with 70"):
        _run(tmp_path)


def test_an_unknown_kind_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        _run(tmp_path, "--kinds", "cobol")
    assert "no kind cobol; there are claude-code, native" in capsys.readouterr().err


def test_other_tools_are_timed_over_the_logs_that_they_read(
    started: list[Mapping[str, Command]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(against, "installed", lambda *_: None)
    _run(tmp_path, "--against", str(tmp_path / "tools"), "--limit", "7")
    claude_code, native = started[:2]
    words = claude_code["ctxdrift"].words
    assert words == [str(tmp_path / "tools/ctxdrift/bin/ctxdrift"), "--format", "json", claude_code[AUDIT].words[-1]]
    assert claude_code["nauro-ballast"].limit == 7
    assert not claude_code["nauro-ballast"].needed
    assert "ctxdrift" not in native


def test_a_tool_that_cannot_be_installed_is_left_out_and_named(
    started: list[Mapping[str, Command]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def refuse(command: list[str], **_: object) -> None:
        raise subprocess.CalledProcessError(1, command, stderr=b"a warning\nno matching release\n")

    monkeypatch.setattr(subprocess, "run", refuse)
    _run(tmp_path, "--against", str(tmp_path / "tools"))
    assert "ctxdrift could not be installed: no matching release." in capsys.readouterr().out
    assert "ctxdrift" not in started[0]


def test_a_tool_that_is_there_is_not_installed_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("installed again"))
    for tool in against.TOOLS:
        command = tmp_path / tool.name / "bin" / tool.name
        command.parent.mkdir(parents=True)
        command.touch()
        assert against.installed(tmp_path, tool) is None


def test_an_installation_that_brings_no_command_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: None)
    assert against.installed(tmp_path, against.TOOLS[0]) == "ctxdrift has no command of that name"


def test_data_that_was_kept_is_used_again(tmp_path: Path) -> None:
    path = data.session(tmp_path, "native", 10)
    path.write_bytes(b"kept")
    assert data.session(tmp_path, "native", 10).read_bytes() == b"kept"


def test_data_of_other_code_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = data.session(tmp_path, "native", 10)
    monkeypatch.setattr(data, "_MADE_BY", ("words",))
    assert data.session(tmp_path, "native", 10) != path


def test_what_was_interrupted_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(path: Path, _: int) -> None:
        path.write_bytes(b"half")
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setitem(data.MAKERS, "native", interrupted)
        with pytest.raises(KeyboardInterrupt):
            data.session(tmp_path, "native", 10)
    assert data.session(tmp_path, "native", 10).stat().st_size > 10 << 10


def test_the_smallest_trace_has_five_kilobytes(tmp_path: Path) -> None:
    assert 4_500 < data.smallest(tmp_path).stat().st_size < 5_700


def test_so_many_small_runs_are_made_as_were_asked_for(tmp_path: Path) -> None:
    assert len(list(data.many(tmp_path, 3).iterdir())) == 3
