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
