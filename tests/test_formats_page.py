"""The page of the log formats is made of what the importers say of themselves."""

from __future__ import annotations

from types import ModuleType

import pytest

from ctxaudit.importers import FORMATS, importer
from tools.formats import CLASSES, formats_page


def made_up(**told: object) -> ModuleType:
    module = ModuleType("x")
    facts: dict[str, object] = {"TITLE": "A log", "CLASS": "lossy", "TOLERANCE": "None.", **told}
    for name, value in facts.items():
        setattr(module, name, value)
    return module


def rows(page: str) -> list[str]:
    return [line for line in page.splitlines() if line.startswith("| `")]


def test_there_is_one_row_for_each_importer() -> None:
    assert [row.split("`")[1] for row in rows(formats_page())] == [*FORMATS]


def test_a_row_holds_what_the_importer_says() -> None:
    page = formats_page({"x": made_up(RECORDS=("a prompt", "a size"), UNKNOWN=("the rest",))})
    assert rows(page) == ["| `x`<br>A log | lossy | a prompt<br>a size | the rest | None. |"]


def test_a_bar_in_a_cell_does_not_break_the_table() -> None:
    assert rows(formats_page({"x": made_up(RECORDS=("a | b",))}))[0].count(" | ") == 4


def test_a_cell_is_one_line() -> None:
    assert "two lines" in formats_page({"x": made_up(TOLERANCE="two\n  lines")})


def test_the_places_of_an_agent_are_listed_and_none_for_a_tracer() -> None:
    page = formats_page({"x": made_up(WHERE=(".x/*.jsonl",)), "y": made_up(WHERE=())})
    assert page.endswith("* x: `.x/*.jsonl`\n")


@pytest.mark.parametrize("name", [*FORMATS])
def test_the_class_of_every_importer_is_explained(name: str) -> None:
    assert importer(name).CLASS in CLASSES
