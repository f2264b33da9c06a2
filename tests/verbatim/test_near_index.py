"""The index of near misses answers what the loop over all pairs answers."""

import random
from collections.abc import Iterable
from typing import NamedTuple

import pytest

from ctxaudit.verbatim import NearIndex, Sighting, Token, near, nearest
from ctxaudit.verbatim.near_keys import near_shelf, told_by_text
from ctxaudit.verbatim.tails import asked_tail, filed_tails, shorter
from tests.verbatim.generator import tokens_with_texts
from tests.verbatim.reading_aloud import seen

OWNERS = 30


def owned_sightings(seed: int, count: int = 500) -> list[tuple[int, Sighting]]:
    rng = random.Random(seed)
    return [(rng.randrange(OWNERS), Sighting(one, text)) for one, text in tokens_with_texts(rng, count)]


@pytest.mark.parametrize("by_hand", [-1, 10**9], ids=["in columns", "by hand"])
@pytest.mark.parametrize("seed", range(4))
def test_the_nearest_is_that_of_the_loop(seed: int, by_hand: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctxaudit.verbatim.close_spellings._BY_HAND", by_hand)
    owned = owned_sightings(seed + 40, 400)
    index = NearIndex([claim for _, claim in owned], owned)
    for _, claim in owned:
        expected = nearest(claim, [sighting for _, sighting in owned])
        found = index.nearest(claim)
        assert (found[1:] if found is not None else None) == expected, claim


def test_the_nearest_among_some_owners_is_that_of_the_loop() -> None:
    owned = owned_sightings(51, 400)
    index = NearIndex([claim for _, claim in owned], owned[:200])
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


@pytest.mark.parametrize("seed", range(3))
def test_a_claim_alone_has_the_nearest_that_it_has_among_others(seed: int) -> None:
    owned = owned_sightings(seed + 61, 300)
    for _, claim in random.Random(seed).sample(owned, 60):
        expected = nearest(claim, [held for _, held in owned])
        found = NearIndex([claim], owned).nearest(claim)
        assert (found[1:] if found is not None else None) == expected, claim


def test_what_no_claim_can_reach_is_not_filed() -> None:
    index = NearIndex(
        [seen("mooring_limit")], enumerate(map(seen, ("mooring_limiter", "quay.mooring_limit", "HARB-2207")))
    )
    assert [group.earliest(None) for group in index._groups] == [(0, seen("mooring_limiter"))]


def test_near_tokens_are_on_one_shelf() -> None:
    sightings = [sighting for _, sighting in owned_sightings(7, 700)]
    pairs = [(one, other) for one in sightings for other in sightings if near(one, other) is not None]
    assert all(near_shelf(one.token) == near_shelf(other.token) for one, other in pairs)
    assert {"number", "version"} <= {one.token.kind for one, _ in pairs}


def test_a_claim_that_was_not_named_cannot_be_asked_for() -> None:
    with pytest.raises(KeyError):
        NearIndex([seen("HARB-2207")]).nearest(seen("HARB-2299"))


def test_the_nearest_names_the_owner() -> None:
    index = NearIndex([seen("HARB-2207")], [(4, seen("HARB-2209")), (5, seen("HARB-2208"))])
    assert index.nearest(seen("HARB-2207"), {5}) == (5, seen("HARB-2208"), "altered")


def test_three_near_tokens_of_the_owners_asked_are_a_family() -> None:
    index = NearIndex([seen("HARB-2207")], [(owner, seen(f"HARB-220{owner}")) for owner in (1, 2, 3)])
    assert index.nearest(seen("HARB-2207")) is None
    assert index.nearest(seen("HARB-2207"), {1, 2}) == (1, seen("HARB-2201"), "altered")


def test_an_empty_near_index_has_no_nearest() -> None:
    assert NearIndex([seen("HARB-2207")]).nearest(seen("HARB-2207")) is None


class InOrder(NamedTuple):
    places: dict[Token, dict[int, int]]

    def owners(self, token: Token) -> Iterable[int]:
        return self.places[token]

    def came(self, token: Token, owner: int) -> tuple[int, int]:
        return self.places[token][owner], 0


@pytest.mark.parametrize("seed", range(3))
def test_a_token_held_by_many_is_as_near_as_its_sightings_one_by_one(seed: int) -> None:
    owned = [(owner, sighting) for owner, sighting in owned_sightings(seed + 90) if not told_by_text(sighting.token)]
    claims = [claim for _, claim in owned]
    one_by_one, at_once = NearIndex(claims), NearIndex(claims)
    holders = InOrder({})
    for place, (owner, sighting) in enumerate(owned):
        one_by_one.add(owner, Sighting(sighting.token, ""))
        holders.places.setdefault(sighting.token, {}).setdefault(owner, place)
    for held in holders.places:
        at_once.hold(held, holders)
    for asked in (None, range(4), range(10, 25)):
        for claim in claims:
            assert at_once.nearest(claim, asked) == one_by_one.nearest(claim, asked), claim


def test_tails_of_a_name_are_filed_up_to_four_parts() -> None:
    assert filed_tails("a/b/c/d/e", "/") == ("e", "d/e", "c/d/e", "b/c/d/e")
    assert filed_tails("e", "/") == ("e",)
    assert asked_tail("d/e", "/") == "d/e"
    assert shorter("a/b/c", "/") == ("b/c", "c")
