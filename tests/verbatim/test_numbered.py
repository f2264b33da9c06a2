"""Distinct strings are numbered as a dictionary would number them."""

from __future__ import annotations

import random

import polars as pl
import pytest

from ctxaudit.verbatim.numbered import column, numbered, once


def by_hand(strings: list[str]) -> tuple[list[int], list[str]]:
    known: dict[str, int] = {}
    return [known.setdefault(string, len(known)) for string in strings], list(known)


def made(seed: int) -> list[str]:
    rng = random.Random(seed)
    return ["".join(rng.choices("ab\n\0é→", k=rng.randrange(rng.choice([4, 30])))) for _ in range(500)]


@pytest.mark.parametrize("seed", range(5))
def test_numbers_are_those_of_a_dictionary(seed: int) -> None:
    strings = made(seed)
    numbers, distinct = numbered(column(strings))
    assert (numbers.to_list(), distinct.to_list()) == by_hand(strings)


def test_two_strings_with_one_key_are_told_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []

    def poor(strings: pl.Series, seed: int) -> pl.Series:
        seeds.append(seed)
        return strings.str.len_bytes() if seed < 2 else strings.hash(seed)

    monkeypatch.setattr("ctxaudit.verbatim.numbered._keys", poor)
    strings = made(9)
    numbers, distinct = numbered(column(strings))
    assert (numbers.to_list(), distinct.to_list()) == by_hand(strings)
    assert seeds == [0, 1, 2]


def test_no_strings_have_no_numbers() -> None:
    assert [len(series) for series in numbered(column([]))] == [0, 0]


def test_a_column_holds_what_utf8_can_hold() -> None:
    assert column(["a\ud800b", "→", ""]).to_list() == ["a\ufffdb", "→", ""]


def test_pairs_are_kept_where_they_are_met_first() -> None:
    owners = pl.Series([0, 0, 1, 0, 1, 0, 2**32 - 1], dtype=pl.UInt32)
    items = pl.Series([1, 2, 1, 1, 1, 0, 2**32 - 1], dtype=pl.UInt32)
    assert once(owners, items).to_list() == [0, 1, 2, 5, 6]
