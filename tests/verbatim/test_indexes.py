"""The indexes answer what the loops over all pairs answer."""

import random

import pytest

from ctxaudit.verbatim import NearIndex, Sighting, StandsIndex, Token, nearest, same, stands_in
from ctxaudit.verbatim.near_index import told_by_text
from ctxaudit.verbatim.tails import asked_tail, filed_tails, shorter
from tests.verbatim.generator import tokens_with_texts
from tests.verbatim.reading_aloud import seen, token

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


@pytest.mark.parametrize("by_hand", [-1, 10**9], ids=["in columns", "by hand"])
def test_claims_that_were_learned_have_the_same_owners(by_hand: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctxaudit.verbatim.spellings._BY_HAND", by_hand)
    owned = [(owner, sighting.token) for owner, sighting in owned_sightings(81)]
    claims = [sighting.token for _, sighting in owned_sightings(82)]
    index = StandsIndex(owned)
    index.learn(claims)
    for claim in claims:
        assert index.owners(claim) == {owner for owner, held in owned if stands_in(claim, held)}, claim


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


@pytest.mark.parametrize("crowd", [-1, 10**9], ids=["by pieces", "each"])
@pytest.mark.parametrize("seed", range(4))
def test_the_nearest_is_that_of_the_loop(seed: int, crowd: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctxaudit.verbatim.near_index._CROWD", crowd)
    owned = owned_sightings(seed + 40, 400)
    index = NearIndex(owned)
    for _, claim in owned:
        expected = nearest(claim, [sighting for _, sighting in owned])
        found = index.nearest(claim)
        assert (found[1:] if found is not None else None) == expected, claim


def test_the_nearest_among_some_owners_is_that_of_the_loop() -> None:
    owned = owned_sightings(51, 400)
    index = NearIndex(owned[:200])
    for owner, sighting in owned[200:]:
        index.add(owner, sighting)
    near_misses = 0
    for asked in (range(3), range(10, 25)):
        held = [sighting for owner, sighting in owned if owner in asked]
        for _, claim in owned:
            found = index.nearest(claim, asked)
            assert (found[1:] if found is not None else None) == nearest(claim, held), claim
            assert found is None or found[0] in asked
            near_misses += found is not None
    assert near_misses > 50


def test_questions_between_additions_see_all_that_was_added() -> None:
    owned = owned_sightings(61, 300)
    index = NearIndex()
    for place, (owner, sighting) in enumerate(owned):
        expected = nearest(sighting, [held for _, held in owned[:place]])
        found = index.nearest(sighting)
        assert (found[1:] if found is not None else None) == expected, sighting
        index.add(owner, sighting)


def test_the_nearest_names_the_owner() -> None:
    index = NearIndex([(4, seen("HARB-2209")), (5, seen("HARB-2208"))])
    assert index.nearest(seen("HARB-2207"), {5}) == (5, seen("HARB-2208"), "altered")


def test_three_near_tokens_of_the_owners_asked_are_a_family() -> None:
    index = NearIndex([(owner, seen(f"HARB-220{owner}")) for owner in (1, 2, 3)])
    assert index.nearest(seen("HARB-2207")) is None
    assert index.nearest(seen("HARB-2207"), {1, 2}) == (1, seen("HARB-2201"), "altered")


def test_an_empty_near_index_has_no_nearest() -> None:
    assert NearIndex().nearest(seen("HARB-2207")) is None


def test_tails_of_a_name_are_filed_up_to_four_parts() -> None:
    assert filed_tails("a/b/c/d/e", "/") == ("e", "d/e", "c/d/e", "b/c/d/e")
    assert filed_tails("e", "/") == ("e",)
    assert asked_tail("d/e", "/") == "d/e"
    assert shorter("a/b/c", "/") == ("b/c", "c")


@pytest.mark.parametrize("seed", range(3))
def test_a_token_held_by_many_is_as_near_as_its_sightings_one_by_one(seed: int) -> None:
    owned = [(owner, sighting) for owner, sighting in owned_sightings(seed + 90) if not told_by_text(sighting.token)]
    one_by_one, at_once = NearIndex(), NearIndex()
    holders: dict[Token, list[int]] = {}
    came: dict[tuple[Token, int], int] = {}
    for place, (owner, sighting) in enumerate(owned):
        one_by_one.add(owner, Sighting(sighting.token, ""))
        if (sighting.token, owner) not in came:
            came[sighting.token, owner] = place
            holders.setdefault(sighting.token, []).append(owner)
    for held, owners in holders.items():
        at_once.hold(held, owners, lambda token, owner: (came[token, owner], 0))
    for asked in (None, range(4), range(10, 25)):
        for _, claim in owned:
            assert at_once.nearest(claim, asked) == one_by_one.nearest(Sighting(claim.token, ""), asked), claim
