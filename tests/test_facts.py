"""The facts that sessions are made of hold what they say they hold, as the extractor and the comparer see it."""

from __future__ import annotations

import random

import pytest

from ctxaudit.verbatim import Reading, Sighting, extract_one, near, same, token_from
from tests.facts import SENTENCES, Fact, Facts

KINDS = sorted(SENTENCES)
SEEDS = range(12)


def facts(kind: str) -> list[Fact]:
    return [Facts(random.Random(seed)).fact(kind) for seed in SEEDS]


@pytest.mark.parametrize("kind", KINDS)
def test_a_sentence_holds_one_token_and_it_is_the_one_that_is_said(kind: str) -> None:
    read = [[(t.kind, t.text) for t in extract_one(Reading(fact.sentence, False))] for fact in facts(kind)]
    assert read == [[(kind, fact.token)] for fact in facts(kind)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_near_miss_is_near_where_both_are_said(kind: str) -> None:
    for fact in facts(kind):
        wrong, right = token_from(fact.near), token_from(fact.token)
        assert wrong is not None
        assert right is not None
        assert near(Sighting(wrong, fact.said_with(fact.near)), Sighting(right, fact.sentence)) is not None


@pytest.mark.parametrize("kind", KINDS)
def test_another_spelling_is_the_same_token(kind: str) -> None:
    for fact in facts(kind):
        other, right = token_from(fact.respelled or fact.token), token_from(fact.token)
        assert other is not None
        assert right is not None
        assert same(other, right)


def test_facts_of_one_maker_hold_tokens_of_their_own() -> None:
    maker = Facts(random.Random(5))
    tokens = [maker.fact().token for _ in range(200)]
    assert len(set(tokens)) == len(tokens)
