"""Columns and `re` give the same answer to every pattern."""

from __future__ import annotations

import random

import pytest

from ctxaudit.falsifiers import column
from ctxaudit.falsifiers.column import Column
from ctxaudit.falsifiers.cues import CUES, TRIGGER
from ctxaudit.falsifiers.patterns import for_python, rust
from ctxaudit.falsifiers.refusals import REFUSALS
from tests.falsifiers.test_search import FIRING, REFUSED

PATTERNS = [TRIGGER, *(cue.pattern for cue in CUES), *(one.pattern for one in REFUSALS)]
PATTERNS += [one.unless for one in REFUSALS if one.unless]
WORDS = (
    "we did not use it because the mirror is slow; so they can't reach it, which is why: it failed (REVERTED) too é ’"
)
ODD = [
    "",
    " ",
    "\0",
    "Stra\u00dfe \u2014 it isn\u2019t used because of it",
    "do not\u00a0use",
    "it wa\u017f reverted",
    "brea\u212a",
]


def sentences() -> list[str]:
    rng = random.Random(5)
    known = [one for several in FIRING.values() for one in several] + list(REFUSED.values())
    mixed = [" ".join(rng.choices(" ".join(known).split() + WORDS.split(), k=rng.randint(1, 25))) for _ in range(400)]
    return [*known, *mixed, *(one.upper() for one in known), *ODD]


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern[:20])
def test_each_pattern_hits_the_same_strings(pattern: str, monkeypatch: pytest.MonkeyPatch) -> None:
    strings = sentences()
    monkeypatch.setattr(column, "BY_HAND", -1)
    in_columns = Column(strings).hits(pattern)
    monkeypatch.setattr(column, "BY_HAND", 10**9)
    assert [Column([string]).hits(pattern)[0] for string in strings] == in_columns


def test_some_strings_are_hit_and_some_are_not() -> None:
    hits = Column(sentences()).hits(TRIGGER)
    assert any(hits)
    assert not all(hits)


def test_no_strings_have_no_hits() -> None:
    assert Column([]).hits(TRIGGER) == []


def test_a_lone_surrogate_is_no_letter_in_either() -> None:
    assert Column(["we did not use\ud800 it"]).hits(r"\buse\b") == [True]


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern[:20])
def test_a_pattern_is_spelled_for_both_engines(pattern: str) -> None:
    assert rust(pattern).startswith("(?i)")
    assert "{GAP}" not in for_python(pattern).pattern
