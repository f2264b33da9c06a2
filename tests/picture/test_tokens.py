"""The life of a cited token: born, held, taken, claimed."""

from __future__ import annotations

from ctxaudit.picture.tokens import MOST_TOKENS
from tests.build import Build, span
from tests.picture.drawn import life, picture


def story() -> Build:
    built = Build().add("r1", "The gate listens on port 8081.", tokens=50).turn(1)
    return built.compact(["r1"], "m", "The gate has port 8081.", tokens=6).turn(2)


def held(built: Build) -> list[tuple[str, int, int]]:
    return [(stretch.held, stretch.start, stretch.end) for stretch in life(built).stretches]


def test_a_token_is_born_where_evidence_first_holds_it() -> None:
    only = life(story().cite("port 8081"))
    assert (only.born_line, only.born_turn, only.born_span) == (2, 0, "r1")


def test_a_rewrite_takes_it_from_evidence_and_holds_it_alone() -> None:
    assert held(story().cite("port 8081")) == [("evidence", 0, 1), ("derivative", 1, 3)]


def test_the_edit_that_took_it_is_named() -> None:
    [taking] = life(story().cite("port 8081")).takings
    assert (taking.kind, taking.line, taking.turn, taking.column) == ("rewrite", 3, 1, 1)


def test_what_never_left_was_taken_by_nothing() -> None:
    only = life(Build().add("r1", "port 8081", tokens=5).turn(1).cite("port 8081"))
    assert (only.verdict, only.takings) == ("sourced", ())


def test_a_claim_has_its_verdict_and_its_place() -> None:
    [use] = life(story().cite("port 8081", action="opened the gate")).uses
    assert (use.verdict, use.line, use.column, use.acted, use.action) == ("derivative", 4, 2, True, "opened the gate")


def test_an_altered_claim_is_a_use_of_what_the_source_said() -> None:
    built = Build().add("r1", "The gate listens on port 8081.", tokens=50).turn(1).evict("r1")
    only = life(built.turn(2).cite("port 8091"))
    assert (only.token, only.verdict, only.uses[0].said) == ("port 8081", "altered", "port 8091")


def test_what_no_span_ever_held_was_never_born() -> None:
    only = life(Build().add("r1", "Rain.").evict("r1").turn(1).cite("9f2c41d7"))
    assert (only.verdict, only.born_line, only.stretches) == ("unsourced", None, ())


def test_a_pinned_token_is_held_by_the_pin() -> None:
    built = Build().pin(tokens=["port 8081"]).add("r1", "port 8081", tokens=5).evict("r1").cite("port 8081")
    assert ("pin", 0, 4) in held(built)


def test_a_pinned_span_holds_its_tokens_as_a_pin() -> None:
    built = Build().add("r1", "port 8081", tokens=5).pin("r1").turn(1).cite("port 8081")
    assert ("pin", 1, 3) in held(built)


def test_stays_that_touch_are_one_stretch() -> None:
    built = Build().add("r1", "port 8081", tokens=5).add("r2", "port 8081", tokens=5).evict("r1").cite("port 8081")
    assert held(built) == [("evidence", 0, 4)]


def test_a_token_that_came_back_has_two_stretches() -> None:
    built = Build().add("r1", "port 8081", tokens=5).evict("r1").turn(1).add("x").turn(2)
    built.restore("r1", span("r1", "port 8081", tokens=5)).cite("port 8081")
    assert held(built) == [("evidence", 0, 1), ("evidence", 3, 5)]


def test_words_of_the_model_that_nobody_cites_have_no_life() -> None:
    built = Build(citations="implicit").add("r1", "Rain.").evict("r1").turn(1)
    assert picture(built.add("a1", "I made up 9f2c41d7.", "assistant")).tokens == ()


def test_the_worst_come_first_and_the_rest_is_counted() -> None:
    built = Build()
    for number in range(MOST_TOKENS + 3):
        built.add(f"r{number}", f"file-{number}.csv", tokens=5)
    built.turn(1).evict("r7").turn(2)
    for number in range(MOST_TOKENS + 3):
        built.cite(f"file-{number}.csv")
    drawn = picture(built)
    assert (drawn.tokens[0].token, drawn.tokens[0].verdict) == ("file-7.csv", "faded")
    assert (len(drawn.tokens), drawn.tokens_omitted) == (MOST_TOKENS, 3)


def test_many_claims_of_one_token_are_counted() -> None:
    built = Build().add("r1", "port 8081", tokens=5)
    for _ in range(50):
        built.cite("port 8081")
    only = life(built)
    assert (len(only.uses), only.uses_omitted) == (40, 10)
