"""A ranking in a rebuilt window: it changes nothing, and never goes back a turn."""

from __future__ import annotations

from ctxaudit import timeline
from ctxaudit.importers.window import Place, Window
from ctxaudit.model import Header, Rank, RankEntry, Span, Trace

HERE = Place(7, "2026-03-01T10:00:00Z", "r7")


def window(*names: str) -> Window:
    found = Window("log.json")
    for name in names:
        found.add(Span(id=name, text=f"text of {name}", role="tool", by="tool"), Place(1))
    return found


def test_a_ranking_leaves_the_window_as_it_is() -> None:
    found = window("a", "b")
    found.rank([RankEntry("b", 0.9), RankEntry("a", None)], HERE, cut=1)
    trace = Trace(path="log.json", format="x", header=Header(id="x"), events=found.events)
    line = timeline.replay(trace)
    assert not line.problems
    assert [life.span.id for life in line.live_at(line.end)] == ["a", "b"]


def test_a_ranking_belongs_to_the_turn_of_the_next_call() -> None:
    found = window("a", "b")
    found.call(Place(2))
    found.rank([RankEntry("a"), RankEntry("b")], HERE)
    found.add(Span(id="c", text="c", role="tool", by="tool"), Place(8))
    found.call(Place(9))
    assert [event.turn for event in found.events] == [0, 0, 1, 2, 2, 2]


def test_a_ranking_may_name_what_has_left() -> None:
    found = window("a", "b")
    found.truncate(["a"], Place(3))
    found.rank([RankEntry("a"), RankEntry("b")], HERE)
    (rank,) = [event for event in found.events if isinstance(event, Rank)]
    assert [entry.span for entry in rank.order] == ["a", "b"]


def test_a_ranking_of_what_was_never_there_is_no_event() -> None:
    found = window("a")
    found.rank([RankEntry("z")], HERE)
    assert len(found.events) == 1
