"""The order of the window: which of two lives stands first, also for lives that are gone."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ctxaudit.timeline.life import Life

STEP = 1 << 112  # a gap is halved so many times before all labels are spread again


@dataclass(slots=True)
class _Epoch:
    """An order holds from one checkpoint to the next; labels grow along the window, gaps leave room for insertions.

    A life that comes in at the end has the label of its serial, and none is held for it. Lives come in by serial.
    """

    start: int  # the first moment at which it holds
    first: int  # the serial of the first life that comes in while it holds
    end: int  # the serial after the last
    labels: dict[int, int] = field(default_factory=dict)  # life serial -> label, where it is not that of the serial
    taken: list[int] = field(default_factory=list)  # these labels, ascending

    def label(self, life: Life) -> int:
        serial = life.serial
        return self.labels.get(serial) or (serial + 1) * STEP

    def knows(self, life: Life) -> bool:
        return life.serial >= self.first or life.serial in self.labels

    def insert(self, life: Life, *, before: Life) -> None:
        below, label = self._gap(before)
        if label - below < 2:
            self._spread()
            below, label = self._gap(before)
        self.labels[life.serial] = between = (below + label) // 2
        insort(self.taken, between)

    def _gap(self, before: Life) -> tuple[int, int]:
        """The label of a life, and one below it that no life between them has."""
        label = self.label(before)
        place = bisect_left(self.taken, label)
        return max((label - 1) // STEP * STEP, self.taken[place - 1] if place else 0), label

    def _spread(self) -> None:
        """Gives every life the label of its rank, so that labels stay as short as they were."""
        by_serial = {serial: (serial + 1) * STEP for serial in range(self.first, self.end)} | self.labels
        self.place(sorted(by_serial, key=by_serial.__getitem__))

    def place(self, serials: Iterable[int]) -> None:
        """These stand in this order, before all that come in later."""
        self.labels = {serial: rank * STEP for rank, serial in enumerate(serials, start=1)}
        self.taken = list(self.labels.values())


class WindowOrder:
    """Labels each life with a number that grows along the window; a life that left keeps its place.

    A checkpoint may restate the order, so labels are kept per epoch and asked with a moment.
    """

    def __init__(self) -> None:
        self._epochs = [_Epoch(0, 0, 0)]

    def put(self, life: Life, *, before: Life | None = None) -> None:
        """Places the newest life before another one, which may just have left, or at the end."""
        epoch = self._epochs[-1]
        if before is not None:
            epoch.insert(life, before=before)
        epoch.end = life.serial + 1

    def restate(self, lives: Sequence[Life], moment: int) -> None:
        """Takes over the order that a checkpoint states, when it differs from the present one."""
        now = self._epochs[-1]
        if all(map(now.knows, lives)) and list(lives) == self.sorted(lives):
            return
        epoch = _Epoch(moment, now.end, now.end)
        epoch.place(life.serial for life in lives)
        self._epochs.append(epoch)

    def first(self, lives: Sequence[Life]) -> Life | None:
        return min(lives, key=self._epochs[-1].label, default=None)

    def sorted(self, lives: Iterable[Life], moment: int | None = None) -> list[Life]:
        """Lives that are live at that moment (default: now), in window order."""
        epochs = reversed(self._epochs)
        epoch = next(epochs) if moment is None else next(epoch for epoch in epochs if epoch.start <= moment)
        return sorted(lives, key=epoch.label)
