"""Audits many files, here or in several processes, and gathers one report; one bad file never stops the rest.

The report does not depend on how many processes there were: what they found is put together in the order of the files.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Literal

from ctxaudit.corpus.find import Wanted, find, is_lane, only_here, size_of
from ctxaudit.corpus.one import audit_file, read_file
from ctxaudit.corpus.plan import FileAudit, Plan, Step
from ctxaudit.corpus.pool import side_by_side
from ctxaudit.corpus.shares import Numbered, Spread
from ctxaudit.corpus.start import jobs_for
from ctxaudit.model import SEVERITIES, Report, Trace, TraceReport, Unaudited
from ctxaudit.ruledocs import rule_cards

__all__ = ["Plan", "audit_paths", "read_paths"]

_DRAWN = 50  # traces that keep their pictures
Teller = Callable[[Step], None]
Engine = Literal["local", "ray"]


@dataclass(slots=True)
class _Done:
    """What came of the files so far, by their numbers, and which file was the first to read which path."""

    results: dict[int, FileAudit] = field(default_factory=dict)
    readers: dict[str, int] = field(default_factory=dict)

    def add(self, number: int, result: FileAudit) -> None:
        self.results[number] = result
        for path in result.read:
            self.readers[path] = min(number, self.readers.get(path, number))

    def covers(self, number: int, wanted: Wanted) -> bool:
        """An earlier file has read this one as a lane of its session. What the user named is audited all the same."""
        return not wanted.named and self.readers.get(str(Path(wanted.path)), number) < number


def audit_paths(
    paths: Iterable[str],
    plan: Plan,
    *,
    version: str,
    jobs: int | None = None,
    engine: Engine = "local",
    each: Teller | None = None,
) -> Report:
    """One report over all paths, the same for either engine and any number of processes.

    `jobs`: so many processes, 0 = one for each core, None = one here, and all of a cluster. `each` hears of every file
    when it is done.
    """
    left: list[str] = []
    files = [(number, wanted, size_of(wanted)) for number, wanted in enumerate(find(paths, left))]
    done = _Done()
    steps = _Steps(files, each)
    with closing(_audited(files, plan, _spreading(engine, files, plan, jobs), done)) as audited:
        for number, result in audited:
            done.add(number, result)
            steps.tell(number)
            if plan.pictures and len(done.results) % _DRAWN == 0:
                _undraw(done.results)
    kept = list(_kept(files, plan, done.results))
    unaudited = [one for result in kept for one in result.unaudited]
    cards = rule_cards(plan.rules)
    return Report(
        version=1,
        tool_version=version,
        traces=tuple(_drawn([report for result in kept for report in result.reports])),
        unaudited=tuple(one for one in unaudited if one.named or one.broke),
        passed_over=sum(not one.named and not one.broke for one in unaudited),
        rules_run=len(cards),
        rules=cards,
        notes=_left_note(left),
    )


def read_paths(paths: Iterable[str], format_name: str | None = None) -> Iterator[Trace | Unaudited]:
    """Every trace of every file, or why a file has none. A lane's own file is not read again once its session was."""
    read: set[str] = set()
    for wanted in find(paths):
        if not wanted.named and str(Path(wanted.path)) in read:
            continue
        for item in read_file(wanted, format_name):
            read.add(str(Path(item.path)))
            yield item


def _left_note(links: Sequence[str]) -> tuple[str, ...]:
    if not links:
        return ()
    first, *others = dict.fromkeys(links)
    more = f"{len(others)} more link{'s' * (len(others) > 1)}"
    which = f"{first} and {more} lead" if others else f"{first} is a link that leads"
    return (f"not followed: {which} out of the folder that was searched; what is named is audited all the same",)


def _spreading(
    engine: Engine, files: Sequence[Numbered], plan: Plan, jobs: int | None
) -> AbstractContextManager[Spread] | None:
    """What spreads files over processes, where the engine has any for so many files."""
    if engine == "ray":
        from ctxaudit.corpus.ray import cluster

        return cluster(plan, jobs)
    processes = jobs_for(len(files), jobs)
    return None if processes == 1 else nullcontext(partial(side_by_side, plan=plan, jobs=processes))


def _audited(
    files: Sequence[Numbered], plan: Plan, spreading: AbstractContextManager[Spread] | None, done: _Done
) -> Generator[tuple[int, FileAudit]]:
    """What came of each file that no earlier one has read. `done` grows meanwhile."""
    far = [file for file in files if spreading is not None and not only_here(file[1].path)]
    for number, wanted, _ in files:
        if (not far or only_here(wanted.path)) and not done.covers(number, wanted):
            yield number, audit_file(wanted, plan)
    if spreading is None or not far:
        return
    with spreading as spread:
        # Which lanes were read with their sessions is known only when all sessions are done.
        for lanes in (False, True):
            wave = [file for file in far if is_lane(file[1].path) is lanes and not done.covers(*file[:2])]
            yield from spread(wave)


def _kept(files: Iterable[Numbered], plan: Plan, results: Mapping[int, FileAudit]) -> Iterator[FileAudit]:
    """In the order of the files, without those that an earlier one has read, as if each had been audited in turn."""
    order = _Done()
    for number, wanted, _ in files:
        if order.covers(number, wanted):
            continue
        result = results.get(number) or audit_file(wanted, plan)
        order.add(number, result)
        yield result


class _Steps:
    """Counts the files that are done, and tells of each."""

    def __init__(self, files: Sequence[Numbered], each: Teller | None) -> None:
        self._files = files
        self._each = each
        self._of_size = sum(size for _, _, size in files)
        self._done = 0
        self._size = 0

    def tell(self, number: int) -> None:
        _, wanted, size = self._files[number]
        self._done += 1
        self._size += size
        if self._each is not None:
            self._each(Step(wanted.path, self._done, len(self._files), self._size, self._of_size))


def _undraw(results: dict[int, FileAudit]) -> None:
    """Only the worst traces so far keep their pictures, so that thousands need no room for theirs."""
    numbers = sorted(results)
    drawn = iter(_drawn([report for number in numbers for report in results[number].reports]))
    for number in numbers:
        reports = tuple(next(drawn) for _ in results[number].reports)
        results[number] = replace(results[number], reports=reports)


def _drawn(reports: list[TraceReport]) -> list[TraceReport]:
    """The same reports; only the worst keep their pictures."""
    pictured = [at for at, report in enumerate(reports) if report.picture is not None]
    keep = set(sorted(pictured, key=lambda at: _badness(reports[at]))[:_DRAWN])
    return [
        replace(report, picture=None) if report.picture is not None and at not in keep else report
        for at, report in enumerate(reports)
    ]


def _badness(report: TraceReport) -> tuple[int, ...]:
    """The trace with the most of the worst findings first. What is suppressed or less than sure does not count."""
    counted = [one for one in report.findings if one.suppressed is None and one.confidence != "low"]
    return tuple(-sum(one.severity == severity for one in counted) for severity in SEVERITIES)
