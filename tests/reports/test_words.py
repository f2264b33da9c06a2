"""Numbers, plurals and lists read as a person would write them."""

from __future__ import annotations

import pytest

from ctxaudit.reports.words import counted, joined, some, tally


@pytest.mark.parametrize(("number", "words"), [(0, "0 spans"), (1, "1 span"), (1204, "1,204 spans")])
def test_a_count_has_its_plural(number: int, words: str) -> None:
    assert counted(number, "span") == words


@pytest.mark.parametrize(
    ("parts", "words"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_a_list_ends_in_and(parts: list[str], words: str) -> None:
    assert joined(parts) == words


def test_a_long_list_is_cut_and_counted() -> None:
    assert some(["a", "b", "c", "d"], 2) == "a, b and 2 more"


def test_one_more_than_the_limit_is_written_out() -> None:
    assert some(["a", "b", "c"], 2) == "a, b, c"


def test_a_tally_begins_with_the_most_frequent() -> None:
    assert tally(["b", "a", "b"]) == "2 b, 1 a"


def test_a_tally_counts_what_it_leaves_out() -> None:
    assert tally({"a": 9, "b": 4, "c": 3, "d": 2}, 2) == "9 a, 4 b and 5 of 2 other kinds"


def test_a_name_in_a_tally_is_dead() -> None:
    assert tally(["\x1b[1m"]) == "1 \\x1b[1m"
