"""Numbers that follow from others are those that a count over all texts in sight says."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from decimal import Decimal

import pytest

from ctxaudit.case import Case
from ctxaudit.model import Finding, Rewrite
from ctxaudit.rules import _shown_numbers, invented_in_surrogate
from ctxaudit.rules._shown_numbers import ShownNumbers
from ctxaudit.rules._sight import bits_of
from ctxaudit.sourcing import Book
from ctxaudit.timeline import Life, Step, Timeline, replay
from ctxaudit.verbatim import Token, name_of, value_of
from tests.build import Build

SPELLED = ("eggs", "ms", "nests")
UNITS = ("egg", "ms", "nest")


def number(text: str) -> Token:
    """A token in its canonical spelling."""
    return Token("number", text, text)


def numbers(*texts: str) -> ShownNumbers:
    """All of these texts in sight."""
    book = Book(replay(_session(texts).trace()))
    shown = ShownNumbers(book, UNITS)
    shown.look(bits_of(range(len(texts))))
    return shown


def _session(texts: Iterable[str]) -> Build:
    build = Build()
    for place, text in enumerate(texts):
        build.add(f"s{place}", text)
    return build


@pytest.mark.parametrize(
    ("asked", "follows"),
    [
        ("330 egg", True),
        ("90 egg", True),
        ("430 egg", True),
        ("2 egg", True),
        ("420 egg", False),
        ("331 egg", False),
        ("330.5 egg", False),
        ("330 nest", False),
    ],
    ids=["sum", "difference", "all", "sources", "twice one", "another", "finer", "unit"],
)
def test_what_follows(asked: str, follows: bool) -> None:
    assert numbers("210 eggs", "120 eggs", "100 eggs").follows(number(asked), 2) is follows


def test_twice_a_number_that_two_texts_have() -> None:
    assert numbers("210 eggs", "so 210 eggs").follows(number("420 egg"), 9)


def test_the_sum_of_all_counts_each_text_and_the_sum_of_distinct_ones_each_number() -> None:
    shown = numbers("210 eggs", "so 210 eggs", "100 eggs", "70 eggs")
    assert [shown.follows(number(text), 9) for text in ("590 egg", "380 egg")] == [True, True]


def test_fractions_are_summed_exactly() -> None:
    assert numbers("10.75 ms", "1200 ms").follows(number("1210.75 ms"), 9)


def test_what_is_out_of_sight_proves_nothing_any_more() -> None:
    shown = numbers("210 eggs", "120 eggs", "100 eggs")
    shown.look(bits_of([1, 2]))
    assert [shown.follows(number(text), 9) for text in ("330 egg", "220 egg")] == [False, True]


def plainly(book: Book, lives: Iterable[Life], token: Token, sources: int, most: int) -> bool:
    """The count over all texts."""
    value, name = value_of(token), name_of(token)
    if value is None:
        return False
    held = [(value_of(one), name_of(one)) for life in lives for one in book.tokens(life)]
    met = Counter(number for number, of in held if number is not None and of == name)
    if len(met) > most or value in (sum(met), sum(met.elements()), Decimal(sources)):
        return True
    return any((value - one in met and (value != 2 * one or met[one] > 1)) or value + one in met for one in met)


def text(rng: random.Random) -> str:
    figures = (f"{rng.choice((rng.randint(10, 60), rng.randint(100, 9_999) / 100))} {unit}" for unit in SPELLED)
    return " and ".join(figure for figure in figures if rng.random() < 0.6) or "nothing"


@pytest.mark.parametrize("seed", range(12))
def test_it_agrees_with_the_count(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    monkeypatch.setattr(_shown_numbers, "MOST_NUMBERS", 9)
    timeline = replay(_session(text(rng) for _ in range(24)).trace())
    book = Book(timeline)
    shown = ShownNumbers(book, UNITS)
    for _ in range(30):
        lives = [life for life in timeline.lives if rng.random() < 0.35]
        shown.look(bits_of([life.serial for life in lives]))
        for _ in range(8):
            token = number(f"{rng.choice((rng.randint(1, 120), rng.randint(1, 9_999) / 100))} {rng.choice(UNITS)}")
            assert shown.follows(token, 3) == plainly(book, lives, token, 3, 9), token


# --- a trace of many rewrites whose numbers are in doubt ---


def many_rewrites(rng: random.Random, count: int) -> Build:
    """Spans with numbers, each rewritten alone, with others or with the last surrogate, into numbers of no source."""
    build, live, made = _session(text(rng) for _ in range(count)), [f"s{place}" for place in range(count)], ""
    for place in range(count):
        sources = [live.pop(rng.randrange(len(live))) for _ in range(min(len(live), rng.randint(1, 2)))]
        if made and rng.random() < 0.5:
            sources.append(made)
        made = f"m{place}"
        build.compact(sources, made, text(rng))
        live.append(f"t{place}")
        build.add(f"t{place}", text(rng))
    return build


def blamed_plainly(timeline: Timeline, book: Book, step: Step) -> set[str]:
    """The numbers of a rewrite's surrogate that no text in sight has, and that follow from none."""
    made = step.entered[0]
    lives = dict.fromkeys([*timeline.live_at(step.before), *made.ancestors()])
    held = {token for life in lives for token in book.tokens(life)}
    return {
        token.text
        for token in book.tokens(made)
        if token not in held and not plainly(book, lives, token, len(step.left), 1_000)
    }


@pytest.mark.parametrize("seed", range(6))
def test_a_trace_of_many_rewrites_is_judged_as_a_walk_judges_it(seed: int) -> None:
    case = Case(replay(many_rewrites(random.Random(seed), 30).trace()))
    said = [word for word in invented_in_surrogate.check(case) if isinstance(word, Finding)]
    expected = {
        (step.line, blamed)
        for step, _ in case.timeline.of(Rewrite)
        for blamed in blamed_plainly(case.timeline, case.book, step)
    }
    assert {(finding.line, token) for finding in said for token in finding.tokens} == expected
    assert expected
