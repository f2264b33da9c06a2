"""From the paths on a command line to the files that may hold a log, in a fixed order and each once."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from glob import glob, has_magic
from os.path import exists, isdir, isfile
from pathlib import Path

from ctxaudit.ingest.places import Remote

SUFFIXES = (".jsonl", ".jsonl.gz", ".jsonl.zst", ".json", ".db", ".eval", ".traj")


@dataclass(frozen=True, slots=True)
class Wanted:
    """A file to audit. `named`: the user named this very file, so it is refused with a reason, never passed over.

    `size`: bytes as stored, where the search was told.
    """

    path: str
    named: bool
    size: int = field(default=0, compare=False)


def find(paths: Iterable[str], left: list[str] | None = None) -> Iterator[Wanted]:
    """Files, globs and directories, in the order given; what a directory holds comes sorted, subagents' files last.

    A path that does not exist is given back as named: opening it says why it cannot be audited. `left` hears of the
    links that lead out of a directory and are not followed: whoever wrote there must not choose what else is read.
    """
    seen: set[str] = set()
    for path in paths:
        for wanted in _expand(path, [] if left is None else left):
            if wanted.path == "-" or wanted.path not in seen:
                seen.add(wanted.path)
                yield wanted


def _expand(path: str, left: list[str]) -> Iterator[Wanted]:
    if path.startswith("file://"):
        path = path.removeprefix("file://")
    if "://" in path:
        yield from _remote(path)
    elif path == "-" or isfile(path):
        yield Wanted(path, named=True)
    elif isdir(path):
        yield from (Wanted(inner, named=False) for inner in _logs_below(path, left))
    elif has_magic(path):
        matched = sorted(glob(path, recursive=True))
        if not matched:
            yield Wanted(path, named=True)
        for inner in matched:
            if isdir(inner):
                yield from (Wanted(below, named=False) for below in _logs_below(inner, left))
            else:
                yield Wanted(inner, named=False)
    else:
        yield Wanted(path, named=True)


def _remote(url: str) -> Iterator[Wanted]:
    """As for paths of this machine. What cannot be asked for its files is taken for one: opening it says why."""
    try:
        found = Remote(url).below()
    except OSError:
        found = None
    if found is None or (has_magic(url) and not found):
        yield Wanted(url, named=True)
        return
    for inner in sorted(found, key=lambda inner: (is_lane(inner), inner)):
        if has_magic(url) or inner.endswith(SUFFIXES):
            yield Wanted(inner, named=False, size=found[inner])


def _logs_below(folder: str, left: list[str]) -> list[str]:
    """A subagent's log comes after that of its session, of which it is a lane, so that it is not audited twice."""
    top = os.path.join(os.path.realpath(folder), "")
    found: list[str] = []
    for where, folders, names in os.walk(folder):
        logs = [str(Path(where, name)) for name in names if name.endswith(SUFFIXES)]
        out = {path for path in (*logs, *(str(Path(where, name)) for name in folders)) if _leads_out(path, top)}
        left += sorted(out)
        found += [path for path in logs if path not in out and isfile(path)]
    return sorted(found, key=lambda path: (is_lane(path), path))


def _leads_out(path: str, top: str) -> bool:
    return os.path.islink(path) and exists(path) and not os.path.join(os.path.realpath(path), "").startswith(top)


def is_lane(path: str) -> bool:
    """The name is that of a subagent's log."""
    return re.split(r"[/\\]", path)[-1].startswith("agent-")


def only_here(path: str) -> bool:
    """It can be read in this process alone: standard input, a pipe, a file system that lives in memory."""
    return path == "-" or path.startswith("memory://") or ("://" not in path and not isfile(path))


def size_of(wanted: Wanted) -> int:
    """Bytes as stored; 0 where that is not to be had at once."""
    try:
        return wanted.size or Path(wanted.path).stat().st_size
    except (OSError, ValueError):
        return 0
