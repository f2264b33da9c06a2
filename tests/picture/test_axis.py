"""The columns of a picture: what filled the window, however many steps and turns a trace has."""

from __future__ import annotations

import pytest

from ctxaudit.auditing import audit_trace
from ctxaudit.model import Column
from ctxaudit.picture.axis import MOST_COLUMNS, Axis
from ctxaudit.timeline import replay
from ctxaudit.windows import Fill, turn_windows
from tests.build import Build, span
from tests.picture.drawn import picture


def bakery() -> Build:
    built = Build(budget=500).add("role", "You bake.", "system", tokens=10).add("ask", "Bake.", "user", tokens=20)
    built.turn(1).add("recipe", "Flour and salt.", tokens=100).call(tokens=150)
    built.turn(2).pin("ask").compact(["recipe"], "note", "Flour.", tokens=30)
    return built.turn(4).add("bread", "Bread.", tokens=40)


def long(turns: int, steps: int) -> Build:
    built = Build()
    for turn in range(turns):
        built.turn(turn)
        for step in range(steps):
            built.add(f"s{turn}-{step}", tokens=1)
    return built


def fill(column: Column) -> Fill:
    return Fill(system=column.system, pinned=column.pinned, surrogates=column.surrogates, sources=column.sources)


def test_a_report_has_no_picture_unless_it_was_asked_for() -> None:
    assert audit_trace(bakery().trace()).report.picture is None


def test_a_trace_without_events_has_no_columns() -> None:
    assert picture(Build()).columns == ()


def test_each_step_of_a_short_trace_has_its_column() -> None:
    assert [column.turn for column in picture(bakery()).columns] == [0, 0, 1, 1, 2, 2, 4]


def test_a_column_counts_what_a_replay_counts_at_the_end_of_its_turn() -> None:
    last = {column.turn: fill(column) for column in picture(bakery()).columns}
    assert last == {row.turn: row.fill for row in turn_windows(replay(bakery().trace())).rows}


def test_a_pin_that_ends_gives_the_span_back_to_its_part() -> None:
    built = Build().add("a", tokens=5).pin("a").unpin("a")
    assert [(column.sources, column.pinned) for column in picture(built).columns] == [(5, 0), (0, 5), (5, 0)]


def test_a_pinned_span_that_left_fills_nothing() -> None:
    built = Build().add("a", tokens=5).pin("a").evict("a")
    assert [column.total for column in picture(built).columns] == [5, 5, 0]


def test_a_span_that_comes_back_fills_the_window_again() -> None:
    built = Build().add("a", tokens=5).evict("a").restore("a", span("a", "again", tokens=7))
    assert [column.total for column in picture(built).columns] == [5, 0, 7]


@pytest.mark.parametrize(("turns", "steps"), [(1, 900), (3, 300), (399, 3), (401, 2), (1500, 1)])
def test_a_long_trace_has_no_more_columns_than_there_is_room_for(turns: int, steps: int) -> None:
    assert 1 < len(picture(long(turns, steps)).columns) <= MOST_COLUMNS


@pytest.mark.parametrize(("turns", "steps"), [(1, 900), (401, 2), (1500, 1)])
def test_columns_follow_one_another_and_none_is_empty(turns: int, steps: int) -> None:
    places = Axis(replay(long(turns, steps).trace())).column_of_step
    assert places == sorted(places)
    assert set(places) == set(range(places[-1] + 1))


def test_a_folded_column_shows_the_window_at_its_fullest() -> None:
    built = Build()
    for turn in range(800):
        built.turn(turn)
        if turn % 2:
            built.evict(f"s{turn - 1}")
        else:
            built.add(f"s{turn}", tokens=9)
    assert {column.total for column in picture(built).columns} == {9}


def test_a_column_has_the_largest_size_that_was_recorded_in_it() -> None:
    assert [column.recorded for column in picture(bakery()).columns] == [None, None, None, 150, None, None, None]


def test_a_finding_on_a_line_without_an_event_has_the_column_of_its_turn() -> None:
    axis = Axis(replay(bakery().trace()))
    assert axis.column_of_line(999, 3) == 5


def test_a_finding_has_the_column_of_its_event() -> None:
    built = Build().add("a", "port 8081", tokens=5).turn(1).rewrite(["a"], span("m", "a port", tokens=2))
    assert picture(built).places == {3: 1}
