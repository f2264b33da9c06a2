"""What the window shows at a moment, so that the model of a generated session names things in recorded proportions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

# Of a hundred names that the model says after the first edit. The rest stands in the window.
COINED, FADED, DERIVATIVE, ALTERED = 16, 2.5, 1.5, 0.5
_REMEMBERED = 300  # names of windows that are gone


class Shown:
    """Names of one kind that evidence in the window holds, that only its summary holds, and that are gone."""

    def __init__(self, rng: Random, coin: Callable[[], str], misspell: Callable[[str], str]) -> None:
        self._rng = rng
        self._coin = coin
        self._misspell = misspell
        self._live: dict[str, None] = {}
        self._order: list[str] = []
        self._summed: list[str] = []
        self._gone: list[str] = []

    def show(self, names: Iterable[str]) -> None:
        for name in names:
            if name not in self._live:
                self._live[name] = None
                self._order.append(name)

    def evidence(self) -> str:
        """A name that stands in the window, as a rule one of the last that came in."""
        count = len(self._order)
        if not count:
            return self._coin()
        return self._order[-1 - int(count * self._rng.random() ** 2)]

    def said(self) -> str:
        """A name as the model says it."""
        roll = 100 * self._rng.random()
        if roll < COINED or not self._order:
            return self._coin()
        if roll < COINED + FADED and self._gone:
            return self._rng.choice(self._gone)
        if roll < COINED + FADED + DERIVATIVE and self._summed:
            return self._rng.choice(self._summed)
        if roll > 100 - ALTERED:
            return self._misspell(self.evidence())
        return self.evidence()

    def compact(self, count: int) -> list[str]:
        """Empties the window; gives the names that the summary keeps."""
        kept = list(dict.fromkeys(self.evidence() for _ in range(count)))
        left = [name for name in self._order if name not in kept]
        self._gone = [*self._gone, *left][-_REMEMBERED:]
        self._summed, self._order, self._live = kept, [], {}
        return kept
