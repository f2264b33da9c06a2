"""From the paths on a command line to the files that may hold a log, in a fixed order and each once."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from os.path import exists, isdir, isfile
from pathlib import Path
from stat import S_ISREG

from ctxaudit.corpus.pattern import LONGEST, is_pattern, matched
from ctxaudit.ingest.places import NOT_THERE, Remote, plain
from ctxaudit.ingest.source import UNREADABLE

SUFFIXES = (".jsonl", ".jsonl.gz", ".jsonl.zst", ".json", ".db", ".eval", ".traj")
_NO_FILE = "is no file: a pipe or a device is read when it is named"


@dataclass(frozen=True, slots=True)
class Wanted:
    """A file to audit. `named`: the user named this very file, so it is refused with a reason, never passed over.

    `size`: bytes as stored when it was found, where the search was told. `barred`: why the search could not look into
    this folder, or why it is not to be opened.
    """

    path: str
    named: bool
    size: int = field(default=0, compare=False)
    barred: str | None = field(default=None, compare=False)


def find(paths: Iterable[str], left: list[str] | None = None) -> Iterator[Wanted]:
    """Files, globs and directories, in the order given; what a directory holds comes sorted, subagents' files last.

    A path that does not exist is given back as named: opening it says why it cannot be audited. So is a directory that
    cannot be looked into. `left` hears of the links that lead out of a directory and are not followed: whoever wrote
    there must not choose what else is read. No link to a directory is: what it holds is found where it lies.
    """
    seen: set[str] = set()
    for path in paths:
        for wanted in _expand(path, [] if left is None else left):
            if wanted.path == "-" or wanted.path not in seen:
                seen.add(wanted.path)
                yield wanted


def _expand(path: str, left: list[str]) -> Iterator[Wanted]:
    path = plain(path)
    if "://" in path:
        yield from _remote(path)
    elif path == "-" or isfile(path):
        yield Wanted(path, named=True)
    elif isdir(path):
        yield from _below(path, left)
    elif is_pattern(path):
        yield from _matched(path, left)
    else:
        yield Wanted(path, named=True)


def _matched(pattern: str, left: list[str]) -> Iterator[Wanted]:
    links: list[str] = []
    found = matched(pattern, links)
    top = _top(_fixed(pattern))
    left += [link for link in sorted(links) if _leads_out(link, top)]
    barred = list(_barred_to(pattern))
    if not found and not barred:
        yield Wanted(pattern, named=True)
    searched = ""
    for inner in found:
        if searched and inner.startswith(searched):
            continue  # a search to all depths has been there
        if isdir(inner):
            searched = os.path.join(inner, "")
            yield from _below(inner, left)
        else:
            other = exists(inner) and not isfile(inner)
            yield _seen(inner) or Wanted(inner, named=False, barred=_NO_FILE if other else None)
    yield from barred


def _fixed(pattern: str) -> str:
    """The folder up to which it is a plain path."""
    while is_pattern(pattern):
        pattern = os.path.dirname(pattern)
    return pattern


def _barred_to(pattern: str) -> Iterator[Wanted]:
    """The folders that the pattern leads into and that cannot be looked into: a glob leaves them out in silence."""
    head, name = os.path.split(pattern)
    if is_pattern(head):
        yield from _barred_to(head)
    for folder in matched(os.path.join(head, "")) if is_pattern(head) else [head or "."]:
        try:
            if is_pattern(name):
                os.scandir(folder).close()
            else:
                os.lstat(os.path.join(folder, name))
        except OSError as error:
            if error.errno not in NOT_THERE:
                yield _barred(folder, error)


def _barred(folder: str, error: OSError) -> Wanted:
    why = "permission denied" if isinstance(error, PermissionError) else error.strerror or str(error)
    return Wanted(str(Path(folder)), named=True, barred=UNREADABLE + why)


def _remote(url: str) -> Iterator[Wanted]:
    """As for paths of this machine. What cannot be asked for its files is taken for one: opening it says why."""
    try:
        found = Remote(url).below() if len(url) <= LONGEST else None
    except OSError:
        found = None
    if found is None or (is_pattern(url) and not found):
        yield Wanted(url, named=True)
        return
    for inner in sorted(found, key=lambda inner: (is_lane(inner), inner)):
        if is_pattern(url) or inner.endswith(SUFFIXES):
            yield Wanted(inner, named=False, size=found[inner])


def _below(folder: str, left: list[str]) -> Iterator[Wanted]:
    """A subagent's log comes after that of its session, of which it is a lane, so that it is not audited twice.

    Last come the folders that cannot be looked into.
    """
    top = _top(folder)
    found: list[Wanted] = []
    barred: list[Wanted] = []
    for where, folders, names in os.walk(folder, onerror=lambda error: barred.append(_shut(folder, error))):
        logs = [str(Path(where, name)) for name in names if name.endswith(SUFFIXES)]
        out = {path for path in (*logs, *(str(Path(where, name)) for name in folders)) if _leads_out(path, top)}
        left += sorted(out)
        found += [log for path in logs if path not in out and (log := _seen(path))]
    yield from sorted(found, key=lambda log: (is_lane(log.path), log.path))
    yield from sorted(barred, key=lambda one: one.path)


def _shut(folder: str, error: OSError) -> Wanted:
    return _barred(error.filename or folder, error)


def _seen(path: str) -> Wanted | None:
    """The file of that path; None where it is none. Whether it is one may not be seen."""
    try:
        found = os.stat(path)
    except PermissionError:
        return Wanted(path, named=False)
    except (OSError, ValueError):
        return None
    return Wanted(path, named=False, size=found.st_size) if S_ISREG(found.st_mode) else None


def _hidden(path: str) -> bool:
    """Whether it is there cannot be said: a folder on the way to it may not be entered."""
    try:
        os.stat(path)
    except PermissionError:
        return True
    except (OSError, ValueError):
        return False
    return False


def _top(folder: str) -> str:
    return os.path.join(os.path.realpath(folder), "")


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
