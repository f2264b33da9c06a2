"""How many things a rule looked at, in words."""

from __future__ import annotations

import pytest

from ctxaudit.auditing import _amount
from ctxaudit.rules import load_rules


@pytest.mark.parametrize(
    ("number", "plural", "words"),
    [
        (0, "rewrites", "0 rewrites"),
        (1, "rewrites", "1 rewrite"),
        (2, "rewrites", "2 rewrites"),
        (1, "rewrites over a derivative", "1 rewrite over a derivative"),
        (1, "removed spans that may give a reason", "1 removed span that may give a reason"),
        (1, "rankings of two or more", "1 ranking of two or more"),
        (1, "entries", "1 entry"),
        (1, "rewrites, checkpoints and evicts", "1 rewrite, checkpoint or evict"),
        (1, "checkpoints and pairs of counted calls", "1 checkpoint or pair of counted calls"),
        (3, "rewrites, checkpoints and evicts", "3 rewrites, checkpoints and evicts"),
    ],
)
def test_one_thing_is_told_in_the_singular(number: int, plural: str, words: str) -> None:
    assert _amount(number, plural) == words


@pytest.mark.parametrize("slug", load_rules())
def test_each_rule_can_tell_of_one_thing(slug: str) -> None:
    plural = load_rules()[slug].rule.looks_at
    assert _amount(1, plural) != f"1 {plural}"
    assert not any(word.endswith("s,") for word in _amount(1, plural).split())
