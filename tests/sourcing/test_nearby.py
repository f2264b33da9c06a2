"""Near misses of many claims, looked up at once among the lives of a timeline."""

import random

import pytest

from ctxaudit.sourcing import Book
from ctxaudit.sourcing.nearby import Nearby
from ctxaudit.timeline import replay
from ctxaudit.verbatim import Sighting, Token, nearest, token_from
from tests.build import Build
from tests.verbatim import generator


def claim(text: str) -> Sighting:
    found = token_from(text)
    assert found is not None
    return Sighting(found, text)


def nearby(build: Build, *claims: Sighting, evidence: bool = False) -> Nearby:
    timeline = replay(build.trace())
    return Nearby(timeline, Book(timeline), claims, evidence=evidence)


def test_the_nearest_is_looked_for_among_the_given_lives_only() -> None:
    asked = claim("GUL-4411")
    looking = nearby(Build().add("a", "GUL-4410").add("b", "GUL-4419"), asked)
    found = looking.nearest(asked, {1})
    assert found is not None
    assert (found[0].id, found[1].text, found[2]) == ("b", "GUL-4419", "altered")
    assert looking.nearest(asked, set()) is None


def test_where_evidence_alone_counts_the_models_words_are_near_to_nothing() -> None:
    asked = claim("GUL-4411")
    build = Build().add("a", "GUL-4410", "assistant")
    found = nearby(build, asked).nearest(asked, {0})
    assert found is not None
    assert (found[0].id, found[1].text) == ("a", "GUL-4410")
    assert nearby(build, asked, evidence=True).nearest(asked, {0}) is None


def test_of_one_distance_what_stands_first_is_the_nearest() -> None:
    asked = claim("GUL-4411")
    looking = nearby(Build().add("a", "TRN-9001 GUL-4419 GUL-4410").add("b", "GUL-4410"), asked)
    found = looking.before(asked, 9, None)
    assert found is not None
    assert (found.token.text, found.source and found.source.id) == ("GUL-4419", "a")


def test_words_that_are_no_token_have_none() -> None:
    asked = Sighting(Token("literal", "the ring", "the ring"), "the ring")
    assert nearby(Build().add("a", "the rings"), asked).before(asked, 9, None) is None


@pytest.mark.parametrize("by_hand", [-1, 10**9], ids=["in columns", "by hand"])
@pytest.mark.parametrize("seed", range(3))
def test_many_at_once_are_those_of_the_loop(seed: int, by_hand: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ctxaudit.verbatim.close_spellings._BY_HAND", by_hand)
    rng = random.Random(seed)
    build = Build()
    for number in range(40):
        build.add(f"s{number}", generator.sentences(rng), rng.choice(["user", "user", "assistant"]))
    timeline = replay(build.trace())
    book = Book(timeline)
    claims = [Sighting(token, text) for token, text in generator.tokens_with_texts(rng, 150)]
    looking = Nearby(timeline, book, claims, evidence=True)
    found = 0
    for one in claims:
        besides = rng.choice(timeline.lives)
        moment = rng.choice(timeline.lives).entered
        evidence = [life for life in timeline.lives if life.evidence and life.entered < moment and life is not besides]
        held = [Sighting(token, book.read(life)) for life in evidence for token in book.tokens(life)]
        near, expected = looking.before(one, moment, besides), nearest(one, held)
        assert (near and (near.token, near.kind)) == (expected and (expected[0].token, expected[1])), one
        found += near is not None
    assert found > 5
