"""Many strings in many texts at once: whole words, own letters."""

import pytest

from ctxaudit.sourcing import literal
from ctxaudit.sourcing.literal import contained, literal_places

FILLER = "the tide turns and the boats come in. "


@pytest.fixture(params=["by hand", "in columns"])
def _either_way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "in columns":
        monkeypatch.setattr(literal, "_BY_HAND", -1)


pytestmark = pytest.mark.usefixtures("_either_way")


def test_each_needle_has_the_texts_that_hold_it() -> None:
    texts = ["berth 7 is free", "berth 9 and buoy 4", "nothing"]
    assert literal_places(["berth 9", "buoy 4", "berth 7"], texts) == {"berth 9": {1}, "buoy 4": {1}, "berth 7": {0}}


def test_a_needle_that_stands_nowhere_has_no_places() -> None:
    assert literal_places(["KEL-1"], ["KEL-2"]) == {"KEL-1": set()}


def test_a_part_of_a_longer_word_is_no_place() -> None:
    assert literal_places(["KEL-10"], ["KEL-104", "xKEL-10", "KEL-10_b"]) == {"KEL-10": set()}


def test_a_part_of_a_longer_number_is_no_place() -> None:
    assert literal_places(["25 m"], ["1.25 m", "1,25 m", "is 25 m."]) == {"25 m": {2}}


def test_needles_that_overlap_are_all_found() -> None:
    found = literal_places(["charts/north.svg", "north.svg", "old/charts/north.svg"], ["see old/charts/north.svg"])
    assert all(places == {0} for places in found.values())


def test_case_counts() -> None:
    assert literal_places(["Quay"], ["quay"]) == {"Quay": set()}


def test_an_empty_needle_stands_nowhere() -> None:
    assert literal_places([""], ["", "x"]) == {"": set()}


def test_no_needle_and_no_text_give_nothing() -> None:
    assert literal_places([], ["x"]) == {}
    assert literal_places(["x"], []) == {"x": set()}


def test_letters_of_a_regular_expression_are_plain_letters() -> None:
    assert literal_places(["a.c(", "[x]"], ["abc(", "a.c( and [x]"]) == {"a.c(": {1}, "[x]": {1}}


def test_a_lone_surrogate_and_a_nul_do_no_harm() -> None:
    found = literal_places(["KEL-1", "\x00"], ["\ud800 KEL-1", "KEL-1\x00"])
    assert found["KEL-1"] == {0, 1}


def test_texts_of_more_than_one_batch_keep_their_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(literal, "_BATCH_CHARACTERS", 50)
    texts = [f"{FILLER}{number}" for number in range(9)] + ["mark KEL-1 here"]
    assert literal_places(["KEL-1", "KEL-2"], texts) == {"KEL-1": {9}, "KEL-2": set()}


def test_a_long_needle_is_found_beside_short_ones() -> None:
    long = "a.b/" * 100
    texts = [f"see {long}here", "see berth-4417 here", "nothing", *["filler words"] * 400_000]
    assert literal_places([long.rstrip("/"), "berth-4417"], texts)["berth-4417"] == {1}
    assert set(contained([long], texts)) == {(long, 0)}
