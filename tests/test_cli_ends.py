"""Ends of a command that must not look like others: an error that typer takes for its own, a report that gets lost."""

from __future__ import annotations

import gzip
import json
import os
import sys
from pathlib import Path

import pytest

from ctxaudit.cli import main
from tests.corpus.runs import RIGHT, fleet, run, write_run
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


@pytest.mark.parametrize(("flags", "code"), [((), 0), (("--strict",), 3), (("--exit-zero", "--strict"), 3)])
def test_a_compressed_log_that_is_torn_is_audited_as_far_as_it_goes(
    tmp_path: Path, flags: tuple[str, ...], code: int
) -> None:
    """A torn end is a problem of the trace, and problems end a command only where they are to count."""
    whole = gzip.compress(write_run(tmp_path / "a.jsonl", run("a", RIGHT)).read_bytes())
    (tmp_path / "torn.jsonl.gz").write_bytes(whole[:-3])
    done = ctxaudit("audit", str(tmp_path / "torn.jsonl.gz"), "-f", "json", *flags)
    [trace] = json.loads(done.stdout)["traces"]
    assert (done.returncode, [one["problem"] for one in trace["problems"]]) == (code, ["torn-tail"])


def test_a_compressed_log_of_which_nothing_can_be_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "torn.jsonl.gz"
    path.write_bytes(gzip.compress(write_run(tmp_path / "a.jsonl", run("a")).read_bytes())[:11])
    done = ctxaudit("audit", str(path))
    assert (done.returncode, "the compressed stream holds nothing that can be read" in done.stderr) == (3, True)
