"""The shared window: two windows become events that replay to exactly the second, with no problem."""

from __future__ import annotations

import random

import pytest

from ctxaudit import timeline
from ctxaudit.importers.window import Cut, Place, Window
from ctxaudit.model import Add, Checkpoint, Evict, Header, Origin, Restore, Rewrite, Span, Trace, Truncate

HERE = Place(7, "2026-03-01T10:00:00Z", "id7")


def span(name: str) -> Span:
    return Span(id=name, text=f"text of {name}", role="tool", by="tool")


def window(*names: str) -> Window:
    found = Window("log.json")
    for name in names:
        found.add(span(name), Place(1))
    return found


def replayed(found: Window) -> list[str]:
    trace = Trace(path="log.json", format="x", header=Header(id="x"), events=found.events)
    line = timeline.replay(trace)
    assert not line.problems
    return [life.span.id for life in line.live_at(line.end)]


def became(found: Window, names: str, cut: Cut) -> list[type]:
    before = len(found.events)
    found.become(
        [cut.surrogate if cut.surrogate and name == cut.surrogate.id else span(name) for name in names], cut, HERE
    )
    assert replayed(found) == list(names) == list(found.live)
    return [type(event) for event in found.events[before:]]


def test_the_same_window_is_no_event() -> None:
    assert became(window(*"abc"), "abc", Cut()) == []


def test_what_enters_at_the_end_is_an_add() -> None:
    assert became(window(*"ab"), "abcd", Cut()) == [Add, Add]


def test_what_enters_between_is_an_add_before_its_neighbour() -> None:
    found = window(*"ad")
    assert became(found, "abcd", Cut()) == [Add, Add]
    assert [event.before for event in found.events[2:] if isinstance(event, Add)] == ["d", "d"]


def test_a_summary_is_one_rewrite_of_all_that_left() -> None:
    found = window(*"abc")
    assert became(found, "sc", Cut(surrogate=span("s"))) == [Rewrite]
    rewrite = found.events[-1]
    assert isinstance(rewrite, Rewrite)
    assert rewrite.sources == ("a", "b")


def test_a_summary_that_does_not_stand_where_the_first_source_stood_needs_a_checkpoint() -> None:
    assert became(window(*"abc"), "cs", Cut(surrogate=span("s"))) == [Rewrite, Checkpoint]


def test_a_summary_of_nothing_merely_enters() -> None:
    assert became(window(*"ab"), "abs", Cut(surrogate=span("s"))) == [Add]


def test_what_a_human_took_back_is_withdrawn() -> None:
    found = window(*"abc")
    assert became(found, "a", Cut(withdrawn=True, by="human")) == [Evict]
    assert [event.reason for event in found.events if isinstance(event, Evict)] == ["withdrawn"]


def test_what_left_without_a_reason_is_truncated() -> None:
    assert became(window(*"abc"), "c", Cut()) == [Truncate]


def test_each_span_that_left_has_its_own_reason() -> None:
    found = window(*"abcd")
    cut = Cut(copies={"a": "/copies/a"}, dispensable=frozenset("b"))
    assert became(found, "d", cut) == [Evict, Evict, Truncate]
    assert [event.reason for event in found.events if isinstance(event, Evict)] == ["external-copy", "dispensable"]


def test_an_empty_reference_is_no_copy() -> None:
    assert became(window(*"ab"), "b", Cut(copies={"a": ""})) == [Truncate]


def test_a_span_that_comes_back_is_restored() -> None:
    found = window(*"abc")
    became(found, "ac", Cut())
    assert became(found, "abc", Cut()) == [Restore, Checkpoint]


def test_an_order_of_its_own_is_a_checkpoint() -> None:
    assert became(window(*"abc"), "cab", Cut()) == [Checkpoint]


def test_a_stub_stands_where_the_span_stood() -> None:
    assert became(window(*"abc"), "axc", Cut(copies={"b": "/copies/b"})) == [Evict, Add]


def test_an_edit_belongs_to_the_turn_of_the_next_call() -> None:
    found = window("a", "b")
    found.call(Place(2))
    found.add(span("c"), Place(3))
    found.truncate(["a"], Place(4))
    found.add(span("d"), Place(5))
    found.call(Place(6))
    assert [event.turn for event in found.events] == [0, 0, 1, 1, 2, 2, 2]


def test_an_edit_of_nothing_live_is_no_event() -> None:
    found = window("a")
    found.evict(["z"], "dispensable", HERE)
    found.truncate(["z"], HERE)
    assert len(found.events) == 1


def test_free_never_gives_a_name_twice() -> None:
    found = window("a", "a-2")
    assert (found.free("a"), found.free("b")) == ("a-3", "b")


@pytest.mark.parametrize(
    ("numbered", "origin"), [("line", Origin("f", 7, None, "id7")), ("record", Origin("f", None, 7, "id7"))]
)
def test_events_carry_their_origin(numbered: str, origin: Origin) -> None:
    found = Window("f", numbered="line" if numbered == "line" else "record")
    found.add(span("a"), HERE)
    assert (found.events[0].origin, found.events[0].at) == (origin, HERE.at)


@pytest.mark.parametrize("seed", range(60))
def test_any_window_becomes_any_other(seed: int) -> None:
    dice = random.Random(seed)
    found = window(*"abcdef")
    for step in range(5):
        names = dice.sample("abcdefghij", dice.randint(0, 8))
        cut = dice.choice([Cut(), Cut(withdrawn=True), Cut(copies={"a": "/a"}, dispensable=frozenset("bc"))])
        if dice.random() < 0.3:
            summary = span(f"{step}")
            names.insert(dice.randint(0, len(names)), summary.id)
            cut = Cut(surrogate=summary)
        found.become([span(name) for name in names], cut, Place(step + 10))
        assert replayed(found) == names
