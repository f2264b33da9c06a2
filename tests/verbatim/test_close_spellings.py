"""The spellings that are close are those of the loop over all of them, compared by hand or looked up in columns."""

from __future__ import annotations

import random
from functools import partial

import pytest

from ctxaudit.verbatim import close_pairs, close_spellings
from ctxaudit.verbatim.close_pairs import Reach
from ctxaudit.verbatim.close_spellings import CloseSpellings
from ctxaudit.verbatim.distance import spelling_distance, spellings_within
from ctxaudit.verbatim.misses import FAMILY, reach

LETTERS = "abcd_éİ\ud800"


def always(edits: int, _: int, __: int) -> int:
    return edits


REACHES: dict[str, Reach] = {
    "1 edit": partial(always, 1),
    "2 edits": partial(always, 2),
    "3 edits": partial(always, 3),
    "4 edits": partial(always, 4),
    "6 edits": partial(always, 6),
    "equal lengths": lambda a, b: 2 if a == b else 0,
    "a tenth": lambda a, b: max(a, b) // 10 if min(a, b) >= 12 else 0,
    "by length": lambda a, b: 2 if min(a, b) >= 12 else 1 if min(a, b) >= 7 else 0,
}

either_way = pytest.mark.parametrize("by_hand", [-1, 10**9], ids=["in columns", "by hand"])


def spelled(rng: random.Random, length: int) -> str:
    return "".join(rng.choices(LETTERS, k=length))


def edited(rng: random.Random, spelling: str) -> str:
    """One edit away: a letter put in, taken out, replaced, or changed with its neighbour."""
    at = rng.randrange(len(spelling) or 1)
    new = rng.choice(LETTERS)
    swapped = spelling[:at] + spelling[at + 1 : at + 2] + spelling[at : at + 1] + spelling[at + 2 :]
    return rng.choice([spelling[:at] + new + spelling[at:], spelling[:at] + spelling[at + 1 :], swapped,
                       spelling[:at] + new + spelling[at + 1 :]])  # fmt: skip


def edited_often(rng: random.Random, spelling: str, times: int) -> str:
    for _ in range(times):
        spelling = edited(rng, spelling)
    return spelling


def filled(asked: list[str], held: list[str], few: Reach) -> CloseSpellings:
    made = CloseSpellings(few)
    for spelling in asked:
        made.ask(spelling)
    for number, spelling in enumerate(held):
        made.hold(spelling, number + 7)
    return made


def of_the_loop(asked: str, held: list[str], few: Reach) -> list[int]:
    most = [few(len(asked), len(one)) for one in held]
    return [
        number + 7
        for number, one in enumerate(held)
        if most[number] and spelling_distance(asked, one, most[number]) <= most[number]
    ]


