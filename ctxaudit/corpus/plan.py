"""What is to be done with every file of a run, and what one of them gave: values that travel between processes."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from ctxaudit.model import TraceReport, Unaudited


@dataclass(frozen=True, slots=True)
class Plan:
    """What to audit and how. `rules`: slugs, None = all. `lanes`: only traces of these lanes, None = all.

    `pictures` draws the worst traces, for the formats that show a drawing. `index`: the folder with results of former
    runs.
    """

    rules: Collection[str] | None = None
    all_conditions: bool = False
    format: str | None = None
    budget: int | None = None
    lanes: Collection[str] | None = None
    pictures: bool = False
    index: str | None = None


@dataclass(frozen=True, slots=True)
class FileAudit:
    """All that one file gave. `read`: the files whose traces it holds, also those of lanes that are not wanted."""

    reports: tuple[TraceReport, ...] = ()
    unaudited: tuple[Unaudited, ...] = ()
    read: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """How far a run is. `path` is the file that is begun or was ended last."""

    path: str
    files: int
    of_files: int
    size: int  # bytes as stored
    of_size: int
