"""Labels say what a plain list of the window says, through insertions, lives that come back and stated orders."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from ctxaudit.timeline import Life
from ctxaudit.timeline import order as module
from ctxaudit.timeline.order import WindowOrder


class Plain:
    """Every life that the window ever had since it was last stated anew, in its order."""

    def __init__(self) -> None:
        self.order: list[Life] = []
        self.states: list[tuple[int, list[Life]]] = []

    def at(self, moment: int) -> list[Life]:
        return next(order for known, order in reversed(self.states) if known <= moment)


def a_life(serial: int) -> Life:
    return cast(Life, SimpleNamespace(serial=serial))


@pytest.mark.parametrize("step", [4, 1 << 112], ids=["narrow", "wide"])
@pytest.mark.parametrize("seed", range(12))
def test_it_is_the_order_of_a_plain_list(monkeypatch: pytest.MonkeyPatch, seed: int, step: int) -> None:
    monkeypatch.setattr(module, "STEP", step)
    dice = Random(seed)
    labels, plain = WindowOrder(), Plain()
    lives: list[Life] = []
    for moment in range(1, 150):
        if lives and dice.random() < 0.06:
            stated = dice.sample(lives, dice.randint(1, len(lives)))
            labels.restate(stated, moment)
            plain.order = stated if stated != [life for life in plain.order if life in stated] else plain.order
        else:
            newest = a_life(len(lives))
            lives.append(newest)
            before = dice.choice(plain.order) if plain.order and dice.random() < 0.6 else None
            labels.put(newest, before=before)
            at = len(plain.order) if before is None else plain.order.index(before)
            plain.order = [*plain.order[:at], newest, *plain.order[at:]]
        plain.states.append((moment, plain.order))
        some = dice.sample(plain.order, dice.randint(0, len(plain.order)))
        assert labels.sorted(some) == [life for life in plain.order if life in some]
        assert labels.first(some) is next((life for life in plain.order if life in some), None)
    for moment in range(1, 150):
        known = plain.at(moment)
        mixed = dice.sample(known, len(known))
        assert labels.sorted(mixed, moment) == known


def test_a_life_that_comes_in_at_the_end_costs_nothing() -> None:
    labels = WindowOrder()
    for serial in range(1000):
        labels.put(a_life(serial))
    (epoch,) = cast(Any, labels)._epochs
    assert not epoch.labels
    assert not epoch.taken
