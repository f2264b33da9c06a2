"""Times, numbers and attributes as tracers spell them."""

from __future__ import annotations

from typing import Any

import pytest

from ctxaudit.importers._snapshots.attributes import nested, numbered, otlp, structured, whole_number
from ctxaudit.importers._snapshots.times import moment

NOON = 1_777_896_000.0  # 2026-05-04T12:00:00Z


@pytest.mark.parametrize(
    "value",
    ["2026-05-04T12:00:00Z", "2026-05-04 12:00:00", "2026-05-04T14:00:00+02:00", "2026-05-04T12:00:00.000000",
     1_777_896_000, 1_777_896_000_000, "1777896000000000000", 1_777_896_000.0],
)  # fmt: skip
def test_a_time_is_read_in_any_spelling(value: Any) -> None:
    seconds, at = moment(value)
    assert (seconds, at is not None) == (NOON, True)


@pytest.mark.parametrize(
    "value", [None, "", "noon", True, -3, 1e300, float("nan"), [], "2026-13-40T99:00:00Z", "9" * 40]
)
def test_what_is_no_time_is_none(value: Any) -> None:
    assert moment(value) == (0.0, None)


def test_a_time_is_shown_with_its_own_digits() -> None:
    assert moment("2026-05-04T12:00:00.123456789Z")[1] == "2026-05-04T12:00:00.123456789Z"


def test_a_list_that_was_cut_off_gives_its_whole_items() -> None:
    assert structured('[{"a": 1}, {"b": [2, 3]}, {"c": "no en') == ([{"a": 1}, {"b": [2, 3]}], False)


@pytest.mark.parametrize("text", ["plain", "[", "{", '{"a": ', "[[", ""])
def test_what_cannot_be_read_is_never_an_error(text: str) -> None:
    structured(text)


def test_half_a_surrogate_pair_becomes_a_replacement() -> None:
    assert structured('["\\ud800 x"]') == (["\ufffd x"], True)


def test_dotted_names_become_objects() -> None:
    assert nested({"a.b": 1, "a.c.0": 2, "d": 3}) == {"a": {"b": 1, "c": {"0": 2}}, "d": 3}


def test_a_name_that_begins_another_one_gives_way() -> None:
    assert nested({"a": 1, "a.b": 2}) == nested({"a.b": 2, "a": 1}) == {"a": {"b": 2}}


@pytest.mark.parametrize(
    ("value", "items", "whole"),
    [
        ({"0": "a", "1": "b"}, ["a", "b"], True),
        ({"10": "k", "9": "j"}, ["j", "k"], False),
        ({"1": "b"}, ["b"], False),
        (["a"], ["a"], True),
        (None, [], True),
        ({"x": 1}, [], True),
    ],
)
def test_numbered_items_say_when_one_is_missing(value: Any, items: list[Any], whole: bool) -> None:
    assert numbered(value) == (items, whole)


def test_typed_values_become_plain_ones() -> None:
    entries = [
        {"key": "s", "value": {"stringValue": "x"}},
        {"key": "i", "value": {"intValue": "12"}},
        {"key": "l", "value": {"arrayValue": {"values": [{"boolValue": True}]}}},
        {"key": "o", "value": {"kvlistValue": {"values": [{"key": "d", "value": {"doubleValue": 0.5}}]}}},
        {"key": "n", "value": None},
        {"value": {"stringValue": "no key"}},
        "odd",
    ]
    assert otlp(entries) == {"s": "x", "i": 12, "l": [True], "o": {"d": 0.5}, "n": None}


@pytest.mark.parametrize(
    ("value", "count"), [(3, 3), ("3", 3), (3.0, 3), (-3, 0), ("x", 0), (None, 0), (True, 0), (1 << 70, 0)]
)
def test_a_count_is_read_or_zero(value: Any, count: int) -> None:
    assert whole_number(value) == count
