"""Edits as marks: what left, what stands for it, what was lost, and how much of it a picture holds."""

from __future__ import annotations

import pytest

from ctxaudit.picture.edits import MOST_EDITS
from tests.build import Build, span
from tests.picture.drawn import edits, picture

KEY = "ghp_" + "Q7zpX2mK9vT4wB8nR5jL1cH6sD3fG0aYeU"


def port() -> Build:
    built = Build().add("r1", "The gate listens on port 8081 since May.", tokens=50).add("r2", "Rain.", tokens=9)
    return built.turn(1).rewrite(["r1", "r2"], span("m", "A gate and rain.", "memory", tokens=6))


def test_a_mark_counts_what_left_and_what_came_in() -> None:
    [edit] = edits(port())
    assert (edit.kind, edit.line, edit.turn, edit.column) == ("rewrite", 4, 1, 2)
    assert (edit.spans_left, edit.tokens_left, edit.spans_entered, edit.tokens_entered) == (2, 59, 1, 6)


def test_a_mark_shows_both_sides() -> None:
    [edit] = edits(port())
    assert [(one.span, one.stands_for_it) for one in edit.left] == [("r1", "m"), ("r2", "m")]
    assert [(one.span, one.excerpt) for one in edit.entered] == [("m", "A gate and rain.")]


def test_what_nothing_holds_after_a_rewrite_is_lost() -> None:
    [edit] = edits(port())
    assert (edit.lost, edit.lost_count, edit.needed) == (("port 8081",), 1, ())


def test_a_lost_token_that_a_later_call_names_was_needed() -> None:
    [edit] = edits(port().turn(2).tool_call("c", '{"open": "port 8081"}', "k"))
    assert (edit.needed, edit.needed_count) == (("port 8081",), 1)


def test_what_a_rewrite_keeps_is_not_lost() -> None:
    built = Build().add("r1", "port 8081", tokens=50).compact(["r1"], "m", "port 8081", tokens=6)
    assert edits(built)[0].lost == ()


def test_an_eviction_names_the_copy() -> None:
    built = Build().add("r1", tokens=5).evict("r1", reason="external-copy", copies={"r1": "store/r1"})
    [edit] = edits(built)
    assert [(one.attribution, one.copy) for one in edit.left] == [("evicted-with-external-copy", "store/r1")]


def test_a_trace_without_edits_has_no_marks() -> None:
    assert edits(Build().add("a").call(tokens=4)) == ()


def test_a_refused_rewrite_has_no_mark() -> None:
    assert edits(Build().add("a").compact(["a"], "m", refused=True)) == ()


def test_a_span_that_came_back_says_nothing_of_why_it_once_left() -> None:
    built = Build().add("a", tokens=5).evict("a").checkpoint("a").turn(2).evict("a", reason="withdrawn")
    assert [one.attribution for edit in edits(built) for one in edit.left][-1] == "withdrawn"


def test_the_largest_of_many_spans_are_shown_in_the_order_of_the_edit() -> None:
    built = Build()
    for size in (1, 60, 2, 50, 3, 40, 30):
        built.add(f"s{size}", tokens=size)
    built.compact([f"s{size}" for size in (1, 60, 2, 50, 3, 40, 30)], "m", tokens=1)
    assert [one.span for one in edits(built)[0].left] == ["s60", "s50", "s40", "s30"]


def test_a_span_that_holds_what_was_lost_is_shown_before_larger_ones() -> None:
    built = Build().add("small", "port 8081", tokens=1)
    for number in range(6):
        built.add(f"large{number}", tokens=100)
    built.rewrite(["small", *(f"large{number}" for number in range(6))], span("m", "all", tokens=1))
    assert "small" in [one.span for one in edits(built)[0].left]


def test_an_excerpt_shows_the_lost_token_of_a_long_text() -> None:
    built = Build().add("r1", "word " * 5_000 + "port 8081" + " word" * 5_000, tokens=50)
    [shown] = edits(built.rewrite(["r1"], span("m", "a port", tokens=5)))[0].left
    assert ("port 8081" in shown.excerpt, len(shown.excerpt) < 500) == (True, True)


def test_credentials_are_masked() -> None:
    built = Build().add("r1", f"token {KEY} " + "x" * 600, tokens=50).compact(["r1"], "m", tokens=5)
    [edit] = edits(built)
    assert KEY[4:] not in str(edit)


def test_beyond_the_limit_edits_are_counted() -> None:
    built = Build()
    for number in range(MOST_EDITS + 25):
        built.turn(number).add(f"s{number}", tokens=number + 1).evict(f"s{number}")
    drawn = picture(built)
    assert (len(drawn.edits), drawn.edits_omitted) == (MOST_EDITS, 25)
    assert [edit.line for edit in drawn.edits] == sorted(edit.line for edit in drawn.edits)


def test_edits_with_findings_are_kept_before_larger_ones() -> None:
    built = Build().add("r1", tokens=1).rewrite(["r1"], span("m", "words", tokens=1))
    for number in range(MOST_EDITS + 5):
        built.turn(number + 1).add(f"s{number}", tokens=90).evict(f"s{number}")
    assert picture(built).edits[0].kind == "rewrite"


@pytest.mark.parametrize("text", ["", "\x00" * 50, "\ud800" * 50, "a" * 3_000_000])
def test_any_text_can_be_shown(text: str) -> None:
    built = Build().add("r1", text, tokens=5).compact(["r1"], "m", text, tokens=4)
    [edit] = edits(built)
    assert max(len(one.excerpt) for one in (*edit.left, *edit.entered)) < 500
