"""Lives of spans and steps of a replay: the values that a timeline is made of."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Literal

from ctxaudit.model import Attribution, Event, Span
from ctxaudit.packed import Kept, size_of

Arrival = Literal["add", "surrogate", "external", "retained", "model"]
Stretch = tuple[int, int | None]  # moments [from, to); None: to the end


@dataclass(slots=True, eq=False)
class Life:
    """One stay of a span in the window, from the step that brought it to the edit that took it.

    An id may have several lives, one after the other; each keeps its own text and its own attribution.
    Moments count applied steps: a life is live at moment m when it stands in the window after the first m steps.
    """

    serial: int
    span: Span
    entered: int  # index of the step that brought it
    arrival: Arrival
    tokens: int
    estimated: bool
    parents: tuple[Life, ...] = ()
    named: tuple[Life, ...] = ()  # the lives that its provenance names, as known when it came in
    surrogate: bool = False
    lossless: bool = False
    depth: int = 0
    attribution: Attribution | None = None  # None while it is live
    successor: Life | None = None  # what stands for it since it left inside a rewrite or a restore
    copy: str | None = None  # the reference that the evict which took it names
    left: int | None = None  # index of the step after which it was gone; None while it is live
    pins: tuple[Stretch, ...] = ()  # during which it is pinned
    _before: tuple[Stretch, ...] = ()  # the stays that a checkpoint took up again
    _since: int | None = None  # the moment at which it was taken up again, the last time

    @property
    def id(self) -> str:
        return self.span.id

    @property
    def derivative(self) -> bool:
        """A surrogate that does not hold its sources whole."""
        return self.surrogate and not self.lossless

    @property
    def fills(self) -> Literal["system", "surrogates", "sources"]:
        """The part of the window that it takes up while it is not pinned."""
        if self.derivative:
            return "surrogates"
        return "system" if self.span.role == "system" else "sources"

    @property
    def dispensable(self) -> bool:
        return "dispensable" in self.span.tags or "superseded" in self.span.tags

    @property
    def evidence(self) -> bool:
        """What a claim may rest on: neither a rewrite nor the model's own words."""
        return not self.derivative and self.span.by != "model"

    @property
    def named_copy(self) -> str | None:
        """The reference to an external copy, if there is one that can be followed."""
        own = self.span.external_copy
        return self.copy or (own if isinstance(own, str) else None) or None

    @property
    def has_copy(self) -> bool:
        return self.span.external_copy is True or self.named_copy is not None

    @property
    def stays(self) -> list[Stretch]:
        """Each unbroken stay. Hardly a life has more than one."""
        end = None if self.left is None else self.left + 1
        return [*self._before, (self._start, end)]

    @property
    def _start(self) -> int:
        return self.entered + 1 if self._since is None else self._since

    def live_at(self, moment: int) -> bool:
        left = self.left
        if (left is None or moment <= left) and moment >= self._start:
            return True
        return bool(self._before) and _covers(self._before, moment)

    def leave(self, index: int) -> None:
        """It is gone after the step of that index."""
        self.left = index

    def come_back(self, moment: int) -> None:
        """A checkpoint says that it is live at that moment, though it had left."""
        self._before = tuple(self.stays)
        self.left, self._since = None, moment

    def pinned_at(self, moment: int) -> bool:
        return _covers(self.pins, moment) and self.live_at(moment)

    def gone_at(self, moment: int) -> bool:
        """Has been in the window before this moment, and is not now."""
        return self.entered < moment and not self.live_at(moment)

    def ancestors(self) -> list[Life]:
        """Parents, their parents and so on, and every life that a provenance on the way names; nearest first."""
        seen: dict[int, Life] = {}
        queue = [*self.parents, *self.named]
        for life in queue:
            if life.serial not in seen and life is not self:
                seen[life.serial] = life
                queue.extend((*life.parents, *life.named))
        return list(seen.values())

    def originals(self) -> list[Life]:
        """What it was made from in the end: itself when it is no derivative."""
        if not self.derivative:
            return [self]
        seen: dict[int, Life] = {self.serial: self}
        found: list[Life] = []
        queue = [self]
        for life in queue:
            if not life.derivative:
                found.append(life)
                continue
            for source in (*life.parents, *life.named):
                if source.serial not in seen:
                    seen[source.serial] = source
                    queue.append(source)
        return sorted(found, key=lambda life: life.serial)


def _covers(stretches: Sequence[Stretch], moment: int) -> bool:
    """One of them, which are in order and apart, has the moment."""
    place = bisect_right(stretches, moment, key=itemgetter(0))
    if not place:
        return False
    end = stretches[place - 1][1]
    return end is None or moment < end


@dataclass(slots=True, eq=False)
class Step:
    """One event and what it did to the window. `before` and `after` are the moments around it."""

    index: int
    event: Event
    turn: int  # never goes back, whatever the event says
    entered: tuple[Life, ...] = ()
    left: tuple[Life, ...] = ()  # in the event's own order
    revived: tuple[Life, ...] = ()  # gone lives that a checkpoint states to be live
    named_gone: tuple[Life, ...] = ()  # lives that the event names though they are gone
    explained: tuple[Life, ...] = ()  # lives that a truncate of this turn took, and that this evict attributes
    conflicts: tuple[Life, ...] = ()  # gone lives to which the event would give a second, different attribution
    unknown: tuple[str, ...] = ()  # ids that the event names and nobody ever saw
    edit: bool = False

    @property
    def before(self) -> int:
        return self.index

    @property
    def after(self) -> int:
        return self.index + 1

    @property
    def line(self) -> int:
        return self.event.line

    @property
    def surrogate(self) -> Life | None:
        """The life that a rewrite brought; None for other steps, and when the rewrite was refused."""
        return self.entered[0] if self.entered and self.entered[0].arrival == "surrogate" else None


def estimate_tokens(text: Kept) -> int:
    """A token for every four bytes of UTF-8, rounded up."""
    return (size_of(text) + 3) // 4
