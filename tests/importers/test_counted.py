"""Sizes read off the events of a lane."""

from __future__ import annotations

from ctxaudit.importers._counted import samples, sized
from ctxaudit.importers.window import Cut, Place, Window
from ctxaudit.model import Call, Maker, Span


def span(name: str, size: int, by: Maker = "tool") -> Span:
    return Span(id=name, text="x" * size, role="tool", by=by)


def sizes(window: Window) -> list[int]:
    return [sample.size for sample in samples(window.events, {})]


def test_only_counted_calls_are_samples() -> None:
    window = Window()
    window.add(span("a", 10), Place(1))
    window.call(Place(2))
    window.call(Place(3), tokens=50)
    assert [(sample.line, sample.size) for sample in samples(window.events, {})] == [(3, 10)]


def test_the_size_follows_every_edit() -> None:
    window = Window()
    for name, size in (("a", 10), ("b", 20), ("c", 40)):
        window.add(span(name, size), Place(1))
    window.call(Place(2), tokens=9)
    window.rewrite(["a", "b"], span("s", 5), Place(3), Cut())
    window.call(Place(4), tokens=9)
    window.truncate(["c"], Place(5))
    window.call(Place(6), tokens=9)
    window.add(span("c", 40), Place(7))
    window.call(Place(8), tokens=9)
    assert sizes(window) == [70, 45, 5, 45]


def test_letters_beyond_ascii_count_their_bytes() -> None:
    window = Window()
    window.add(Span(id="a", text="äö\ud800", role="user", by="human"), Place(1))
    window.call(Place(2), tokens=9)
    assert sizes(window) == [5]


def test_what_the_model_made_is_counted_from_call_to_call() -> None:
    window = Window()
    window.call(Place(1), tokens=9)
    window.add(span("a", 10, by="model"), Place(2))
    window.add(span("b", 30), Place(3))
    window.call(Place(4), tokens=9)
    found = samples(window.events, {0: 7})
    assert [(sample.made, sample.output) for sample in found] == [(0, 0), (10, 7)]


def test_a_call_that_held_more_says_so() -> None:
    window = Window()
    for number, tokens in enumerate([1000, 1100, 1200, 1300, 21_400]):
        window.add(span(f"s{number}", 400), Place(number))
        window.call(Place(number), tokens=tokens)
    events, notes = sized(window.events, {})
    assert [event.unseen > 15_000 for event in events if isinstance(event, Call)] == [False] * 4 + [True]
    assert any("grew by more than the log shows" in note for note in notes)


def test_what_was_unseen_may_leave_again() -> None:
    window = Window()
    for number, tokens in enumerate([1000, 1100, 1200, 1300, 21_400, 1500]):
        window.add(span(f"s{number}", 400), Place(number))
        window.call(Place(number), tokens=tokens)
    events, _ = sized(window.events, {})
    assert [event.unseen > 0 for event in events if isinstance(event, Call)] == [False] * 4 + [True, False]


def test_without_a_count_nothing_is_said() -> None:
    assert sized([], {}) == ([], [])
