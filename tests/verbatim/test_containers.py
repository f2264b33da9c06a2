"""Tokens with the letters of others inside them."""

from __future__ import annotations

import random

import pytest

from ctxaudit.verbatim import Token
from ctxaudit.verbatim.compare import CONTAINERS, SHORTEST_INSIDE
from ctxaudit.verbatim.containers import Containers
from ctxaudit.verbatim.literal import first_place
from tests.verbatim.generator import tokens_with_texts


def holds(held: Token, claim: Token) -> bool:
    if claim.kind == "number" or held.kind not in CONTAINERS:
        return False
    return any(
        len(needle) >= SHORTEST_INSIDE and first_place(needle, spelling) >= 0
        for needle in (claim.text, claim.canonical)
        for spelling in (held.text, held.canonical)
    )


@pytest.mark.parametrize("by_hand", [-1, 10**9], ids=["many at once", "one by one"])
def test_those_that_hold_a_claim_are_those_of_the_loop(by_hand: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctxaudit.verbatim.spellings._BY_HAND", by_hand)
    held = list(dict.fromkeys(one for one, _ in tokens_with_texts(random.Random(3), 300)))
    claims = [*held, *(one for one, _ in tokens_with_texts(random.Random(4), 100))]
    containers, learned = Containers(enumerate(held)), Containers(enumerate(held))
    learned.learn(claims)
    at_once = dict(containers.all_holding(claims))
    for place, claim in enumerate(claims):
        expected = [number for number, one in enumerate(held) if holds(one, claim)]
        assert sorted(containers.holding(claim)) == sorted(learned.holding(claim)) == expected, claim
        assert sorted(at_once.get(place, ())) == expected, claim


def test_a_token_in_two_spellings_is_named_once() -> None:
    held = Token("path", "./quay/berth.rs", "quay/berth.rs")
    claim = Token("quoted", "berth.rs", "berth.rs")
    assert list(Containers([(7, held)]).holding(claim)) == [7]
    assert list(Containers([(7, held)]).all_holding([claim])) == [(0, [7])]
