"""The words and names that generated sessions consist of, and what the model of one says of what its window shows."""

from __future__ import annotations

from collections import Counter
from math import log
from random import Random

import pytest

from benchmarks.speed.shown import ALTERED, COINED, DERIVATIVE, FADED, Shown
from benchmarks.speed.words import ALL_NEW, KNOWN, Pool, Words, lexicon, one_of
from ctxaudit.verbatim import Reading, extract_one

DRAWS = 20_000


def _kinds(text: str, *, prose: bool = False) -> list[str]:
    return [token.kind for token in extract_one(Reading(text, prose))]


@pytest.fixture
def words() -> Words:
    return Words(Random(1))


def _shown() -> Shown:
    numbers = iter(range(10**9))
    return Shown(Random(1), lambda: f"coined {next(numbers)}", lambda name: f"{name} misspelled")


@pytest.mark.parametrize(("roll", "made"), [(0.0, "a"), (0.29, "a"), (0.3, "c"), (0.99, "c")])
def test_the_first_kind_whose_bound_is_above_the_roll_is_made_and_no_other(roll: float, made: str) -> None:
    """The second has no share of the rolls."""
    several: list[str] = []

    def make(name: str) -> str:
        several.append(name)
        return name

    kinds = [(bound, lambda name=name: make(name)) for name, bound in (("a", 0.3), ("b", 0.0), ("c", 1.0))]
    assert one_of(roll, *kinds) == made
    assert several == [made]


def test_every_name_is_one_token(words: Words) -> None:
    assert all(_kinds(f"x = {words.name()}(y)") == ["api-name"] for _ in range(300))


def test_every_path_is_one_token(words: Words) -> None:
    assert all(_kinds(f"open {words.path()} now") == ["path"] for _ in range(300))


def test_nearly_every_figure_holds_a_token(words: Words) -> None:
    assert sum(bool(_kinds(words.figure())) for _ in range(300)) > 285


def test_most_quotes_are_tokens_of_prose(words: Words) -> None:
    quotes = Counter(kind for _ in range(300) for kind in _kinds(f"It says `{words.quote()}` there.", prose=True))
    assert quotes["quoted"] > 250


def test_a_sentence_holds_no_token(words: Words) -> None:
    assert not [kind for _ in range(300) for kind in _kinds(words.sentence(), prose=True)]


def test_a_misspelled_name_is_another_one_of_the_same_letters(words: Words) -> None:
    for _ in range(300):
        name = words.name()
        assert words.misspelled(name) != name
        assert sorted(words.misspelled(name)) == sorted(name)


def test_the_lexicon_has_no_word_twice() -> None:
    assert len(set(lexicon())) == len(lexicon())


def test_of_a_pool_all_is_new_at_first_and_less_and_less_later() -> None:
    numbers = iter(range(10**9))
    pool = Pool(Random(1), lambda: str(next(numbers)))
    drawn = [pool.draw() for _ in range(DRAWS)]
    assert len(set(drawn[:ALL_NEW])) == ALL_NEW
    first, second = len(set(drawn[: DRAWS // 4])), len(set(drawn))
    assert log(second / first) / log(4) == pytest.approx(0.79, abs=0.05)


def test_a_pool_takes_no_more_room_however_long_it_is_drawn_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.speed.words.KNOWN", 100)
    pool = Pool(Random(1), Words(Random(1)).name)
    assert KNOWN > 100
    for _ in range(DRAWS):
        pool.draw()
    assert len(pool._known) <= 200


def test_in_an_empty_window_everything_is_coined() -> None:
    shown = _shown()
    assert all(shown.said().startswith("coined") for _ in range(50))


def test_what_is_said_has_the_shares_that_were_set() -> None:
    shown = _shown()
    shown.show(f"old {number}" for number in range(400))
    kept = shown.compact(20)
    shown.show(f"new {number}" for number in range(400))
    said = Counter(_share(shown.said(), kept) for _ in range(DRAWS))
    for share, percent in (("coined", COINED), ("faded", FADED), ("summed", DERIVATIVE), ("altered", ALTERED)):
        assert 100 * said[share] / DRAWS == pytest.approx(percent, rel=0.25)
    assert said["live"] > 0.7 * DRAWS


def _share(said: str, kept: list[str]) -> str:
    if said.startswith("coined"):
        return "coined"
    if said.endswith("misspelled"):
        return "altered"
    if said.startswith("new"):
        return "live"
    return "summed" if said in kept else "faded"


def test_a_compaction_leaves_of_the_window_what_it_names() -> None:
    shown = _shown()
    shown.show(f"old {number}" for number in range(50))
    kept = shown.compact(5)
    assert 0 < len(kept) <= 5
    assert all(name.startswith("old") for name in kept)
    assert shown.evidence().startswith("coined")
