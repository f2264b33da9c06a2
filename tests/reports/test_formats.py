"""What every format is held to, those that come later too: hostile text stays dead, nothing crashes, bytes repeat."""

from __future__ import annotations

import re

import pytest

from ctxaudit.reports import FORMATS
from tests.reports.made import altered, finding, report, trace, written
from tests.reports.poison import POISONS, poisoned, twice

LIVE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ud800-\udfff\U000e0000-\U000e0fff]"
)
COLOR = re.compile("\x1b\\[[0-9;]*m")


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("poison", POISONS)
def test_hostile_text_is_dead_in_every_field(name: str, poison: str) -> None:
    made = poisoned(POISONS[poison])
    shown = written(made, name) + written(twice(made), name) + written(made, name, verbose=True)
    assert LIVE.findall(shown) == []


@pytest.mark.parametrize("name", ["text", "terminal", "json"])
@pytest.mark.parametrize("poison", POISONS)
@pytest.mark.parametrize("width", [40, 83])
def test_no_line_is_a_command_to_a_build_service(name: str, poison: str, width: int) -> None:
    made = poisoned(POISONS[poison])
    shown = written(made, name, width=width) + written(twice(made), name, width=width)
    assert [line for line in shown.split("\n") if line.lstrip().startswith("::")] == []


@pytest.mark.parametrize("name", ["text", "terminal"])
def test_no_old_command_stands_anywhere_in_a_line(name: str) -> None:
    assert re.findall(r"##(?:\[|vso\[)", written(poisoned(POISONS["old command"]), name, verbose=True)) == []


@pytest.mark.parametrize("poison", POISONS)
def test_colour_adds_only_colour_to_hostile_text(poison: str) -> None:
    made = poisoned(POISONS[poison])
    assert COLOR.sub("", written(made, "terminal", color=True)) == written(made, "text")


@pytest.mark.parametrize("poison", ["x", " ", "\x1b"])
@pytest.mark.parametrize("verbose", [False, True])
def test_a_megabyte_in_every_field_gives_a_report_that_can_be_read(poison: str, verbose: bool) -> None:
    assert len(written(poisoned(poison * 1_000_000), verbose=verbose)) < 100_000


@pytest.mark.parametrize("name", FORMATS)
def test_a_token_of_a_megabyte_can_be_written(name: str) -> None:
    assert written(report(trace(altered(tokens=("\x1b" + "x" * 1_000_000,)))), name)


@pytest.mark.parametrize("name", FORMATS)
def test_an_empty_report_can_be_written(name: str) -> None:
    assert written(report(), name).strip() != ""


@pytest.mark.parametrize("name", FORMATS)
def test_a_report_ends_with_its_line(name: str) -> None:
    shown = written(report(trace(altered())), name)
    assert shown.endswith("\n")
    assert not shown.endswith("\n\n")


@pytest.mark.parametrize("name", FORMATS)
def test_two_runs_give_the_same_bytes(name: str) -> None:
    made = [report(trace(altered(), finding()), trace(finding(), path="b.jsonl")) for _ in range(2)]
    assert written(made[0], name) == written(made[1], name)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_can_be_encoded(name: str) -> None:
    shown = written(poisoned(POISONS["lone surrogate"]), name)
    assert shown.encode("utf-8")
