"""Reads and audits files one after the other, and gathers one report; one bad file never stops the rest."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from ctxaudit.audit import audit_trace
from ctxaudit.corpus.find import Wanted, find
from ctxaudit.errors import InputError
from ctxaudit.importers import read_traces
from ctxaudit.model import Report, Trace, TraceReport, Unaudited
from ctxaudit.ruledocs import rule_cards


@dataclass(frozen=True, slots=True)
class Plan:
    """What to audit and how. `rules`: slugs, None = all. `lanes`: only traces of these lanes, None = all."""

    rules: Collection[str] | None = None
    all_conditions: bool = False
    format: str | None = None
    budget: int | None = None
    lanes: Collection[str] | None = None


def audit_paths(paths: Iterable[str], plan: Plan, *, version: str, each: Callable[[str], None] | None = None) -> Report:
    """One report over all paths. `each` is told every file before it is read (for progress)."""
    reports: list[TraceReport] = []
    unaudited: list[Unaudited] = []
    passed_over = 0
    for item in read_paths(paths, plan.format, each):
        if isinstance(item, Unaudited):
            unaudited.extend([item] if item.named else [])
            passed_over += not item.named
            continue
        if plan.lanes is not None and (item.header.lane or "main") not in plan.lanes:
            continue
        audited = audit_trace(_with_budget(item, plan.budget), rules=plan.rules, all_conditions=plan.all_conditions)
        reports.append(audited.report)
        unaudited.extend(Unaudited(path=item.path, why=fault, broke=True) for fault in audited.faults)
    cards = rule_cards(plan.rules)
    return Report(
        version=1,
        tool_version=version,
        traces=tuple(reports),
        unaudited=tuple(unaudited),
        passed_over=passed_over,
        rules_run=len(cards),
        rules=cards,
    )


def read_paths(
    paths: Iterable[str], format_name: str | None = None, each: Callable[[str], None] | None = None
) -> Iterator[Trace | Unaudited]:
    """Every trace of every file, or why a file has none. A lane's own file is not read again once its session was."""
    read: set[str] = set()
    for wanted in find(paths):
        if not wanted.named and str(Path(wanted.path)) in read:
            continue
        if each is not None:
            each(wanted.path)
        for item in _read(wanted, format_name):
            read.add(str(Path(item.path)))
            yield item


def _read(wanted: Wanted, format_name: str | None) -> Iterator[Trace | Unaudited]:
    try:
        yield from read_traces(wanted.path, format_name)
    except InputError as error:
        line = "" if error.line is None else f"line {error.line}: "
        yield Unaudited(path=wanted.path, why=f"{line}{error.why}", named=wanted.named)
    except RecursionError:
        yield Unaudited(path=wanted.path, why="nested too deeply to be read", named=wanted.named)


def _with_budget(trace: Trace, budget: int | None) -> Trace:
    return trace if budget is None else replace(trace, header=replace(trace.header, budget=budget))
