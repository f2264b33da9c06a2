"""Every line counts once, as the best thing that it gave."""

from __future__ import annotations

from ctxaudit.ingest.tally import Tally
from ctxaudit.model.trace import Lines, Problem


def test_nothing_read_counts_nothing() -> None:
    assert Tally().lines() == Lines()


def test_each_kind_of_line_is_counted_apart() -> None:
    tally = Tally()
    tally.event(1)
    tally.blank(2)
    tally.problem(Problem("torn-tail", 3, "cut"))
    tally.not_context(4, "title")
    tally.not_context(5, "title")
    assert tally.lines() == Lines(read=5, events=1, blank=1, problems=1, not_context={"title": 2})


def test_a_line_with_an_event_and_a_problem_counts_as_an_event() -> None:
    tally = Tally()
    tally.problem(Problem("unknown-key", 1, "x"))
    tally.event(1)
    assert tally.lines() == Lines(read=1, events=1)


def test_a_line_that_is_not_context_counts_so_in_spite_of_a_problem() -> None:
    tally = Tally()
    tally.problem(Problem("lone-surrogate-escape", 1, "x"))
    tally.not_context(1, "title")
    assert tally.lines() == Lines(read=1, not_context={"title": 1})


def test_an_event_counts_before_not_context() -> None:
    tally = Tally()
    tally.not_context(1, "title")
    tally.event(1)
    assert tally.lines() == Lines(read=1, events=1)


def test_a_line_counts_once_however_often_it_is_named() -> None:
    tally = Tally()
    for _ in range(3):
        tally.event(1)
        tally.problem(Problem("nul-run", 2, "x"))
    assert tally.lines().read == 2


def test_the_first_kind_said_of_a_line_stays() -> None:
    tally = Tally()
    tally.not_context(1, "title")
    tally.not_context(1, "mode")
    assert tally.lines().not_context == {"title": 1}


def test_problems_stand_in_line_order() -> None:
    tally = Tally()
    for line in (3, 1, 2):
        tally.problem(Problem("malformed-line", line, "x"))
    assert [problem.line for problem in tally.problems] == [1, 2, 3]
