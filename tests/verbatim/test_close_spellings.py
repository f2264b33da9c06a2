"""The spellings that are close are those of the loop over all of them."""

from __future__ import annotations

import random

import pytest

from ctxaudit.verbatim import close_spellings
from ctxaudit.verbatim.close_spellings import CloseSpellings
from ctxaudit.verbatim.distance import spelling_distance, spellings_within

LETTERS = "abcd_é"


def spelled(rng: random.Random, length: int) -> str:
    return "".join(rng.choices(LETTERS, k=length))


def edited(rng: random.Random, spelling: str) -> str:
    """One edit away: a letter put in, taken out, replaced, or changed with its neighbour."""
    at = rng.randrange(len(spelling) or 1)
    new = rng.choice(LETTERS)
    swapped = spelling[:at] + spelling[at + 1 : at + 2] + spelling[at : at + 1] + spelling[at + 2 :]
    return rng.choice([spelling[:at] + new + spelling[at:], spelling[:at] + spelling[at + 1 :], swapped,
                       spelling[:at] + new + spelling[at + 1 :]])  # fmt: skip


def filled(*spellings: str) -> CloseSpellings:
    made = CloseSpellings()
    for spelling in spellings:
        made.add(spelling)
    return made


@pytest.mark.parametrize("few", [-1, 64])
@pytest.mark.parametrize("seed", range(12))
def test_they_are_those_of_the_loop(seed: int, few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(close_spellings, "_FEW", few)
    rng = random.Random(seed)
    held = [spelled(rng, rng.choice((0, 3, 7, 11, 12, 14, 23))) for _ in range(60)]
    for _ in range(3):
        held += [edited(rng, spelling) for spelling in rng.sample(held, 40)]
    made = filled(*held)
    for query in [*held[::3], *(edited(rng, edited(rng, spelling)) for spelling in held[::2])]:
        for edits in (1, 2, 4):
            expected = [place for place, one in enumerate(held) if spelling_distance(query, one) <= edits]
            assert sorted(made.within(query, edits)) == expected, (query, edits)


def test_what_is_added_later_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(close_spellings, "_FEW", -1)
    made = filled("set_anchor_watch")
    assert list(made.within("set_anchor_wacth", 2)) == [0]
    made.add("set_anchor_wacht")
    assert sorted(made.within("set_anchor_wacth", 2)) == [0, 1]


def test_few_of_many_names_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[int] = []

    def counting(query: str, spellings: list[str], cutoff: int) -> list[int]:
        compared.append(len(spellings))
        return spellings_within(query, spellings, cutoff)

    monkeypatch.setattr(close_spellings, "spellings_within", counting)
    rng = random.Random(5)
    names = ["_".join("".join(rng.choices("abcdefghijklmnop", k=5)) for _ in range(3)) for _ in range(8_000)]
    made = filled(*names)
    assert list(made.within(names[70][:-1] + "z", 2)) == [70]
    assert sum(compared) < len(names) / 20


def test_of_a_family_no_more_is_compared_than_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[int] = []

    def counting(query: str, spellings: list[str], cutoff: int) -> list[int]:
        compared.append(len(spellings))
        return spellings_within(query, spellings, cutoff)

    monkeypatch.setattr(close_spellings, "spellings_within", counting)
    close = filled(*(f"HARB-{number:05}" for number in range(0, 20_000, 2))).within("HARB-00011", 2)
    assert [next(close) for _ in range(3)]
    assert sum(compared) <= 32 + 512


def test_of_none_there_is_none() -> None:
    assert list(CloseSpellings().within("anchor", 2)) == []


def test_after_much_effort_a_question_is_answered_from_some_of_the_spellings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(close_spellings, "_EFFORT", 3_000)
    rng = random.Random(3)
    names = [f"{rng.randrange(16**8):08x}" for _ in range(3_000)]
    made = filled(*names)
    assert list(made.within(names[-1], 2)) == [2_999]
    assert list(made.within(names[-1], 2)) == []
    assert list(made.within(names[4], 2)) == [4]
