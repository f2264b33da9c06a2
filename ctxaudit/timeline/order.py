"""The order of the window: which of two lives stands first, also for lives that are gone."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ctxaudit.timeline.life import Life

STEP = 1 << 112  # a gap is halved so many times before all labels are spread again; each life holds a number so long


@dataclass(slots=True)
class _Epoch:
    """An order holds from one checkpoint to the next; labels grow along the window, gaps leave room for insertions."""

    start: int  # the first moment at which it holds
    labels: dict[int, int] = field(default_factory=dict)  # life serial -> label
    taken: list[int] = field(default_factory=list)  # the labels, ascending

    def append(self, serial: int) -> None:
        label = (self.taken[-1] if self.taken else 0) + STEP
        self.taken.append(label)
        self.labels[serial] = label

    def insert(self, serial: int, *, before: int) -> None:
        place = bisect_left(self.taken, self.labels[before])
        below = self.taken[place - 1] if place else 0
        if self.taken[place] - below < 2:
            self._spread()
            below = self.taken[place - 1] if place else 0
        label = (below + self.taken[place]) // 2
        self.taken.insert(place, label)
        self.labels[serial] = label

    def _spread(self) -> None:
        """Gives every life the label of its rank, so that labels stay as short as they were."""
        ranks = sorted(self.labels, key=self.labels.__getitem__)
        self.labels = {serial: rank * STEP for rank, serial in enumerate(ranks, start=1)}
        self.taken = [rank * STEP for rank in range(1, len(ranks) + 1)]


class WindowOrder:
    """Labels each life with a number that grows along the window; a life that left keeps its place.

    A checkpoint may restate the order, so labels are kept per epoch and asked with a moment.
    """

    def __init__(self) -> None:
        self._epochs = [_Epoch(0)]

    def put(self, life: Life, *, before: Life | None = None) -> None:
        """Places a life before another one, which may just have left, or at the end."""
        epoch = self._epochs[-1]
        if before is None:
            epoch.append(life.serial)
        else:
            epoch.insert(life.serial, before=before.serial)

    def restate(self, lives: Sequence[Life], moment: int) -> None:
        """Takes over the order that a checkpoint states, when it differs from the present one."""
        labels = self._epochs[-1].labels
        if all(life.serial in labels for life in lives) and list(lives) == self.sorted(lives):
            return
        epoch = _Epoch(moment)
        for life in lives:
            epoch.append(life.serial)
        self._epochs.append(epoch)

    def first(self, lives: Sequence[Life]) -> Life | None:
        labels = self._epochs[-1].labels
        return min(lives, key=lambda life: labels[life.serial], default=None)

    def sorted(self, lives: Iterable[Life], moment: int | None = None) -> list[Life]:
        """Lives that are live at that moment (default: now), in window order."""
        epochs = reversed(self._epochs)
        epoch = next(epochs) if moment is None else next(epoch for epoch in epochs if epoch.start <= moment)
        return sorted(lives, key=lambda life: epoch.labels[life.serial])
