"""How numbered tokens stand in each other."""

from __future__ import annotations

import random

import pytest

from ctxaudit.sourcing.kin import Kin
from ctxaudit.verbatim import Token, same, stands_in
from tests.verbatim.generator import tokens_with_texts
from tests.verbatim.reading_aloud import token


def tokens(seed: int, count: int = 300) -> list[Token]:
    return list(dict.fromkeys(one for one, _ in tokens_with_texts(random.Random(seed), count)))


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("learned", [0, 100, 1000])
@pytest.mark.parametrize("by_hand", [-1, 10**9], ids=["many at once", "one by one"])
def test_relations_are_those_of_the_double_loop(
    seed: int, learned: int, by_hand: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ctxaudit.verbatim.spellings._BY_HAND", by_hand)
    held = tokens(seed)
    kin = Kin(held)
    kin.learn(range(min(learned, len(held))))
    kin.learn(range(0, min(learned, len(held)), 2))
    for number, claim in enumerate(held):
        others = [other for other in range(len(held)) if other != number]
        assert sorted(kin.inside(number)) == [other for other in others if stands_in(claim, held[other])], claim
        assert sorted(kin.sames(number)) == [other for other in others if same(claim, held[other])], claim


@pytest.mark.parametrize("seed", range(5))
def test_of_those_that_are_the_same_the_first_is_kept(seed: int) -> None:
    held = tokens(seed + 70, 500)
    random.Random(seed).shuffle(held)
    kept: list[Token] = []
    for one in held:
        if not any(same(one, other) for other in kept):
            kept.append(one)
    assert [held[number] for number in Kin(held).distinct(range(len(held)))] == kept
    assert len(kept) < len(held)


def test_parts_of_them_stand_where_the_loop_finds_them() -> None:
    rng = random.Random(31)
    held = tokens(32)
    kin = Kin(held)
    for one in held:
        start = rng.randrange(len(one.text))
        piece = one.text[start : start + rng.randrange(1, 14)]
        for kind in ("quoted", "api-name", "literal"):
            claim = Token(kind, piece, piece.strip())
            assert sorted(kin.around(claim)) == [at for at, other in enumerate(held) if stands_in(claim, other)], claim


def test_a_token_without_any_word_is_looked_for_in_all_containers() -> None:
    kin = Kin([Token("quoted", "a <==> b", "a <==> b"), token("HARB-2207")])
    assert list(kin.around(Token("quoted", " <==>", " <==>"))) == [0]


def test_one_of_them_stands_in_itself_and_none_in_nothing() -> None:
    assert list(Kin([token("HARB-2207")]).around(token("HARB-2207"))) == [0]
    assert list(Kin([]).around(token("HARB-2207"))) == []


@pytest.mark.parametrize("learned", [False, True])
def test_a_token_that_is_none_of_them_is_asked_alike(learned: bool) -> None:
    held = tokens(21)
    kin = Kin(held)
    strangers = set(tokens(22)) - set(held)
    if learned:
        kin.learn_around(strangers)
        kin.learn(range(len(held)))
    for claim in strangers:
        expected = [number for number, one in enumerate(held) if stands_in(claim, one)]
        assert sorted(kin.around(claim)) == expected, claim


def test_what_is_the_same_is_also_inside() -> None:
    kin = Kin([token("7be01c94aa52"), token("7be01c94")])
    assert (list(kin.inside(0)), list(kin.sames(0))) == ([1], [1])


def test_what_only_contains_it_is_not_the_same() -> None:
    kin = Kin([token("charts/north_bay.svg"), token("https://pier.example/charts/north_bay.svg")])
    assert (list(kin.inside(0)), list(kin.sames(0))) == ([1], [])
    assert (list(kin.inside(1)), list(kin.sames(1))) == ([], [])
