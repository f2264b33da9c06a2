"""The line that says how far a run is."""

from __future__ import annotations

import io
import sys

import pytest

from ctxaudit.cli.progress import ERASE, line, progress
from ctxaudit.corpus.plan import Step


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_line_tells_files_rate_and_what_is_left() -> None:
    assert line(Step("a", 250, 1000, 30_000_000, 120_000_000), 10.0) == (
        "250 of 1,000 files, 25 files/s, 3.0 MB/s, 0:30 left"
    )


def test_without_sizes_what_is_left_is_reckoned_by_files() -> None:
    assert line(Step("a", 1, 4, 0, 0), 60.0) == "1 of 4 files, 0 files/s, 3:00 left"


def test_in_the_beginning_there_is_no_rate() -> None:
    assert line(Step("a", 1, 1, 5, 5), 0.2) == "1 of 1 file"


def test_at_the_end_nothing_is_left() -> None:
    assert "left" not in line(Step("a", 4, 4, 9, 9), 5.0)


def test_a_line_fits_a_narrow_terminal() -> None:
    assert len(line(Step("a", 999_999, 9_999_999, 10**13, 10**14), 1e5)) < 80


def test_a_terminal_is_told_and_left_clean(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    with progress() as tell:
        assert tell is not None
        tell(Step("a", 1, 2, 5, 9))
    assert terminal.getvalue() == f"{ERASE}1 of 2 files{ERASE}"


def test_what_is_no_terminal_is_told_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with progress() as tell:
        assert tell is None
