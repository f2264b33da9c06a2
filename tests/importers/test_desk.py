"""A window by what the log calls its pieces: what is found again, what is replaced, what is taken back."""

from __future__ import annotations

from ctxaudit.importers._desk import Desk
from ctxaudit.importers._draft import Draft, Piece, matched, named
from ctxaudit.importers.window import Place, Window
from ctxaudit.model import Evict, Restore, Rewrite, Truncate


def piece(text: str, *more: str, **fields: object) -> Piece:
    return Piece(text, tuple(Draft(part, "user", "human", fields) for part in (text, *more)))


def desk(*pieces: Piece) -> Desk:
    found = Desk(Window("log.jsonl"))
    for number, one in enumerate(pieces, 1):
        found.enter(one, f"p{number}", Place(number))
    return found


def test_equal_keys_are_matched_newest_first_and_once() -> None:
    assert matched(["a", "b", "a"], ["a", "a", "a", "c"]) == [1, None, 2]


def test_one_span_bears_the_stem_and_several_are_numbered() -> None:
    assert (named("x", 1), named("x", 2)) == (["x"], ["x.0", "x.1"])


def test_a_piece_may_enter_before_another() -> None:
    found = desk(piece("a"), piece("b"))
    found.enter(piece("c"), "p3", Place(3), before="p2")
    assert found.window.live == ("p1", "p3", "p2")
    assert [unit.piece.key for unit in found.units] == ["a", "c", "b"]


def test_a_summary_stands_for_all_that_is_not_kept() -> None:
    found = desk(piece("a"), piece("b"), piece("c"))
    left = found.replace([piece("s", lossy=True), piece("c")], 0, "s", Place(9))
    assert [unit.piece.key for unit in left] == ["a", "b"]
    (cut,) = [event for event in found.window.events if isinstance(event, Rewrite)]
    assert (cut.sources, cut.surrogate.provenance) == (("p1", "p2"), ("p1", "p2"))
    assert found.window.live == ("s", "p3")


def test_a_summary_that_no_one_tags_has_no_provenance() -> None:
    found = desk(piece("a"))
    found.replace([piece("s")], 0, "s", Place(9))
    (cut,) = [event for event in found.window.events if isinstance(event, Rewrite)]
    assert cut.surrogate.provenance == ()


def test_without_a_summary_what_is_missing_was_truncated() -> None:
    found = desk(piece("a"), piece("b"))
    found.replace([piece("b"), piece("new")], None, "n", Place(9))
    assert [event.spans for event in found.window.events if isinstance(event, Truncate)] == [("p1",)]
    assert found.window.live == ("p2", "n.1")


def test_what_was_taken_back_leaves_and_what_had_left_is_there_again() -> None:
    found = desk(piece("a"), piece("b"))
    before = found.units
    found.replace([piece("s")], 0, "s", Place(8))
    found.take_back(before, Place(9))
    assert found.window.live == ("p1", "p2")
    assert [event.of for event in found.window.events if isinstance(event, Restore)] == ["p1", "p2"]


def test_taking_back_the_last_ones_is_one_withdrawal() -> None:
    found = desk(piece("a"), piece("b", "c"))
    found.take_back(found.units[:1], Place(9))
    (gone,) = [event for event in found.window.events if isinstance(event, Evict)]
    assert (gone.spans, gone.reason, gone.by) == (("p2.0", "p2.1"), "withdrawn", "human")
    assert (found.holds("a"), found.holds("b")) == (True, False)


def test_taking_back_nothing_writes_nothing() -> None:
    found = desk(piece("a"))
    found.take_back(found.units, Place(9))
    assert len(found.window.events) == 1


def test_a_swap_keeps_the_place_and_names_the_copy() -> None:
    found = desk(piece("a"), piece("b"), piece("c"))
    found.swap({1: piece("stub")}, {1: "/tmp/b"}, Place(9), "recorded")
    assert found.window.live == ("p1", "p2-stub", "p3")
    (gone,) = [event for event in found.window.events if isinstance(event, Evict)]
    assert (gone.reason, dict(gone.copies)) == ("external-copy", {"p2": "/tmp/b"})


def test_a_lost_line_is_an_incomplete_span() -> None:
    found = desk()
    unit = found.lose(7)
    span = found.window.span(unit.ids[0])
    assert (span.tags, span.complete, span.text, span.by) == (("lost",), False, "", "host")
