"""A key that stands twice is found however it is spelled, and nothing else is taken for one."""

from __future__ import annotations

import json

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as some

from ctxaudit.ingest.duplicates import repeated_keys

TEXTS = some.text(alphabet='ab"\\:{}\n\u00e9', max_size=8)
VALUES = some.recursive(
    some.none() | some.booleans() | some.integers(0, 99) | TEXTS,
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)


def repeated(raw: bytes) -> list[str]:
    return repeated_keys(raw, orjson.loads(raw))


@pytest.mark.parametrize(
    "raw",
    [
        b'{"a":1,"a":2}',
        b'{"a" : 1 , "a"\t:2}',
        b'{"a":"x \\"b\\": y","a":2}',
        b'{"a":"ends in \\\\","a":2}',
        b'{"b":{"a":1,"a":2}}',
        b'{"b":[{"a":1},{"a":1,"a":2}]}',
        b'{"a":"x","a":"x"}',
        b'{"a":1,"\\u0061":2}',
    ],
)
def test_a_key_that_stands_twice_is_found(raw: bytes) -> None:
    assert repeated(raw) == ["a"]


@pytest.mark.parametrize(
    "raw",
    [
        b"{}",
        b'{"a":1,"b":{"a":2}}',
        b'{"b":[{"a":1},{"a":2}]}',
        b'{"a":"a","b":"a"}',
        b'{"a":"{\\"b\\":1,\\"b\\":2}"}',
        b'{"a":"c:\\\\"}',
        b'{"a":"\\\\\\""}',
        b'{"a":"\\u0022\\""}',
        b'{"a\\"":1,"a":2}',
    ],
)
def test_what_only_looks_like_a_repeated_key_is_none(raw: bytes) -> None:
    assert repeated(raw) == []


def test_a_key_that_stands_often_is_named_once() -> None:
    assert repeated(b'{"a":1,"a":2,"b":1,"a":3,"b":2}') == ["a", "b"]


def test_nesting_too_deep_to_look_into_is_passed_over() -> None:
    assert repeated(b'{"a":1,"a":' + b'{"b":' * 1000 + b"1" + b"}" * 1001) == []


@given(some.dictionaries(TEXTS, VALUES, max_size=4), some.booleans())
def test_what_a_writer_of_json_writes_repeats_nothing(value: dict[str, object], ascii_only: bool) -> None:
    assert repeated(json.dumps(value, ensure_ascii=ascii_only).encode()) == []


@given(some.dictionaries(TEXTS, VALUES, min_size=1, max_size=4), VALUES)
def test_a_second_mention_of_any_key_is_found(value: dict[str, object], again: object) -> None:
    key = next(iter(value))
    raw = f"{json.dumps(value)[:-1]},{json.dumps(key)}:{json.dumps(again)}}}".encode()
    assert repeated(raw) == [key]
