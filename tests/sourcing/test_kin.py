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
@pytest.mark.parametrize("learned", [False, True])
def test_relations_are_those_of_the_double_loop(seed: int, learned: bool) -> None:
    held = tokens(seed)
    kin = Kin(held)
    if learned:
        kin.learn(range(len(held)))
    for number, claim in enumerate(held):
        others = [other for other in range(len(held)) if other != number]
        assert sorted(kin.inside(number)) == [other for other in others if stands_in(claim, held[other])], claim
        assert sorted(kin.sames(number)) == [other for other in others if same(claim, held[other])], claim


def test_a_token_that_is_none_of_them_is_asked_alike() -> None:
    held = tokens(21)
    kin = Kin(held)
    for claim in set(tokens(22)) - set(held):
        expected = [number for number, one in enumerate(held) if stands_in(claim, one)]
        assert sorted(kin.around(claim)) == expected, claim


def test_what_is_the_same_is_also_inside() -> None:
    kin = Kin([token("7be01c94aa52"), token("7be01c94")])
    assert (kin.inside(0), kin.sames(0)) == ((1,), (1,))


def test_what_only_contains_it_is_not_the_same() -> None:
    kin = Kin([token("charts/north_bay.svg"), token("https://pier.example/charts/north_bay.svg")])
    assert (kin.inside(0), kin.sames(0)) == ((1,), ())
    assert (kin.inside(1), kin.sames(1)) == ((), ())
