"""Puts the steps of a trace into columns, and counts what filled the window in each.

A turn has as many columns as it has steps while there is room for all turns; else a column holds several steps, or
several turns.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import accumulate

from ctxaudit.model import Call, Column
from ctxaudit.timeline import Timeline
from ctxaudit.timeline.filling import PARTS, Part, changes

MOST_COLUMNS = 400


class Axis:
    """The column of every step. Columns follow one another as steps do; none is empty."""

    def __init__(self, timeline: Timeline) -> None:
        self._steps = timeline.steps
        self.column_of_step: list[int] = []
        groups = _groups([step.turn for step in timeline.steps])
        most = max(1, MOST_COLUMNS // max(1, len(groups)))
        width = 0
        for size in groups:
            own = min(size, most)
            self.column_of_step += [width + place * own // size for place in range(size)]
            width += own
        self.width = width
        self._turns = [step.turn for step in timeline.steps]
        self._lines: dict[int, int] = {}
        for step in timeline.steps:
            self._lines.setdefault(step.line, step.index)

    def column_of_line(self, line: int, turn: int) -> int:
        """Of the line's first event; where it has none, of the last step up to that turn."""
        index = self._lines.get(line)
        if index is None:
            index = max(0, bisect_right(self._turns, turn) - 1)
        return self.column_of_step[index] if self.column_of_step else 0

    def start(self, moment: int) -> int:
        """The column in which something that came in at this moment is first seen."""
        return self.column_of_step[max(0, moment - 1)]

    def end(self, moment: int | None) -> int:
        """The column after the last one in which something that left at this moment was seen."""
        return self.width if moment is None else self.column_of_step[max(0, moment - 1)]


def _groups(turns: list[int]) -> list[int]:
    """How many steps each turn has, or each run of turns when there are more turns than columns."""
    sizes: list[int] = []
    last: int | None = None
    for turn in turns:
        if turn != last:
            sizes.append(0)
            last = turn
        sizes[-1] += 1
    together = -(-len(sizes) // MOST_COLUMNS)
    return [sum(sizes[at : at + together]) for at in range(0, len(sizes), together)] if together > 1 else sizes


def columns(timeline: Timeline, axis: Axis) -> tuple[Column, ...]:
    """Each column with the window at its fullest."""
    sums = _sums(timeline)
    totals = [sum(parts) for parts in zip(*sums.values(), strict=True)]
    made: list[Column] = []
    for steps in _columns(axis):
        fullest = max((index + 1 for index in steps), key=lambda moment: totals[moment])
        first, last = timeline.steps[steps.start], timeline.steps[steps.stop - 1]
        calls = [step.event for step in timeline.steps[steps.start : steps.stop] if isinstance(step.event, Call)]
        made.append(
            Column(
                turn=first.turn,
                last_turn=last.turn,
                line=first.line,
                recorded=max((call.tokens for call in calls if call.tokens is not None), default=None),
                **{part: sums[part][fullest] for part in PARTS},
            )
        )
    return tuple(made)


def _columns(axis: Axis) -> Iterator[range]:
    """The steps of each column."""
    start = 0
    places = axis.column_of_step
    for index in range(1, len(places) + 1):
        if index == len(places) or places[index] != places[start]:
            yield range(start, index)
            start = index


def _sums(timeline: Timeline) -> Mapping[Part, list[int]]:
    """Tokens of each part at every moment: what each life adds and takes is noted once, then summed up."""
    noted: Mapping[Part, list[int]] = {part: [0] * (timeline.end + 1) for part in PARTS}
    for life in timeline.lives:
        for moment, part, tokens in changes(life):
            noted[part][moment] += tokens
    return {part: list(accumulate(change)) for part, change in noted.items()}
