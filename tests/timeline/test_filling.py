"""What fills the window is what each live span takes up, pinned or as what it is."""

from __future__ import annotations

from collections import Counter

import pytest

from ctxaudit.timeline.filling import PARTS, changes
from tests.build import Build
from tests.simulate import session
from tests.timeline.asking import life, timeline_of


@pytest.mark.parametrize("seed", range(12))
def test_the_changes_up_to_a_moment_are_what_is_live_at_it(seed: int) -> None:
    timeline = timeline_of(session(seed))
    noted = sorted(change for one in timeline.lives for change in changes(one))
    for moment in range(0, timeline.end + 1, 5):
        summed: Counter[str] = Counter()
        for at, part, tokens in noted:
            summed[part] += tokens if at <= moment else 0
        live: Counter[str] = Counter()
        for one in timeline.lives:
            if one.live_at(moment):
                live["pinned" if one.pinned_at(moment) else one.fills] += one.tokens
        assert {part: summed[part] for part in PARTS} == {part: live[part] for part in PARTS}


def test_a_span_is_counted_as_pinned_from_the_pin_to_the_unpin() -> None:
    one = life(timeline_of(Build().add("a", tokens=7).pin("a").unpin("a")), "a")
    assert list(changes(one)) == [
        (1, "sources", 7), (2, "sources", -7), (2, "pinned", 7), (3, "sources", 7), (3, "pinned", -7),
    ]  # fmt: skip
