"""Inputs that end when somebody else ends them: the command says that it reads them, and reads them once."""

from __future__ import annotations

import os
import pty
import subprocess
from pathlib import Path
from threading import Thread

import pytest

from tests.fixtures import ROOT
from tests.test_cli import COMMAND, QUIET, ctxaudit, native
from tests.test_cli_hostile import shell

TOLD = "is a pipe: it is read until the last writer closes it"


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    path = tmp_path / "pipe.jsonl"
    os.mkfifo(path)
    return path


def poured(pipe: Path) -> Thread:
    """Writes a trace to the pipe, once somebody reads it."""
    writer = Thread(target=lambda: pipe.write_bytes(native(QUIET)), daemon=True)
    writer.start()
    return writer


@pytest.mark.parametrize(
    "command",
    [("audit",), ("audit", "--jobs", "2"), ("validate",), ("replay",), ("why", "Good"), ("convert",), ("baseline",)],
)
def test_a_pipe_is_read_with_a_word_about_it(pipe: Path, tmp_path: Path, command: tuple[str, ...]) -> None:
    first, *rest = command
    writer = poured(pipe)
    output = ["-o", str(tmp_path / "known.json")] if first == "baseline" else []
    done = ctxaudit(first, str(pipe), *rest, *output)
    writer.join(10)
    assert (done.returncode, done.stderr.splitlines()[0]) == (0, f"ctxaudit: {pipe}: {TOLD}")


def test_both_sides_of_a_comparison_may_be_pipes(pipe: Path, tmp_path: Path) -> None:
    os.mkfifo(other := tmp_path / "other.jsonl")
    writers = [poured(pipe), poured(other)]
    done = ctxaudit("compare", str(pipe), str(other))
    for writer in writers:
        writer.join(10)
    assert (done.returncode, done.stderr.count(TOLD), "0/1      0/1" in done.stdout) == (0, 2, True)


def test_it_says_so_before_it_waits(pipe: Path) -> None:
    with subprocess.Popen([str(COMMAND), "audit", str(pipe)], stderr=subprocess.PIPE, text=True, cwd=ROOT) as waiting:
        assert waiting.stderr is not None
        assert TOLD in waiting.stderr.readline()
        assert waiting.poll() is None
        waiting.terminate()


@pytest.mark.parametrize("line", ["cat {trace} | {command} audit -", "cat {trace} | {command} audit /dev/stdin"])
def test_what_a_shell_connects_needs_no_word(tmp_path: Path, line: str) -> None:
    path = tmp_path / "still.jsonl"
    path.write_bytes(native(QUIET))
    done = shell(line, str(path))
    assert (done.returncode, done.stderr) == (0, "")


def test_a_person_at_the_keyboard_is_told_how_to_end(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [str(COMMAND), "audit", "-", "-o", str(tmp_path / "report")], stdin=theirs, stderr=subprocess.PIPE, cwd=ROOT
    ) as waiting:
        assert waiting.stderr is not None
        assert waiting.stderr.readline() == b"ctxaudit: standard input: reads what is typed until Ctrl-D\n"
        os.write(ours, native(QUIET) + b"\x04")
        try:
            assert waiting.wait(60) == 0
        finally:
            waiting.kill()
    os.close(ours)
    os.close(theirs)


def test_files_are_not_spoken_of(tmp_path: Path) -> None:
    path = tmp_path / "still.jsonl"
    path.write_bytes(native(QUIET))
    assert ctxaudit("validate", str(path), str(tmp_path)).stderr == ""
