"""Ends of a command that must not look like others: an error that typer takes for its own, a report that gets lost."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from ctxaudit.cli import main
from tests.corpus.runs import fleet
from tests.test_cli import ctxaudit


def ended(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> object:
    """The exit code of an audit that such an error ends."""

    def fails(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr("ctxaudit.corpus.local.audit_paths", fails)
    monkeypatch.setattr(sys, "argv", ["ctxaudit", "audit", "runs"])
    monkeypatch.setattr(sys, "stderr", sys.stderr)
    with pytest.raises(SystemExit) as end:
        main()
    return end.value.code


@pytest.mark.parametrize("error", [EOFError("unexpected"), BrokenPipeError(32, "Broken pipe"), ConnectionError("x")])
def test_a_stray_error_is_a_fault_of_ours_not_a_finding(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], error: Exception
) -> None:
    assert ended(monkeypatch, error) == 70
    said = capsys.readouterr().err
    assert said.startswith(f"ctxaudit: internal error: {type(error).__name__}: {error} (test_cli_ends.py:")


def test_a_stray_error_is_shown_whole_where_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CTXAUDIT_TRACEBACK", "1")
    with pytest.raises(EOFError, match="unexpected"):
        ended(monkeypatch, EOFError("unexpected"))


def test_the_key_that_interrupts_ends_as_it_does_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ended(monkeypatch, KeyboardInterrupt()) == 130


@pytest.mark.parametrize("second", ["json={}/r", "json={}/./r", "json={}/link", "sarif={}/r"])
@pytest.mark.parametrize("there", [True, False])
def test_two_reports_in_one_file_are_refused(tmp_path: Path, second: str, there: bool) -> None:
    runs = fleet(tmp_path / "runs", 0, 1)
    (tmp_path / "link").symlink_to("r")
    if there:
        (tmp_path / "r").write_text("kept")
    done = ctxaudit("audit", str(runs), "-o", f"sarif={tmp_path}/r", "-o", second.format(tmp_path))
    assert (done.returncode, "each report needs a file of its own" in done.stderr) == (2, True)
    assert [path.read_text() for path in tmp_path.glob("r")] == ["kept"] * there


def test_two_reports_go_to_one_stream_or_device(tmp_path: Path) -> None:
    runs = str(fleet(tmp_path / "runs", 0, 1))
    both = ctxaudit("audit", runs, "-o", f"json={os.devnull}", "-o", f"sarif={os.devnull}", "-o", "json=-", "-o", "-")
    assert both.returncode == 0
    assert json.JSONDecoder().raw_decode(both.stdout)[1] < len(both.stdout.rstrip())
