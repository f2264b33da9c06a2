"""Reads and audits one file behind a fence: whatever it holds, and whatever breaks on it, the others go on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from traceback import extract_tb

from ctxaudit.auditing import audit_trace
from ctxaudit.corpus.find import Wanted, only_here
from ctxaudit.corpus.index import indexed
from ctxaudit.corpus.plan import FileAudit, Plan
from ctxaudit.errors import CtxauditError, InputError
from ctxaudit.importers import read_traces
from ctxaudit.ingest.source import EMPTY, UNREADABLE
from ctxaudit.ingest.witness import Witness
from ctxaudit.model import Trace, TraceReport, Unaudited


def audit_file(wanted: Wanted, plan: Plan) -> FileAudit:
    """The reports of its traces, or why it has none. A fault of ours on it is told as such."""
    try:
        if plan.index is None or only_here(wanted.path):
            return _audited(wanted, plan)
        return indexed(wanted, plan, _audited)
    except CtxauditError:
        raise
    except Exception as error:  # noqa: BLE001 - the fence: one file that breaks us must not take the others with it
        return FileAudit(unaudited=(broken(wanted, f"{type(error).__name__}: {error} ({_place(error)})"),))


def broken(wanted: Wanted, what: str) -> Unaudited:
    """A file that ctxaudit broke on."""
    return Unaudited(path=wanted.path, why=f"ctxaudit broke on it: {what}", named=wanted.named, broke=True)


def read_file(wanted: Wanted, format_name: str | None, witness: Witness | None = None) -> Iterator[Trace | Unaudited]:
    """Every trace of the file, or why it has none; none is held once it is given. `witness` is told what was read."""
    if wanted.barred is not None:
        yield Unaudited(path=wanted.path, why=wanted.barred, named=wanted.named)
        return
    try:
        waiting = read_traces(wanted.path, format_name, witness=witness)[::-1]
        while waiting:
            yield waiting.pop()
    except InputError as error:
        if (lost := _lost(wanted, error)) is not None:
            yield Unaudited(path=wanted.path, why=lost)
            return
        where = "" if error.line is None else f"line {error.line}: "
        if error.path != wanted.path:  # it is a part of the log that lies beside it
            where = f"{error.path}: {where}"
        named = wanted.named or error.why.startswith(UNREADABLE)  # a log that could not be read is not passed over
        yield Unaudited(path=wanted.path, why=f"{where}{error.why}", named=named)
    except RecursionError:
        yield Unaudited(path=wanted.path, why="nested too deeply to be read", named=wanted.named)


def _lost(wanted: Wanted, error: InputError) -> str | None:
    """Why the search found something and nothing is left of it; None where that is not so.

    A link that a pattern matches may never have led anywhere.
    """
    if wanted.named or error.path != wanted.path:
        return None
    if isinstance(error.__cause__, FileNotFoundError) and not os.path.islink(wanted.path):
        return f"{error.why}: it was there when the folder was searched"
    if error.why.startswith(EMPTY) and wanted.size:
        return f"{EMPTY}: it was not when the folder was searched"
    return None


def _audited(wanted: Wanted, plan: Plan, witness: Witness | None = None) -> FileAudit:
    reports: list[TraceReport] = []
    unaudited: list[Unaudited] = []
    read: list[str] = []
    for item in read_file(wanted, plan.format, witness):
        read.append(str(Path(item.path)))
        if isinstance(item, Unaudited):
            unaudited.append(item)
        elif plan.lanes is None or (item.header.lane or "main") in plan.lanes:
            audited = audit_trace(
                _with_budget(item, plan.budget),
                rules=plan.rules,
                all_conditions=plan.all_conditions,
                pictures=plan.pictures,
            )
            reports.append(audited.report)
            unaudited.extend(Unaudited(path=item.path, why=fault, broke=True) for fault in audited.faults)
    return FileAudit(tuple(reports), tuple(unaudited), tuple(read))


def _with_budget(trace: Trace, budget: int | None) -> Trace:
    return trace if budget is None else replace(trace, header=replace(trace.header, budget=budget))


def _place(error: Exception) -> str:
    innermost = extract_tb(error.__traceback__)[-1]
    return f"{Path(innermost.filename).name}:{innermost.lineno}"
