"""The terminal shows the plain text, in colour where the caller wants it."""

from __future__ import annotations

import re
import subprocess
import sys

from tests.reports.made import altered, finding, kept, problem, report, trace, written

COLOR = re.compile("\x1b\\[[0-9;]*m")
MADE = report(trace(altered(), finding(severity="note"), problems=(problem(),), retention=(kept(),)))


def test_without_colour_the_terminal_shows_the_plain_text() -> None:
    assert written(MADE, "terminal") == written(MADE, "text")


def test_colour_changes_no_letter() -> None:
    assert COLOR.sub("", written(MADE, "terminal", color=True)) == written(MADE, "text")


def test_colour_is_there_when_asked_for() -> None:
    assert "\x1b[1;31merror\x1b[0m" in written(MADE, "terminal", color=True)


def test_colour_ends_on_every_line() -> None:
    shown = written(MADE, "terminal", color=True).splitlines()
    assert all(line.count("\x1b[0m") * 2 == len(COLOR.findall(line)) for line in shown)


def test_the_plain_text_is_never_coloured() -> None:
    assert "\x1b" not in written(MADE, "text", color=True)


def test_markup_of_a_trace_is_shown_as_it_stands() -> None:
    made = report(trace(altered(message="[bold red]stop[/bold red] [/] [link=x]y[/link]")))
    assert "[bold red]stop[/bold red] [/] [link=x]y[/link]" in COLOR.sub("", written(made, "terminal", color=True))


def test_heavy_imports_wait_until_they_are_needed() -> None:
    code = "import sys, ctxaudit.reports; print(sorted({'rich', 'orjson', 'polars', 'jinja2'} & set(sys.modules)))"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"
