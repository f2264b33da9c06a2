"""The damage that logs are tried with is the damage that it says it is."""

from __future__ import annotations

import json
from random import Random

import pytest

from tests.importers.damage import (
    ODD,
    content_of,
    cut,
    every_part,
    mangled,
    respelled,
    spliced,
    spoiled,
    spoilt,
    thinned,
)

LINES = [json.dumps({"id": number, "said": {"text": f"gate {number}"}}) for number in range(20)]
CONTENT = content_of(LINES)
SEEDS = range(50)


@pytest.mark.parametrize("keep", [1, 30])
def test_what_is_cut_is_a_beginning(keep: int) -> None:
    several = {cut(CONTENT, Random(seed), keep) for seed in SEEDS}
    assert all(CONTENT.startswith(one) and keep <= len(one) < len(CONTENT) for one in several)
    assert len(several) > 30


def test_what_is_spliced_keeps_its_first_bytes_and_is_never_empty() -> None:
    several = {spliced(CONTENT, Random(seed), 30) for seed in SEEDS}
    assert all(one.startswith(CONTENT[:30]) for one in several)
    assert sum(b"\0" in one for one in several) > 3
    assert all(spliced(b"x", Random(seed)) for seed in SEEDS)


def test_what_is_mangled_begins_like_a_document_and_is_none() -> None:
    document = json.dumps([json.loads(line) for line in LINES]).encode()
    several = [mangled(document, Random(seed)) for seed in SEEDS]
    assert all(one[:1] == b"[" and one != document for one in several)
    assert len({one[-1:] for one in several}) > 2


@pytest.mark.parametrize("keep", [0, 3])
def test_lines_that_are_thinned_are_some_of_them_in_their_order(keep: int) -> None:
    for seed in SEEDS:
        left = thinned(LINES, Random(seed), shuffled=False, keep=keep)
        assert left == [line for line in LINES if line in left]
        assert left[:keep] == LINES[:keep]
    assert thinned(["one"], Random(2), shuffled=True) == ["one"]


def test_lines_that_are_shuffled_stand_otherwise() -> None:
    left = thinned(LINES, Random(1), shuffled=True, keep=1)
    assert (left[0], sorted(left) == left, set(left) <= set(LINES)) == (LINES[0], False, True)


def test_so_large_a_share_of_objects_is_spoiled_and_nothing_else() -> None:
    parts = [{"a": "whole", "b": "whole"} for _ in range(2000)]
    spoiled([*parts, "text", None, {}, [1]], Random(1), share=0.25)
    odd = [part for part in parts if part != {"a": "whole", "b": "whole"}]
    assert 400 < len(odd) < 600
    assert all([*part.values()].count("whole") == 1 for part in odd)


def test_every_odd_value_comes_up_and_those_that_are_added() -> None:
    parts = [{"a": "whole"} for _ in range(2000)]
    spoiled(parts, Random(1), share=1.0, more=["added"])
    seen = {json.dumps(part["a"]) for part in parts}
    assert seen == {json.dumps(one) for one in (*ODD, "added")}


def test_a_value_that_is_spoilt_is_another_and_the_first_stays_whole() -> None:
    whole = [json.loads(line) for line in LINES]
    assert spoilt(whole, Random(1), share=0.2) != whole == [json.loads(line) for line in LINES]
    assert spoilt(whole, Random(1), share=0.0) == whole


def test_a_line_is_spoiled_in_the_parts_that_are_named() -> None:
    for seed in SEEDS:
        record = json.loads(respelled(LINES[0], Random(seed), lambda record: [record["said"]], share=1.0))
        assert (record["id"], record["said"] != {"text": "gate 0"}) == (0, True)


def test_every_part_of_a_value_is_given() -> None:
    assert list(every_part({"a": [1, {"b": None}]})) == [
        {"a": [1, {"b": None}]},
        [1, {"b": None}],
        1,
        {"b": None},
        None,
    ]
