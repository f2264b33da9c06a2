"""The columns of occurrences say what the lists of tokens say, text by text."""

import random

import pytest

from ctxaudit.verbatim import Occurrences, Reading, extract, occurrences
from tests.verbatim import generator
from tests.verbatim.reading_aloud import token


def test_tokens_are_numbered_in_the_order_in_which_they_are_met() -> None:
    anchor, buoy, crane = token("HARB-2207"), token("HARB-2208"), token("HARB-2209")
    found = Occurrences.of([(), (buoy, anchor), (), (anchor, crane)])
    assert found.tokens == [buoy, anchor, crane]
    assert list(zip(found.texts, found.numbers, strict=True)) == [(1, 0), (1, 1), (3, 1), (3, 2)]


def test_texts_without_tokens_stay_in_the_view_by_text() -> None:
    anchor = token("HARB-2207")
    given = [(), (anchor,), (), ()]
    assert list(Occurrences.of(given).by_text(4)) == given


def test_no_texts_give_no_occurrences() -> None:
    assert occurrences([]) == Occurrences.of([])
    assert list(occurrences([]).by_text(0)) == []


@pytest.mark.parametrize("scanned", [-1, 10**9], ids=["columns", "scan"])
@pytest.mark.parametrize("count", [5, 200], ids=["few", "many"])
@pytest.mark.parametrize("seed", range(3))
def test_the_view_by_text_is_what_extract_gives(
    monkeypatch: pytest.MonkeyPatch, seed: int, count: int, scanned: int
) -> None:
    monkeypatch.setattr("ctxaudit.verbatim.columns._SCANNED_CHARACTERS", scanned)
    rng = random.Random(seed)
    readings = [Reading(generator.text(rng, rng.randrange(20)), rng.random() < 0.5) for _ in range(count)]
    found = occurrences(readings)
    assert list(found.by_text(count)) == extract(readings)
    assert found == Occurrences.of(extract(readings))
