"""Rows fit their width, hang under their text, and none of them can act."""

from __future__ import annotations

import pytest

from ctxaudit.reports.layout.rows import Row, cells, paragraph


def texts(rows: list[Row]) -> list[str]:
    return [row.text() for row in rows]


def test_later_rows_hang_under_the_text() -> None:
    rows = paragraph([("plain", "one two three four")], 16, indent=2, hang=6, label=("error", "a"))
    assert texts(rows) == ["  a   one two", "      three four"]


def test_a_row_without_a_label_begins_at_the_indent() -> None:
    assert texts(paragraph([("plain", "one two three four")], 20, indent=2, hang=4)) == ["  one two three four"]


def test_a_label_longer_than_its_column_keeps_one_blank() -> None:
    assert texts(paragraph([("plain", "text")], 40, hang=4, label=("title", "longer"))) == ["longer text"]


def test_parts_without_a_blank_between_them_stay_together() -> None:
    rows = paragraph([("plain", "aaaa bbbb"), ("error", ", cccc")], 12)
    assert texts(rows) == ["aaaa bbbb,", "cccc"]


def test_each_part_keeps_its_style() -> None:
    (row,) = paragraph([("plain", "a "), ("error", "b"), ("plain", " c")], 40)
    assert [(style, text.strip()) for style, text in row.parts] == [("plain", "a"), ("error", "b"), ("plain", "c")]


@pytest.mark.parametrize("width", [12, 20, 80])
@pytest.mark.parametrize("text", ["x" * 300, "日本語" * 60, "::" * 200, "a " * 200, "\u202e" * 40, "e\u0301" * 200])
def test_no_row_is_wider_than_the_width(width: int, text: str) -> None:
    assert all(cells(row) <= width for row in texts(paragraph([("plain", text)], width)))


def test_a_long_word_loses_no_letter() -> None:
    word = "".join(chr(ord("a") + number % 26) for number in range(100))
    assert "".join(texts(paragraph([("plain", word)], 30))) == word


def test_a_row_never_begins_with_a_command() -> None:
    rows = paragraph([("plain", "xxxxxxxxxx ::error::stop")], 16, indent=1)
    assert texts(rows) == [" xxxxxxxxxx", " \\::error::stop"]


def test_two_colons_inside_a_row_stay() -> None:
    assert texts(paragraph([("plain", "in std::vector and ::drop")], 40)) == ["in std::vector and ::drop"]


def test_text_that_skipped_the_door_is_stopped_here() -> None:
    assert texts(paragraph([("plain", "a\x1b[2J")], 40)) == ["a\\x1b[2J"]


def test_no_text_gives_no_row() -> None:
    assert paragraph([("plain", "")], 40) == []


def test_a_label_without_text_still_stands() -> None:
    assert [text.rstrip() for text in texts(paragraph([], 40, label=("title", "Note"), hang=8))] == ["Note"]


@pytest.mark.parametrize(("text", "columns"), [("abc", 3), ("日本", 4), ("e\u0301", 1), ("", 0)])
def test_cells_are_the_columns_of_a_terminal(text: str, columns: int) -> None:
    assert cells(text) == columns
