"""Tokens are numbered in the order in which they are met, each hit judged once."""

from __future__ import annotations

import polars as pl
import pytest

from ctxaudit.verbatim import Token, numbering
from ctxaudit.verbatim.keep import judged
from ctxaudit.verbatim.numbering import Numbering


def column(*hits: str) -> pl.Series:
    return pl.Series(hits, dtype=pl.String)


def test_hits_that_are_one_token_have_one_number() -> None:
    named = Numbering()
    found = named.numbers("number", column(" 4500 ms", "(4500 ms", " 12", " 4500 crates"), judged)
    assert found.to_list() == [0, 0, None, 1]
    assert [token.text for token in named.tokens] == ["4500 ms", "4500 crates"]


def test_numbers_go_on_from_one_batch_and_class_to_the_next() -> None:
    named = Numbering()
    named.numbers("code", column("HARB-2207"), judged)
    assert named.numbers("hex-id", column("4be91d07", "aaaaaaa"), judged).to_list() == [1, None]
    assert named.numbers("code", column("HARB-2208", "HARB-2207"), judged).to_list() == [2, 0]


@pytest.mark.parametrize(("most", "asked"), [(10, 3), (1, 6)])
def test_a_hit_is_judged_once_as_long_as_it_is_remembered(
    monkeypatch: pytest.MonkeyPatch, most: int, asked: int
) -> None:
    monkeypatch.setattr(numbering, "_MOST_KNOWN", most)
    calls: list[str] = []

    def noted(kind: str, hit: str) -> Token | None:
        calls.append(hit)
        return judged(kind, hit)

    named = Numbering()
    first = named.numbers("code", column("HARB-2207", "x", "HARB-2208"), noted)
    assert named.numbers("code", column("HARB-2207", "x", "HARB-2208"), noted).to_list() == first.to_list()
    assert len(calls) == asked


def test_marks_tell_lengths_and_who_is_spelled_alike() -> None:
    named = Numbering()
    alike = [Token("number", "4500", "4500 @port"), Token("number", "4500", "4500"), Token("quoted", "é →", "é →")]
    named.numbers("any", column("0", "1", "2"), lambda _, hit: alike[int(hit)])
    marks = named.marks()
    assert marks.lengths.to_list() == [4, 4, 3]
    assert marks.spellings.to_list() == [0, 0, 2]
    assert marks.letters.to_list() == ["4500", "4500", "é →"]


def test_marks_grow_with_the_tokens() -> None:
    named = Numbering()
    for number in range(3):
        named.numbers("code", column(f"HARB-22{number}", "HARB-2200"), judged)
        named.numbers("number", column(f"port {number}{number}00", "port is 4500"), judged)
        marks = named.marks()
        assert marks.letters.to_list() == [token.text for token in named.tokens]
        assert marks.lengths.to_list() == [len(token.text) for token in named.tokens]
        assert marks.spellings.to_list() == list(range(len(named.tokens)))
    assert len(named.tokens) > 5


def test_nothing_has_no_marks() -> None:
    assert [len(series) for series in Numbering().marks()] == [0, 0, 0]
