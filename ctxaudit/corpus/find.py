"""From the paths on a command line to the files that may hold a log, in a fixed order and each once."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from errno import ELOOP, ENAMETOOLONG, ENOENT, ENOTDIR
from glob import glob, has_magic
from os.path import exists, isdir, isfile
from pathlib import Path

from ctxaudit.ingest.places import Remote
from ctxaudit.ingest.source import UNREADABLE

SUFFIXES = (".jsonl", ".jsonl.gz", ".jsonl.zst", ".json", ".db", ".eval", ".traj")
_NOT_THERE = (ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP)  # errors that say no more than that a pattern matches nothing


@dataclass(frozen=True, slots=True)
class Wanted:
    """A file to audit. `named`: the user named this very file, so it is refused with a reason, never passed over.

    `size`: bytes as stored, where the search was told. `barred`: why the search could not look into this folder.
    """

    path: str
    named: bool
    size: int = field(default=0, compare=False)
    barred: str | None = field(default=None, compare=False)


def find(paths: Iterable[str], left: list[str] | None = None) -> Iterator[Wanted]:
    """Files, globs and directories, in the order given; what a directory holds comes sorted, subagents' files last.

    A path that does not exist is given back as named: opening it says why it cannot be audited. So is a directory that
    cannot be looked into. `left` hears of the links that lead out of a directory and are not followed: whoever wrote
    there must not choose what else is read.
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
        yield from _below(path, left)
    elif has_magic(path):
        yield from _matched(path, left)
    else:
        yield Wanted(path, named=True)


def _matched(pattern: str, left: list[str]) -> Iterator[Wanted]:
    matched = sorted(glob(pattern, recursive=True))
    barred = list(_barred_to(pattern))
    if not matched and not barred:
        yield Wanted(pattern, named=True)
    for inner in matched:
        if isdir(inner):
            yield from _below(inner, left)
        else:
            yield Wanted(inner, named=False)
    yield from barred


def _barred_to(pattern: str) -> Iterator[Wanted]:
    """The folders that the pattern leads into and that cannot be looked into: a glob leaves them out in silence."""
    head, name = os.path.split(pattern)
    if has_magic(head):
        yield from _barred_to(head)
    for folder in sorted(glob(os.path.join(head, ""), recursive=True)) if has_magic(head) else [head or "."]:
        try:
            if has_magic(name):
                os.scandir(folder).close()
            else:
                os.lstat(os.path.join(folder, name))
        except OSError as error:
            if error.errno not in _NOT_THERE:
                yield _barred(folder, error)


def _barred(folder: str, error: OSError) -> Wanted:
    why = "permission denied" if isinstance(error, PermissionError) else error.strerror or str(error)
    return Wanted(str(Path(folder)), named=True, barred=UNREADABLE + why)


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


def _below(folder: str, left: list[str]) -> Iterator[Wanted]:
    """A subagent's log comes after that of its session, of which it is a lane, so that it is not audited twice.

    Last come the folders that cannot be looked into.
    """
    top = os.path.join(os.path.realpath(folder), "")
    found: list[str] = []
    barred: list[Wanted] = []
    for where, folders, names in os.walk(folder, onerror=lambda error: barred.append(_shut(folder, error))):
        logs = [str(Path(where, name)) for name in names if name.endswith(SUFFIXES)]
        out = {path for path in (*logs, *(str(Path(where, name)) for name in folders)) if _leads_out(path, top)}
        left += sorted(out)
        found += [path for path in logs if path not in out and (isfile(path) or _hidden(path))]
    yield from (Wanted(path, named=False) for path in sorted(found, key=lambda path: (is_lane(path), path)))
    yield from sorted(barred, key=lambda one: one.path)


def _shut(folder: str, error: OSError) -> Wanted:
    return _barred(error.filename or folder, error)


def _hidden(path: str) -> bool:
    """Whether it is there cannot be said: a folder on the way to it may not be entered."""
    try:
        os.stat(path)
    except PermissionError:
        return True
    except (OSError, ValueError):
        return False
    return False


def _leads_out(path: str, top: str) -> bool:
    there = os.path.islink(path) and (exists(path) or _hidden(path))
    return there and not os.path.join(os.path.realpath(path), "").startswith(top)


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
