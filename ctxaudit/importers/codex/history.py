"""The history of a thread as the harness keeps it: what replaced it, where its turns begin, and the way back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ctxaudit.importers._desk import Desk
from ctxaudit.importers._draft import Piece, Unit
from ctxaudit.importers.codex.compaction import Compaction, is_humans
from ctxaudit.importers.window import Place

INSTRUCTIONS = "instructions"


@dataclass(slots=True)
class History:
    """A rollback may undo a compaction, so the units before each one are kept."""

    desk: Desk
    _before: list[list[Unit]] = field(default_factory=list)
    _turns: list[tuple[int, int]] = field(default_factory=list)  # compactions before it, and its place

    def begin_turn(self, back: int) -> None:
        """A turn begins with the last so many units."""
        self._turns.append((len(self._before), len(self.desk.units) - back))

    def replace(self, told: Compaction, tail: Sequence[Piece], stem: str, place: Place) -> int:
        """The window becomes the instructions, what the compaction says, and `tail`; returns how many units left."""
        before = self.desk.units
        fixed = [unit.piece for unit in before if unit.piece.key == INSTRUCTIONS]
        summary = None if told.summary is None else len(fixed) + told.summary
        left = self.desk.replace([*fixed, *told.after, *tail], summary, stem, place)
        self._before.append(before)
        return len(left)

    def roll_back(self, turns: int, place: Place) -> int:
        """The last turns are taken back, compactions among them too; returns how many turns there were to take."""
        if turns <= 0 or not self._turns:
            return 0
        taken = min(turns, len(self._turns))
        compactions, at = self._turns[-taken]
        first = self._turns[0]
        base = self.desk.units if compactions == len(self._before) else self._before[compactions]
        floor = first[1] if first[0] == compactions else 0
        while at > floor and _is_context(base[at - 1].piece):
            at -= 1
        self._turns = self._turns[:-taken]
        self._before = self._before[:compactions]
        self.desk.take_back(base[:at], place)
        return taken


def _is_context(piece: Piece) -> bool:
    """What the harness put before a turn: settings, instructions, notices."""
    roles = {draft.role for draft in piece.drafts}
    return piece.by == "host" and not is_humans(piece) and roles <= {"system", "user"} and piece.key != INSTRUCTIONS
