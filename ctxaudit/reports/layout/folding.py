"""Which turns of a long replay have a row of their own, and which are counted in one row together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ctxaudit.windows import TurnWindow

MOST_EDITED = 40  # turns with edits that keep their own row
_LEAST_RUN = 3


@dataclass(frozen=True, slots=True)
class Run:
    """Neighbouring turns in one row; a single turn has one of its own."""

    rows: tuple[TurnWindow, ...]

    @property
    def last(self) -> TurnWindow:
        return self.rows[-1]

    @property
    def edits(self) -> int:
        return sum(len(row.edits) for row in self.rows)


def folded(rows: Sequence[TurnWindow], *, verbose: bool) -> list[Run]:
    """The first and the last turn, and those with the edits that took most, alone; what lies between in runs.

    No run is shorter than three turns: two rows say more than one that counts two.
    """
    if verbose:
        return [Run((row,)) for row in rows]
    alone = _alone(rows)
    runs: list[Run] = []
    waiting: list[TurnWindow] = []
    for row in rows:
        if row.turn in alone:
            runs += [*_run(waiting), Run((row,))]
            waiting = []
        else:
            waiting.append(row)
    return [*runs, *_run(waiting)]


def _alone(rows: Sequence[TurnWindow]) -> set[int]:
    edited = sorted((row for row in rows if row.edits), key=lambda row: (-_weight(row), row.turn))
    kept = {row.turn for row in edited[:MOST_EDITED]}
    return kept | {row.turn for row in (*rows[:1], *rows[-1:])}


def _weight(row: TurnWindow) -> int:
    return sum(edit.tokens_left for edit in row.edits)


def _run(rows: Sequence[TurnWindow]) -> list[Run]:
    if len(rows) < _LEAST_RUN:
        return [Run((row,)) for row in rows]
    return [Run(tuple(rows))]
