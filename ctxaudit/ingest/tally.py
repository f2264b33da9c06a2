"""The law of lines, kept while reading: every line is an event, a problem, blank, or declared as not context."""

from __future__ import annotations

from collections import Counter

from ctxaudit.model.trace import Lines, Problem


class Tally:
    """What each line of one trace gave. A line that gave several things counts as the first of: event, not context,
    problem, blank.
    """

    def __init__(self) -> None:
        self._events: set[int] = set()
        self._blank: set[int] = set()
        self._not_context: dict[int, str] = {}
        self._problems: list[Problem] = []

    def event(self, line: int) -> None:
        self._events.add(line)

    def blank(self, line: int) -> None:
        self._blank.add(line)

    def problem(self, problem: Problem) -> None:
        self._problems.append(problem)

    def not_context(self, line: int, kind: str) -> None:
        """The line holds no part of the window, by its kind; the first kind said of a line stays."""
        self._not_context.setdefault(line, kind)

    @property
    def problems(self) -> tuple[Problem, ...]:
        """In line order; those of one line in the order in which they were found."""
        return tuple(sorted(self._problems, key=lambda problem: problem.line))

    def lines(self) -> Lines:
        aside = {line: kind for line, kind in self._not_context.items() if line not in self._events}
        problems = {problem.line for problem in self._problems} - self._events - aside.keys()
        blank = self._blank - self._events - aside.keys() - problems
        kinds = Counter(aside.values())
        return Lines(
            read=len(self._events) + len(aside) + len(problems) + len(blank),
            events=len(self._events),
            blank=len(blank),
            problems=len(problems),
            not_context={kind: kinds[kind] for kind in sorted(kinds)},
        )