@either_way
@pytest.mark.parametrize("named", REACHES)
@pytest.mark.parametrize("seed", range(3))
def test_they_are_those_of_the_loop(seed: int, named: str, by_hand: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(close_spellings, "_BY_HAND", by_hand)
    rng, few = random.Random(seed), REACHES[named]
    lengths = rng.sample((3, 7, 11, 12, 14, 23, 40), 3)
    held = [spelled(rng, rng.choice(lengths)) for _ in range(90)]
    held += [edited_often(rng, spelling, rng.randrange(5)) for spelling in rng.choices(held, k=90)]
    asked = [edited_often(rng, spelling, rng.randrange(1, 7)) for spelling in held]
    made = filled(asked, held, few)
    for spelling in asked:
        assert list(made.close_to(spelling)) == of_the_loop(spelling, held, few), spelling


@either_way
def test_the_letters_between_two_pieces_may_be_swapped(by_hand: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(close_spellings, "_BY_HAND", by_hand)
    held = ["abcdefghijklmnopqrst"]
    swaps = [held[0][:at] + held[0][at + 1] + held[0][at] + held[0][at + 2 :] for at in range(19)]
    twice = [swap[:at] + swap[at + 1] + swap[at] + swap[at + 2 :] for place, swap in enumerate(swaps)
             for at in range(place + 2, 19)]  # fmt: skip
    made = filled(twice, held, partial(always, 2))
    assert [list(made.close_to(one)) for one in twice] == [[7]] * len(twice)


@either_way
def test_of_a_family_no_more_is_compared_than_is_asked_for(by_hand: int, monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[int] = []

    def counting(query: str, spellings: list[str], cutoff: int) -> list[tuple[int, int]]:
        compared.append(len(spellings))
        return spellings_within(query, spellings, cutoff)

    monkeypatch.setattr(close_spellings, "_BY_HAND", by_hand)
    monkeypatch.setattr(close_spellings, "spellings_within", counting)
    made = filled(["HARB-00011"], [f"HARB-{number:05}" for number in range(0, 2_000, 2)], partial(always, 2))
    close = made.close_to("HARB-00011")
    assert [next(close) for _ in range(3)] == [7, 8, 9]
    assert sum(compared) <= 32
    assert list(close)
    assert sum(compared) > 32


@either_way
def test_of_none_there_is_none(by_hand: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(close_spellings, "_BY_HAND", by_hand)
    assert list(filled(["anchor"], [], partial(always, 2)).close_to("anchor")) == []
    assert list(filled(["anchor"], ["mooring_of_the_quay"], partial(always, 2)).close_to("anchor")) == []
    assert list(filled(["anchor"], ["anchors"], partial(always, 0)).close_to("anchor")) == []


# --- in columns ---


def names(count: int) -> list[str]:
    rng = random.Random(5)
    return ["_".join("".join(rng.choices("abcdefghijklmnop", k=5)) for _ in range(3)) for _ in range(count)]


def api_name(a: int, b: int) -> int:
    return reach("api-name", a, b)


def test_few_of_many_names_are_proposed() -> None:
    held = names(4_000)
    asked = [name[:-1] + "z" for name in held[:200]]
    proposed = dict(close_pairs.close_pairs(asked, held, api_name))
    assert all(place in proposed[place] for place in range(200))
    assert sum(map(len, proposed.values())) < len(asked) * len(held) / 1_000


@pytest.mark.parametrize("at_once", [1, 50, 10**6])
def test_each_is_proposed_to_once_in_however_many_batches(at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    held = [f"{name[:8]}_{number:03}" for name in names(3) for number in range(60)]
    expected = list(close_pairs.close_pairs(held[:90], held, api_name))
    monkeypatch.setattr(close_pairs, "_AT_ONCE", at_once)
    found = list(close_pairs.close_pairs(held[:90], held, api_name))
    assert found == expected
    assert [one for one, _ in found] == list(range(90))
    assert all(places == sorted(set(places)) for _, places in found)


def test_names_that_are_all_alike_are_not_all_paired(monkeypatch: pytest.MonkeyPatch) -> None:
    held = [f"winch_of_the_{number:04}" for number in range(1_000)]
    monkeypatch.setattr(close_pairs, "_MOST_PAIRS", 100_000)
    paired = dict(close_pairs.close_pairs(held, held, api_name))
    assert sum(map(len, paired.values())) <= 100_000
    assert len(paired) == 1_000
    assert min(map(len, paired.values())) > FAMILY


def test_one_name_is_paired_with_so_many_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    held = [f"winch_of_the_{number:04}" for number in range(300)]
    monkeypatch.setattr(close_pairs, "_MOST_EACH", 50)
    paired = dict(close_pairs.close_pairs(held[:20], held, api_name))
    assert max(map(len, paired.values())) <= 50
    assert min(map(len, paired.values())) > FAMILY


def test_as_many_pieces_as_spellings_are_not_cut() -> None:
    assert list(close_pairs._ways(20, 0, 2, 3)) == [(0, 0, 0)]
    assert len(list(close_pairs._ways(20, 0, 2, 300))) == 12
    assert list(close_pairs._ways(90, 0, 9, 300)) == [(0, 0, 0)]
