"""The files that are timed: made once for a folder, and made anew when what makes them has changed."""

from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from benchmarks.speed.claude_code import claude_code_session
from benchmarks.speed.native import native_trace, small_runs

MB = 1 << 20
MAKERS: dict[str, Callable[[Path, int], None]] = {"claude-code": claude_code_session, "native": native_trace}
SMALLEST = 4_000  # bytes asked of a native trace; it gets 5 KB, since it ends with a whole turn
_MADE_BY = ("words", "shown", "tree", "claude_code", "native")


def session(folder: Path, kind: str, megabytes: int) -> Path:
    """A session of the kind, of about that size."""
    return _made(_place(folder) / f"{kind}-{megabytes}.jsonl", lambda path: MAKERS[kind](path, megabytes * MB))


def smallest(folder: Path) -> Path:
    """A trace of 5 KB with two rewrites."""
    return _made(_place(folder) / "smallest.jsonl", lambda path: native_trace(path, SMALLEST))


def many(folder: Path, count: int) -> Path:
    """A folder of so many small runs."""
    return _made(_place(folder) / f"small-{count}", lambda path: small_runs(path, count))


def size_of(path: Path) -> float:
    """MB of a file, or of the files of a folder."""
    files = path.iterdir() if path.is_dir() else [path]
    return sum(file.stat().st_size for file in files) / MB


def _place(folder: Path) -> Path:
    """Named by the code that makes the data, so that data of other code is never taken for it."""
    digest = sha256()
    for name in _MADE_BY:
        digest.update(Path(__file__).with_name(f"{name}.py").read_bytes())
    place = folder / digest.hexdigest()[:12]
    place.mkdir(parents=True, exist_ok=True)
    return place


def _made(path: Path, make: Callable[[Path], None]) -> Path:
    """Written under another name first: what was interrupted is not there."""
    if not path.exists():
        partial = path.with_name(f"{path.name}.{os.getpid()}.partial")
        make(partial)
        partial.rename(path)
    return path
