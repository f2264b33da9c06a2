"""Standard streams that are closed or full: a command does its work all the same, and its exit code stands."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import Any, TextIO, cast


def settle() -> None:
    """A stream that was closed before the start (`>&-`) is one that holds nothing and takes everything.

    What standard error cannot take is dropped.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - open to the end
    sys.stderr = cast("TextIO", Lenient(sys.stderr))


class Lenient:
    """A text stream that goes nowhere from the first time on that it cannot be written to."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        try:
            self._stream.write(text)
        except OSError:
            give_up(self._stream)
        return len(text)

    def flush(self) -> None:
        try:
            self._stream.flush()
        except OSError:
            give_up(self._stream)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def give_up(stream: TextIO) -> None:
    """What is still in its buffer goes nowhere, so that the interpreter's own last flush does not fail as well."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
