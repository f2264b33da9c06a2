"""Inputs that may keep a command waiting for somebody else: it says so, so that nobody takes it for dead."""

from __future__ import annotations

import os
import sys
from stat import S_ISFIFO

from ctxaudit.cli.complaints import say


def told(*paths: str) -> None:
    """One line for each input that ends when another process or the person at the keyboard ends it.

    None for what a shell connects with a running command: `-` behind a bar, or `<(…)`.
    """
    for path in dict.fromkeys(paths):
        if path == "-" and sys.stdin.isatty():
            say("reads what is typed until Ctrl-D", "standard input")
        elif path != "-" and _is_named_pipe(path):
            say("is a pipe: it is read until the last writer closes it", path)


def _is_named_pipe(path: str) -> bool:
    """A pipe without a name stands in no folder, whatever leads to it."""
    try:
        return S_ISFIFO(os.stat(path).st_mode) and os.path.exists(os.path.realpath(path))
    except (OSError, ValueError):
        return False
