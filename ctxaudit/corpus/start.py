"""How many processes there are, and the one that all of them are forks of, which is started before it is needed.

This module loads nothing of the audit: while the server of forks does, so does the process that asked for it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

_SAFE_PATH = "PYTHONSAFEPATH"


def cores() -> int:
    """Those that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def jobs_for(files: int, asked: int | None) -> int:
    """How many processes: as many as asked, all cores for 0, one without an answer; never more than there are files."""
    wanted = cores() if asked == 0 else asked or 1
    return max(1, min(wanted, files))


def prepare(asked: int | None, paths: Sequence[str]) -> None:
    """Loads what the processes will have in common, while the caller goes on. Nothing where there will be but one."""
    several = len(paths) > 1 or not all(os.path.isfile(path) for path in paths)
    if several and jobs_for(2, asked) > 1:
        ready()


def ready() -> None:
    """The server of forks runs, where the system has one; it may still be loading."""
    if sys.platform != "linux":
        return
    from multiprocessing import forkserver

    with safe_path():
        forkserver.set_forkserver_preload(["ctxaudit.corpus.common"])
        with suppress(EOFError, OSError):  # the first process that is to be started says why it cannot
            forkserver.ensure_running()


@contextmanager
def safe_path() -> Iterator[None]:
    """A Python that starts meanwhile does not look for modules in the current folder, where anybody's files may lie."""
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_SAFE_PATH]
        else:
            os.environ[_SAFE_PATH] = before
