"""The law of lines for one log file whose lines belong to several lanes: each line counts once, in one of them."""

from __future__ import annotations

from collections.abc import Collection

from ctxaudit.ingest.tally import Tally
from ctxaudit.model import Lines, Problem

LaneKey = tuple[str, str]  # session, and the subagent's lane in it: "" for the main one
_MOST_KINDS = 60


class Account:
    """What each line gave, and to which lane: an event before anything else, then not context, a problem, blank."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self._events: dict[int, LaneKey] = {}
        self._aside: dict[int, tuple[LaneKey, str]] = {}
        self._blank: list[int] = []
        self._kinds: set[str] = set()

    def event(self, line: int, lane: LaneKey) -> None:
        self._events.setdefault(line, lane)

    def aside(self, line: int, lane: LaneKey, kind: str) -> None:
        """The line is no context; past a number of kinds that no real log has, the rest is one kind."""
        if kind not in self._kinds and len(self._kinds) >= _MOST_KINDS:
            kind = "other"
        self._kinds.add(kind)
        self._aside.setdefault(line, (lane, kind))

    def blank(self, line: int) -> None:
        self._blank.append(line)

    def problem(self, problem: Problem) -> None:
        self.problems.append(problem)

    def lines(self, lanes: Collection[LaneKey], first: LaneKey) -> dict[LaneKey, Lines]:
        """Each lane's share. A line that is no lane's (blank, a problem, metadata) is the first one's."""
        tallies = {lane: Tally() for lane in lanes}
        for line, owner in self._events.items():
            tallies.get(owner, tallies[first]).event(line)
        for line, (owner, kind) in self._aside.items():
            if line not in self._events:
                tallies.get(owner, tallies[first]).not_context(line, kind)
        for line in self._blank:
            if line not in self._events and line not in self._aside:
                tallies[first].blank(line)
        for problem in self.problems:
            if problem.line not in self._events and problem.line not in self._aside:
                tallies[first].problem(problem)
        return {lane: tally.lines() for lane, tally in tallies.items()}
