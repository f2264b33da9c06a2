"""The indexes answer what the loops over all pairs answer."""

import random

import pytest

from ctxaudit.verbatim import Sighting, StandsIndex, Token, same, stands_in
from tests.verbatim.generator import tokens_with_texts
from tests.verbatim.reading_aloud import token

OWNERS = 30


def owned_sightings(seed: int, count: int = 500) -> list[tuple[int, Sighting]]:
    rng = random.Random(seed)
    return [(rng.randrange(OWNERS), Sighting(one, text)) for one, text in tokens_with_texts(rng, count)]


@pytest.mark.parametrize("seed", range(5))
def test_owners_are_those_of_the_double_loop(seed: int) -> None:
    owned = [(owner, sighting.token) for owner, sighting in owned_sightings(seed)]
    index = StandsIndex(owned)
    for claim in {one for _, one in owned}:
        assert index.owners(claim) == {owner for owner, held in owned if stands_in(claim, held)}, claim


def test_claims_that_nobody_holds_whole_are_asked_for_too() -> None:
    owned = [(owner, sighting.token) for owner, sighting in owned_sightings(21)]
    index = StandsIndex(owned)
    for _, sighting in owned_sightings(22):
        claim = sighting.token
        assert index.owners(claim) == {owner for owner, held in owned if stands_in(claim, held)}, claim


def test_claims_cut_out_of_held_tokens_agree_with_the_double_loop() -> None:
    rng = random.Random(31)
    owned = [(owner, sighting.token) for owner, sighting in owned_sightings(32, 300)]
    index = StandsIndex(owned)
    for _, held in owned:
        start = rng.randrange(len(held.text))
        piece = held.text[start : start + rng.randrange(1, 14)]
        for kind in ("quoted", "code", "api-name"):
            claim = Token(kind, piece, piece.strip())
            assert index.owners(claim) == {owner for owner, one in owned if stands_in(claim, one)}, claim


@pytest.mark.parametrize("seed", range(5))
def test_the_same_tokens_are_those_of_the_double_loop(seed: int) -> None:
    held = list(dict.fromkeys(sighting.token for _, sighting in owned_sightings(seed + 70)))
    index = StandsIndex(enumerate(held))
    for claim in held:
        assert set(index.sames(claim)) == {one for one in held if same(claim, one)}, claim


def test_a_claim_without_any_word_is_looked_for_in_all_containers() -> None:
    index = StandsIndex([(1, Token("quoted", "a <==> b", "a <==> b")), (2, token("HARB-2207"))])
    assert index.owners(Token("quoted", " <==>", " <==>")) == {1}


def test_what_is_added_later_is_found() -> None:
    index = StandsIndex([(1, token("HARB-2207"))])
    assert index.owners(token("HARB-2208")) == set()
    index.add(2, token("HARB-2208"))
    index.add(3, token("HARB-2207"))
    assert index.owners(token("HARB-2208")) == {2}
    assert index.owners(token("HARB-2207")) == {1, 3}


def test_an_empty_index_has_no_owners() -> None:
    assert StandsIndex().owners(token("HARB-2207")) == set()


def test_answers_are_the_callers_own() -> None:
    index = StandsIndex([(1, token("HARB-2207"))])
    index.owners(token("HARB-2207")).add(9)
    assert index.owners(token("HARB-2207")) == {1}
