"""A rebuilt window by what the log calls its pieces, for logs that show a new window at once; it knows no format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ctxaudit.importers._draft import Draft, Piece, Unit, matched, named
from ctxaudit.importers.window import Cut, Place, Window
from ctxaudit.model import Basis, Decider, Span


@dataclass(slots=True)
class Desk:
    """The window and its units, in the same order."""

    window: Window
    units: list[Unit] = field(default_factory=list)
    _keys: Counter[Hashable] = field(default_factory=Counter)

    def holds(self, key: Hashable) -> bool:
        """A piece of that key stands in the window."""
        return self._keys[key] > 0

    def enter(
        self, piece: Piece, stem: str, place: Place, *, before: str | None = None, basis: Basis = "recorded"
    ) -> Unit:
        """The piece's spans stand at the end, or before that span."""
        unit = self._unit(piece, stem)
        for span, draft in zip(unit.ids, piece.drafts, strict=True):
            self.window.add(draft.span(span), place, before=before, basis=basis)
        at = next((n for n, other in enumerate(self.units) if before in other.ids), None) if before else None
        self.units.insert(len(self.units) if at is None else at, unit)
        self._keys[piece.key] += 1
        return unit

    def lose(self, line: int) -> Unit:
        """What may have stood on a line that cannot be read: nothing that rests on it is judged."""
        return self.enter(lost_piece(f"line {line}"), f"lost-{line}", Place(line), basis="derived")

    def replace(
        self, after: Sequence[Piece], summary: int | None, stem: str, place: Place, *, withdrawn: bool = False
    ) -> list[Unit]:
        """The window becomes these pieces: what is known word by word had stayed, the newest copy first.

        `summary`: which of them stands for all that left; without one they were cut, or taken back. Returns what left.
        """
        places = matched([piece.key for piece in after], [unit.piece.key for unit in self.units])
        if summary is not None:
            places[summary] = None
        kept = {at for at in places if at is not None}
        left = [unit for at, unit in enumerate(self.units) if at not in kept]
        surrogate: Span | None = None
        units: list[Unit] = []
        new: dict[str, Span] = {}
        for number, (piece, at) in enumerate(zip(after, places, strict=True)):
            unit = self.units[at] if at is not None else self._unit(piece, f"{stem}.{number}")
            if number == summary:
                unit = Unit(piece, (self.window.free(stem),))
                surrogate = _surrogate(piece, unit.ids[0], [name for gone in left for name in gone.ids])
            units.append(unit)
            new |= {name: draft.span(name) for name, draft in zip(unit.ids, piece.drafts, strict=True) if at is None}
        if surrogate is not None:
            new[surrogate.id] = surrogate
        self._become(
            units, new, Cut(surrogate=surrogate, withdrawn=withdrawn, by=_by(withdrawn), basis="derived"), place
        )
        return left

    def take_back(self, units: Sequence[Unit], place: Place) -> None:
        """The window is what it was before: what came since is withdrawn by the human, what had left is there again."""
        if units == self.units[: len(units)]:
            left = [name for unit in self.units[len(units) :] for name in unit.ids]
            self.window.evict(left, "withdrawn", place, by="human", basis="derived")
            self._stand(units)
            return
        self._become(units, {}, Cut(withdrawn=True, by="human", basis="derived"), place)

    def swap(self, stubs: Mapping[int, Piece], copies: Mapping[int, str], place: Place, basis: Basis) -> None:
        """Units leave, each for a stub in its place; `copies` says where the whole of it can be read, by unit."""
        units = list(self.units)
        new: dict[str, Span] = {}
        for at, piece in stubs.items():
            units[at] = self._unit(piece, f"{self.units[at].ids[0]}-stub")
            new |= {name: draft.span(name) for name, draft in zip(units[at].ids, piece.drafts, strict=True)}
        told = {name: copy for at, copy in copies.items() for name in self.units[at].ids}
        self._become(units, new, Cut(copies=told, basis=basis), place)

    def _become(self, units: Sequence[Unit], new: Mapping[str, Span], cut: Cut, place: Place) -> None:
        names = [name for unit in units for name in unit.ids]
        self.window.become([new.get(name) or self.window.span(name) for name in names], cut, place)
        self._stand(units)

    def _stand(self, units: Sequence[Unit]) -> None:
        self.units = list(units)
        self._keys = Counter(unit.piece.key for unit in units)

    def _unit(self, piece: Piece, stem: str) -> Unit:
        return Unit(piece, tuple(self.window.free(name) for name in named(stem, len(piece.drafts))))


def lost_piece(what: str) -> Piece:
    """An entry of the window that the log lost: empty, and incomplete."""
    return Piece(("lost", what), (Draft("", "user", "host", {"tags": ("lost",), "complete": False}),))


def _by(withdrawn: bool) -> Decider:
    return "human" if withdrawn else "host"


def _surrogate(piece: Piece, name: str, sources: Sequence[str]) -> Span:
    span = piece.drafts[0].span(name)
    return replace(span, provenance=tuple(sources)) if span.lossy else span
