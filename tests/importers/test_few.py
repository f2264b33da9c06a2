"""Notes are cut to what a person reads, and it is said how many were left out."""

from __future__ import annotations

from ctxaudit.importers._few import few


def test_a_few_notes_stay_as_they_are() -> None:
    assert few(["a", "b"], most=2) == ["a", "b"]


def test_one_too_many_is_counted() -> None:
    assert few(["a", "b", "c"], most=2) == ["a", "b", "1 more note of this kind"]


def test_many_too_many_are_counted() -> None:
    assert few([str(number) for number in range(100)], most=1)[-1] == "99 more notes of this kind"
