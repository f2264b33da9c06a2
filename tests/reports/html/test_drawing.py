"""Geometry of the picture: areas as steps, the budget, the grid, pins put together."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from ctxaudit.model import Column, Picture
from ctxaudit.reports.html.cards import Cards
from ctxaudit.reports.html.drawing import drawing
from ctxaudit.reports.html.highlight import Marker
from ctxaudit.reports.html.pins import finding_pins, percent
from ctxaudit.reports.html.views import Drawing, Piece
from tests.reports.made import altered, finding, trace


def drawn(*columns: Column, budget: int | None = None) -> Drawing:
    made = drawing(trace(budget=budget), Picture(columns=columns), (), (), Cards("t1", ()), "t1")
    assert made is not None
    return made


def column(turn: int = 0, **keys: int) -> Column:
    return Column(turn=turn, last_turn=turn, line=turn + 2, **keys)


def heights(path: str) -> list[int]:
    return [int(number) for number in re.findall(r"[V,](-?\d+)", path)]


def test_a_part_that_nothing_ever_fills_has_no_area() -> None:
    assert [layer.name for layer in drawn(column(sources=5)).layers] == ["sources"]


def test_what_is_free_lies_between_the_window_and_the_budget() -> None:
    made = drawn(column(sources=50), budget=100)
    assert [layer.name for layer in made.layers] == ["sources", "free"]
    assert made.budget_note == "budget 100"


def test_a_budget_far_above_the_window_is_named_and_not_drawn() -> None:
    made = drawn(column(sources=50), budget=1_000_000)
    assert (made.budget, made.budget_note) == ("", "budget 1,000,000, far above this picture")


def test_an_area_goes_up_and_down_in_steps() -> None:
    [layer] = drawn(column(sources=100), column(1, sources=0)).layers
    assert layer.path == "M0,57H1V1000H2V1000H0Z"


def test_parts_stand_upon_one_another() -> None:
    system, sources = drawn(column(system=50, sources=50)).layers
    assert min(heights(system.path)) == max(heights(sources.path))


@pytest.mark.parametrize("tokens", [0, 1, 3, 999, 1_000_000, 10**15])
def test_the_grid_is_round_and_within_the_picture(tokens: int) -> None:
    ticks = drawn(column(sources=tokens)).grid
    assert 1 <= len(ticks) <= 5
    assert all(0 <= float(tick.at.rstrip("%")) <= 100 for tick in ticks)


def test_the_sizes_that_the_host_recorded_are_a_line() -> None:
    made = drawn(column(recorded=50), column(1), column(2, recorded=100))
    assert made.recorded == "M0.5,528L2.5,57"


def test_a_single_recorded_size_is_no_line() -> None:
    assert drawn(column(recorded=50), column(1)).recorded == ""


def test_turns_are_named_where_they_begin_and_no_more_than_have_room() -> None:
    ticks = drawn(*(column(turn, sources=1) for turn in range(100))).turns
    assert (ticks[0].words, len(ticks) <= 7) == ("0", True)


def test_pins_that_stand_close_are_one_with_their_number_and_the_worst_severity() -> None:
    near = [(10, finding(severity="note")), (11, altered()), (90, finding())]
    cards = Cards("t1", [one for _, one in near])
    assert [(pin.kind, pin.sign) for pin in finding_pins("t1", near, 100, cards.anchor)] == [
        ("error", "2"),
        ("warning", "!"),
    ]


def test_a_pin_lists_some_findings_and_counts_the_rest() -> None:
    many = [(0, finding(line=line)) for line in range(10)]
    [pin] = finding_pins("t1", many, 10, Cards("t1", [one for _, one in many]).anchor)
    assert (len(pin.items), pin.more) == (6, "and 4 more findings here")


def test_a_place_is_written_without_needless_digits() -> None:
    assert [percent(1, 4), percent(1, 3), percent(0, 0)] == ["25%", "33.33%", "0%"]


def test_a_token_has_the_mark_that_says_most() -> None:
    [line] = Marker(needed=["8081"], lost=["8081", "since May"]).lines("port 8081 since May")
    assert line == (Piece("port "), Piece("8081", "needed"), Piece(" "), Piece("since May", "lost"))


def test_of_two_tokens_at_one_place_the_longer_is_marked() -> None:
    assert Marker(named=["port", "port 8081"]).line("port 8081", 99) == ((Piece("port 8081", "named"),),)


def test_a_text_without_tokens_is_one_piece_a_line() -> None:
    assert Marker().lines("a\n\n  b\tc\r\n") == ((Piece("a"),), (Piece("  b    c"),))


def test_tokens_are_no_patterns() -> None:
    assert Marker(named=["a.c", "(", "*"]).line("abc", 99) == ((Piece("abc"),),)


def test_a_long_text_is_cut_and_says_so() -> None:
    lines = Marker().lines("word\n" * 400)
    assert (len(lines), lines[-1]) == (15, (Piece("…"),))


def test_a_drawing_without_columns_is_none() -> None:
    assert drawing(replace(trace(), picture=Picture()), Picture(), (), (), Cards("t1", ()), "t1") is None
