"""The spellings that hold a needle as a whole word are those of the loop over all of them."""

import random

import pytest

from ctxaudit.verbatim import spellings
from ctxaudit.verbatim.literal import first_place
from ctxaudit.verbatim.spellings import Spellings


@pytest.fixture(params=["one by one", "in columns"])
def _either_way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "in columns":
        monkeypatch.setattr(spellings, "_BY_HAND", -1)


pytestmark = pytest.mark.usefixtures("_either_way")


def held(*texts: str) -> Spellings:
    made = Spellings()
    for text in texts:
        made.add(text)
    return made


@pytest.mark.parametrize("seed", range(5))
def test_they_are_those_of_the_loop(seed: int) -> None:
    rng = random.Random(seed)
    texts = ["".join(rng.choices("ab/.é _7", k=rng.randint(0, 9))) for _ in range(60)]
    needles = ["".join(rng.choices("ab/.é_7", k=rng.randint(0, 4))) for _ in range(60)]
    made = held(*texts)
    at_once = made.all_holding(needles)
    made.learn(needles)
    for needle in needles:
        expected = [number for number, text in enumerate(texts) if first_place(needle, text) >= 0]
        assert list(made.holding(needle)) == expected, needle
        assert list(at_once.get(needle, [])) == expected, needle


def test_a_part_of_a_longer_word_does_not_count() -> None:
    made = held("quay/berth.rs:118", "quay/berth.rs:1 or berths")
    made.learn(["quay/berth.rs:1", "berth"])
    assert [list(made.holding(needle)) for needle in ("quay/berth.rs:1", "berth")] == [[1], [0, 1]]


def test_a_needle_that_was_not_learned_is_found_too() -> None:
    made = held("quay/berth.rs", "tide")
    made.learn(["tide"])
    assert made.holding("berth") == [0]


def test_what_is_added_later_is_found() -> None:
    made = held("quay/berth.rs")
    assert made.holding("berth") == [0]
    made.add("berth 9")
    assert made.holding("berth") == [0, 1]
    assert made.all_holding(["berth 9"]) == {"berth 9": [1]}
    made.add("berth 9, tern")
    assert made.all_holding(["tern", "berth 9"]) == {"tern": [2], "berth 9": [1, 2]}


def test_what_no_spelling_holds_is_left_out() -> None:
    assert held("quay/berth.rs", "tide").all_holding(["tide", "berths", "ber", ""]) == {"tide": [1]}


def test_a_needle_that_is_cut_at_an_underscore_is_found() -> None:
    made = held("north_bay", "bay_of_terns")
    assert made.all_holding(["_bay", "bay_", "bay", "north"]) == {"_bay": [0], "bay_": [1]}


def test_a_needle_without_any_word_is_found() -> None:
    assert held("a <=> b", "a < b").all_holding([" <=> "]) == {" <=> ": [0]}


def test_a_needle_that_is_longer_than_most_is_found() -> None:
    assert held("tide " * 60).all_holding(["tide " * 50, "tide"]) == {"tide " * 50: [0], "tide": [0]}


def test_letters_that_two_neighbours_make_together_are_held_by_none() -> None:
    made = held("ab", "cd")
    made.learn(["b\nc"])
    assert not made.holding("b\nc")


def test_an_empty_needle_stands_nowhere() -> None:
    made = held("ab", "")
    made.learn([""])
    assert not made.holding("")


def test_no_spellings_hold_nothing() -> None:
    made = held()
    made.learn(["ab"])
    assert not made.holding("ab")


def test_lone_surrogates_do_no_harm_and_are_not_confused() -> None:
    made = held("tide \ud800", "tide \ufffd", "\ud801")
    made.learn(["tide", "\ufffd", "\ud801"])
    assert [list(made.holding(needle)) for needle in ("tide", "\ufffd", "\ud801")] == [[0, 1], [1], [2]]
