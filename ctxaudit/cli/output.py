"""Where text goes: standard output or a file, whole or not at all, and never a traceback for a closed pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Literal

from ctxaudit.cli.streams import give_up
from ctxaudit.errors import UsageError

_LONGEST_NUMBER = 100  # digits of COLUMNS; Python refuses to read a number of thousands of them


def write_out(pieces: Iterable[str | bytes], target: str | None = None) -> None:
    """Writes to a file, or to standard output when there is none. A reader that goes away early is no error."""
    if target == "":
        raise UsageError("--output names no file; `-` is standard output")
    if target is not None and target != "-":
        _write_file(pieces, Path(target))
        return
    try:
        for piece in pieces:
            sys.stdout.buffer.write(_bytes(piece))
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        give_up(sys.stdout)
    except OSError as error:
        give_up(sys.stdout)
        raise UsageError(f"cannot write to standard output: {error.strerror or error}") from error


def _write_file(pieces: Iterable[str | bytes], target: Path) -> None:
    """Through a file beside it, so that a failure leaves no half of a report behind.

    A link, a device or a pipe is written to as it is: /dev/stdout is one, and must not be replaced by a file.
    """
    special = os.path.islink(target) or (os.path.exists(target) and not os.path.isfile(target))
    try:
        if special:
            _fill(target, "wb", pieces)
        else:
            _put(target, pieces)
    except OSError as error:
        raise UsageError(f"cannot write {target}: {error.strerror or error}") from error


def _put(target: Path, pieces: Iterable[str | bytes]) -> None:
    """The name of the file beside it cannot be foreseen, and what has it already is not written to."""
    partial = target.with_name(f".ctxaudit-{os.urandom(8).hex()}.partial")
    try:
        _fill(partial, "xb", pieces)
        partial.replace(target)
    except FileExistsError:
        raise
    except BaseException:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
        raise


def _fill(path: Path, mode: Literal["wb", "xb"], pieces: Iterable[str | bytes]) -> None:
    with path.open(mode) as file:
        for piece in pieces:
            file.write(_bytes(piece))


def _bytes(piece: str | bytes) -> bytes:
    return piece if isinstance(piece, bytes) else piece.encode("utf-8", "backslashreplace")


def colored(stream_is_terminal: bool) -> bool:
    """NO_COLOR beats FORCE_COLOR beats what the stream is."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream_is_terminal and os.environ.get("TERM") != "dumb"


def width(stream_is_terminal: bool) -> int:
    """The terminal's columns, at least 60 and at most 160; 80 where there is no terminal. COLUMNS wins."""
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and (wanted := int(columns[:_LONGEST_NUMBER])) > 0:
        return min(max(wanted, 60), 160)
    if not stream_is_terminal:
        return 80
    try:
        return min(max(os.get_terminal_size().columns, 60), 160)
    except OSError:
        return 80


def counted(number: int, noun: str) -> str:
    """`1 trace`, `2 traces`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
