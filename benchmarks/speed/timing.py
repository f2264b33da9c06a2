"""Times whole processes: seconds of the wall and of the processor, and the memory that they took at most.

This process stays small and loads no large library: what a child is charged with begins with the size of its parent.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from resource import struct_rusage
from threading import Timer
from typing import IO, Any

_LONGEST_COMPLAINT = 2_000


class BenchmarkError(Exception):
    """What was to be timed did not work, so that its time means nothing."""


@dataclass(frozen=True, slots=True)
class Timing:
    """One run. Of processes that it started and did not wait for, only the wall tells."""

    wall: float  # seconds
    cpu: float  # seconds of both kinds
    peak: float  # MB, of the largest process


@dataclass(frozen=True, slots=True)
class Command:
    """`fine`: the exit codes that say it did its work. `limit`: seconds after which it is ended; None: never."""

    words: Sequence[str]
    fine: frozenset[int] = frozenset({0})
    limit: float | None = None
    needed: bool = True  # when it fails nothing is measured at all; one that is not has to print something


@dataclass(frozen=True, slots=True)
class Turns:
    """The runs of each command, and why one has fewer of them than the others."""

    runs: dict[str, list[Timing]]
    given_up: dict[str, str] = field(default_factory=dict)


def timed(command: Command) -> Timing | None:
    """One run, its output thrown away; None when it was ended at its limit."""
    with tempfile.TemporaryFile() as complaints, _output(command) as printed:
        actions = [
            (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
            (os.POSIX_SPAWN_DUP2, printed.fileno(), 1),
            (os.POSIX_SPAWN_DUP2, complaints.fileno(), 2),
        ]
        started = time.perf_counter()
        child = _started(command, actions)
        ended = _waited(child, command.limit)
        wall = time.perf_counter() - started
        if ended is None:
            return None
        status, usage = ended
        code = os.waitstatus_to_exitcode(status)
        silent = not command.needed and os.fstat(printed.fileno()).st_size == 0
        if code not in command.fine or silent:
            complaints.seek(0)
            said = complaints.read()[-_LONGEST_COMPLAINT:].decode("utf-8", "replace").strip()
            raise BenchmarkError(f"{command.words[0]} ended with {code}: {said or 'it said nothing'}")
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return Timing(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / unit)


def _output(command: Command) -> IO[bytes]:
    """What a tool prints that is not ours is looked at: one that was called wrongly is fast and prints nothing."""
    return open(os.devnull, "wb") if command.needed else tempfile.TemporaryFile()


def _started(command: Command, actions: Sequence[tuple[Any, ...]]) -> int:
    try:
        return os.posix_spawnp(command.words[0], list(command.words), os.environ, file_actions=actions)
    except OSError as error:
        raise BenchmarkError(f"{command.words[0]} cannot be started: {error.strerror}") from error


def _waited(child: int, limit: float | None) -> tuple[int, struct_rusage] | None:
    """Its status and usage; None when the limit ended it."""
    late: list[int] = []

    def end() -> None:
        late.append(child)
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)

    timer = None if limit is None else Timer(limit, end)
    if timer is not None:
        timer.start()
    try:
        _, status, usage = os.wait4(child, 0)
    except BaseException:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGTERM)
        raise
    finally:
        if timer is not None:
            timer.cancel()
    return None if late and os.WIFSIGNALED(status) else (status, usage)


def in_turn(commands: Mapping[str, Command], runs: int) -> Turns:
    """All of them once, then all of them again, so that what else the machine does hits all alike.

    One that reaches its limit, or fails and is not needed, is not started again.
    """
    turns = Turns({name: [] for name in commands})
    for _ in range(runs):
        for name, command in commands.items():
            if name not in turns.given_up:
                _take(turns, name, command)
    return turns


def _take(turns: Turns, name: str, command: Command) -> None:
    try:
        timing = timed(command)
    except BenchmarkError as error:
        if command.needed:
            raise
        turns.given_up[name] = str(error)
        return
    if timing is None:
        turns.given_up[name] = f"did not finish in {command.limit:g} s"
    else:
        turns.runs[name].append(timing)
