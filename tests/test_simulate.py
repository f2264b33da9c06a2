"""Sound sessions: no rule has anything to say about them, and nearly every rule has something to look at."""

from __future__ import annotations

from collections import Counter

import pytest

from ctxaudit.case import Case
from ctxaudit.model import Evict, Finding, Looked, Rank, Restore, Rewrite, Truncate
from ctxaudit.rules import load_rules
from ctxaudit.timeline import replay
from tests.simulate import session

SEEDS = range(30)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_sound_session_gives_no_finding_by_any_rule(seed: int) -> None:
    case = Case(replay(session(seed).trace()))
    given = [
        (finding.rule, finding.line, finding.message)
        for loaded in load_rules().values()
        for finding in loaded.check(case)
        if isinstance(finding, Finding)
    ]
    assert given == []


@pytest.mark.parametrize("seed", SEEDS)
def test_a_sound_session_has_no_problem(seed: int) -> None:
    assert replay(session(seed).trace()).problems == []


def test_the_same_seed_gives_the_same_session() -> None:
    assert session(3).trace() == session(3).trace()


def test_other_seeds_give_other_sessions() -> None:
    assert session(3).trace() != session(4).trace()


def test_all_sessions_together_hold_every_kind_of_edit() -> None:
    kinds = Counter(type(step.event) for seed in SEEDS for step in replay(session(seed).trace()).steps)
    assert all(kinds[kind] >= 5 for kind in (Evict, Rewrite, Truncate, Restore, Rank))


def test_all_rules_but_those_that_ask_for_scored_surrogates_find_something_to_look_at() -> None:
    looked: set[str] = set()
    for seed in SEEDS:
        case = Case(replay(session(seed).trace()))
        for slug, loaded in load_rules().items():
            if any(isinstance(said, Looked) for said in loaded.check(case)):
                looked.add(slug)
    assert set(load_rules()) - looked == {"inflated-score"}
