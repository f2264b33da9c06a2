"""The pieces of many texts: those that lines give, each distinct one once, without those that can hold no token."""

from __future__ import annotations

import random

import pytest

from ctxaudit.verbatim import Reading
from ctxaudit.verbatim.lines import lines_of
from ctxaudit.verbatim.patterns import CHUNK, CHUNKED, PROMISING, PROMISING_PROSE, QUOTED, RAW, Row, for_python
from ctxaudit.verbatim.pieces import batches, pieces_of
from ctxaudit.verbatim.scan import scan
from tests.verbatim import generator

NOISE = 'aE1fSIG:/\\.-_#"`()[]@ \0é0x%=,|>'


def noise(rng: random.Random) -> str:
    return "".join(rng.choices(NOISE, k=rng.randrange(1, 14)))


def made(seed: int) -> list[Reading]:
    rng = random.Random(seed)
    texts = [generator.text(rng, rng.randrange(12)) + "\n" + noise(rng) for _ in range(60)]
    return [Reading(text, prose=rng.random() < 0.5) for text in [*texts, *texts]]


@pytest.mark.parametrize("size", [300, 10**9], ids=["many batches", "one batch"])
@pytest.mark.parametrize("prose", [False, True])
def test_pieces_are_the_promising_lines(monkeypatch: pytest.MonkeyPatch, prose: bool, size: int) -> None:
    monkeypatch.setattr("ctxaudit.verbatim.pieces._BATCH_CHARACTERS", size)
    readings = made(3)
    promising = for_python(PROMISING_PROSE if prose else PROMISING)
    expected = [
        (number, line)
        for number, reading in enumerate(readings)
        if reading.prose is prose
        for line in lines_of(reading)
        if promising.search(line)
    ]
    found = [pieces_of(batch) for batch in batches(readings, prose=prose)]
    assert (len(found) > 9) is (size == 300)
    lines = [(pieces.texts.to_list(), pieces.distinct.gather(pieces.numbers).to_list()) for pieces in found]
    assert [row for texts, letters in lines for row in zip(texts, letters, strict=True)] == expected
    assert all(pieces.distinct.n_unique() == len(pieces.distinct) for pieces in found)


def test_no_readings_of_a_kind_are_no_batch() -> None:
    assert list(batches([Reading("a1", prose=True)], prose=False)) == []


def test_a_batch_is_no_larger_than_it_may_be_but_for_a_part_that_is_so_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctxaudit.verbatim.pieces._BATCH_CHARACTERS", 10)
    readings = [Reading("a" * size, prose=False) for size in (4, 6, 1, 30, 9, 1, 1)]
    sizes = [[len(part) for part in batch.parts] for batch in batches(readings, prose=False)]
    assert sizes == [[4, 6], [1], [30], [9, 1], [1]]


def test_a_batch_without_a_promising_line_has_no_pieces() -> None:
    [batch] = batches([Reading("the tide\nat the quay", prose=False)], prose=False)
    assert [len(series) for series in pieces_of(batch)] == [0, 0, 0]


@pytest.mark.parametrize("prose", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_a_line_that_does_not_promise_a_token_has_none(seed: int, prose: bool) -> None:
    rng = random.Random(seed)
    lines = [*generator.text(rng, 400).split("\n"), *(noise(rng) for _ in range(3000))]
    promising = for_python(PROMISING_PROSE if prose else PROMISING)
    silent = [line for line in lines if not promising.search(line)]
    assert len(silent) > 20
    assert [scan(line, prose=prose) for line in silent] == [()] * len(silent)


@pytest.mark.parametrize("row", [*RAW, CHUNK, *CHUNKED, *QUOTED], ids=lambda row: row.pattern[:20])
def test_what_a_pattern_needs_stands_in_every_text_that_it_hits(row: Row) -> None:
    rng = random.Random(8)
    texts = [*(generator.fragment(rng) for _ in range(2000)), *(noise(rng) for _ in range(4000))]
    texts += ['File "a", line 3', "http://a.b/c", "EPERM SIGINT", "`a b`", '"a b"', "x #12"]
    hit = [text for text in texts if for_python(row.pattern).search(text)]
    assert [text for text in hit if not for_python(row.needs).search(text)] == []
    assert hit or row.kind in ("uuid", "")
