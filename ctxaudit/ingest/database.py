"""A read-only connection to an SQLite database, such that nothing is ever written beside it.

SQLite itself writes beside a database that it only reads: an index of the write-ahead log, or the roll-back of a
transaction that a crash left half done. So a database with such a file beside it is copied to a folder of its own.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

COMPANIONS = ("-wal", "-journal")
_TRIES = 4  # a database that changes while it is copied is copied again
_BLOCK = 1 << 20


@contextmanager
def connected(
    plain: Path | None, stream: Callable[[], BinaryIO], companion: Callable[[str], BinaryIO | None]
) -> Iterator[sqlite3.Connection]:
    """To the database in `plain`, or to a copy of what `stream` and `companion` give.

    Closed afterwards, and the copy is gone then. Text that is no UTF-8 comes with U+FFFD.
    """
    if plain is not None and not any(_beside(plain, ending) for ending in COMPANIONS):
        # Without these files nobody is at work on it, and `immutable` keeps SQLite from making them.
        with _closing(f"{plain.as_uri()}?mode=ro&immutable=1") as connection:
            yield connection
        return
    with TemporaryDirectory(prefix="ctxaudit-") as folder:
        copy = Path(folder) / "copy.db"
        for _ in range(_TRIES):
            before = _state(plain)
            _pour(stream(), copy)
            for ending in COMPANIONS:
                target = copy.with_name(copy.name + ending)
                _pour(_open_beside(plain, ending) if plain else companion(ending), target)
            # A checkpoint moves pages from the log into the database: what it moved meanwhile would be in neither copy.
            if _state(plain) == before:
                break
        with _closing(copy.as_uri()) as connection:
            yield connection


@contextmanager
def _closing(uri: str) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(uri, uri=True)
    try:
        connection.text_factory = lambda text: text.decode("utf-8", "replace")
        connection.execute("PRAGMA query_only = 1")
        connection.execute("PRAGMA trusted_schema = 0")
        yield connection
    finally:
        connection.close()


def _pour(stream: BinaryIO | None, target: Path) -> None:
    target.unlink(missing_ok=True)
    if stream is not None:
        with stream, target.open("wb") as out:
            shutil.copyfileobj(stream, out, _BLOCK)


def _state(plain: Path | None) -> tuple[int, int] | None:
    if plain is None:
        return None
    found = plain.stat()
    return found.st_mtime_ns, found.st_size


def _open_beside(plain: Path, ending: str) -> BinaryIO | None:
    return plain.with_name(plain.name + ending).open("rb") if _beside(plain, ending) else None


def _beside(plain: Path, ending: str) -> bool:
    """Whether there is such a file with anything in it. A link is none: SQLite makes no links."""
    beside = plain.with_name(plain.name + ending)
    return beside.is_file() and not beside.is_symlink() and beside.stat().st_size > 0
