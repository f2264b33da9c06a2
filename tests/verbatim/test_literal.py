"""A string stands in a text with its own letters."""

import random
import re

import pytest

from ctxaudit.verbatim import literal_in
from ctxaudit.verbatim.literal import first_place


@pytest.mark.parametrize(
    ("needle", "text"),
    [
        ("berth 7", "at berth 7 now"),
        ("berth \n 7", "at berth 7 now"),
        ("3.0.12", "crane 3.0.12."),
        ("3.0.12", "crane 3.0.12, then"),
        ("--next", "tide--next"),
        ("_limit", "mooring_limit"),
        ("arm()", "raise.arm()x"),
        ("berth", "berths, berth"),
        ("7", "17 7"),
        ("arm", "arm.5"),
    ],
)
def test_it_stands_as_a_whole_word(needle: str, text: str) -> None:
    assert literal_in(needle, text)


@pytest.mark.parametrize(
    ("needle", "text"),
    [
        ("berth", "berths"),
        ("berth", "seaberth"),
        ("berth", "berth_7"),
        ("berth", "ãberth"),
        ("Berth", "berth"),
        ("3.0.12", "3.0.12.4"),
        ("3.0.12", "13.0.12"),
        ("0.12", "3.0.12"),
        ("512", "2,512"),
        ("512", "512,25"),
        ("", "anything"),
        ("  ", "any thing"),
        ("long needle", "short"),
    ],
)
def test_it_does_not_stand_inside_something_longer(needle: str, text: str) -> None:
    assert not literal_in(needle, text)


def test_the_first_place_is_the_first_free_one() -> None:
    assert first_place("arm", "arms arm arm") == 5


def test_it_agrees_with_a_pattern_on_random_texts() -> None:
    rng = random.Random(11)
    for _ in range(3000):
        text = "".join(rng.choice("a1_., -") for _ in range(rng.randrange(16)))
        needle = "".join(rng.choice("a1_.-") for _ in range(rng.randrange(1, 4)))
        left = r"(?<![A-Za-z0-9_])" if needle[0].isalnum() else ""
        left += r"(?<![0-9][.,])" if needle[0].isdigit() else ""
        right = r"(?![A-Za-z0-9_])" if needle[-1].isalnum() else ""
        right += r"(?![.,][0-9])" if needle[-1].isdigit() else ""
        assert literal_in(needle, text) == bool(re.search(left + re.escape(needle) + right, text)), (needle, text)


def test_a_text_full_of_false_starts_is_searched_once() -> None:
    assert not literal_in("aaaa", "a" * 2_000_000)


class Asked(str):
    """A text that counts how often it is searched."""

    __slots__ = ("asked",)

    def __init__(self, _: str) -> None:
        self.asked = 0

    def find(self, *given: object) -> int:
        self.asked += 1
        return super().find(*given)  # type: ignore[arg-type]


@pytest.mark.parametrize("tries", [0, 1, 32])
def test_many_wrong_places_hide_no_right_one(monkeypatch: pytest.MonkeyPatch, tries: int) -> None:
    monkeypatch.setattr("ctxaudit.verbatim.literal._TRIES", tries)
    rng = random.Random(tries)
    for _ in range(4000):
        text = "".join(rng.choice(["a", "ab", "a b", " ", "1", ".", "a a a"]) for _ in range(rng.randrange(30)))
        needle = "".join(rng.choice(["a", "ab", " ", "1", "a a"]) for _ in range(rng.randrange(1, 6)))
        right = [at for at in range(len(text)) if text.startswith(needle, at) and free(text, at, at + len(needle))]
        assert first_place(needle, text) == (right[0] if right else -1), (needle, text)


def free(text: str, start: int, end: int) -> bool:
    left = r"(?<!\w)(?<![0-9][.,])" if text[start].isdigit() else r"(?<!\w)" if text[start].isalnum() else ""
    right = r"(?!\w)(?![.,][0-9])" if text[end - 1].isdigit() else r"(?!\w)" if text[end - 1].isalnum() else ""
    return re.compile(left + re.escape(text[start:end]) + right).match(text, start) is not None


@pytest.mark.parametrize("word", ["4be91d07 ", "a ", "ab", "-- "])
def test_a_long_repetition_is_not_compared_at_each_of_its_places(word: str) -> None:
    text = Asked(word * 30_000)
    needle = (word * 6_000).rstrip()[:-1]
    assert first_place(needle, text) == (-1 if needle[-1].isalnum() else 0)
    assert text.asked < 50


def test_a_repetition_that_ends_rightly_once_is_found_there() -> None:
    text = Asked("4be91d07 " * 30_000 + "4be91d0, 4be91d07")
    needle = "4be91d07 " * 5_000 + "4be91d0"
    assert first_place(needle, text) == len("4be91d07 " * 25_000)
    assert text.asked < 50


def test_places_apart_from_each_other_are_found_by_plain_search() -> None:
    text = Asked("winches " * 1000 + "winch")
    assert first_place("winch", text) == len(text) - 5
