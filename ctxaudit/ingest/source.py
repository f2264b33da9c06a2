"""A source: the one thing through which everything below the command line reaches bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from ctxaudit.errors import InputError
from ctxaudit.ingest.inflate import PlainStream
from ctxaudit.ingest.places import Local, Place, place
from ctxaudit.ingest.witness import Witness, Witnessed

if TYPE_CHECKING:
    from sqlite3 import Connection

    from ctxaudit.ingest.archive import Archive

SQLITE = b"SQLite format 3\0"  # how a database begins
EMPTY = "is empty"
UNREADABLE = "cannot be read: "  # how the reason begins where the system or a server refused, whatever the file is
LONGEST_LINE = 1 << 28  # what stands behind is left out, so that a bomb of one line cannot take all memory

_LF = 10


def open_source(path: str, witness: Witness | None = None) -> Source:
    """The source of that path, URL, or `-`; refused when it is absent, unreadable, a directory or empty.

    `witness` is told of everything that is read or looked for through it.
    """
    source = Source(place(path) if witness is None else Witnessed(place(path), witness))
    if not source.head(1):
        why = "the compressed stream holds nothing that can be read" if source.size() else EMPTY
        raise InputError(path, f"{why}: there is nothing to audit")
    return source


class Source:
    """One readable input, compressed or not. It can be read any number of times.

    `torn` is set once a reading has come to the end of a compressed stream that ends too early.
    """

    __slots__ = ("_place", "name", "path", "torn")

    def __init__(self, place: Place) -> None:
        self.path = place.path
        self.name = re.split(r"[/\\]", place.path)[-1]
        self.torn: str | None = None
        self._place = place

    def lines(self) -> Iterator[tuple[int, bytes]]:
        """Physical lines with their numbers from 1, split on LF alone, without LF or CR LF.

        A line that is longer than `LONGEST_LINE` is given up to there.
        """
        with self._stream() as stream, self._reading():
            number = 0
            readline = stream.readline
            while line := readline(LONGEST_LINE):
                number += 1
                if line[-1] == _LF:
                    yield number, line[:-1].removesuffix(b"\r")
                    continue
                if len(line) == LONGEST_LINE:
                    while (rest := readline(LONGEST_LINE)) and rest[-1] != _LF:
                        pass
                yield number, line.removesuffix(b"\r")
            self.torn = stream.torn

    def head(self, size: int = 65536) -> bytes:
        """The first bytes."""
        with self._stream() as stream, self._reading():
            return stream.read(size)

    def text(self) -> str:
        """All of it; bytes that are no UTF-8 become U+FFFD."""
        with self._stream() as stream, self._reading():
            content = stream.read()
            self.torn = stream.torn
        return content.decode("utf-8", "replace")

    def size(self) -> int | None:
        """Bytes as stored, before decompression; None where nobody says."""
        with self._reading():
            return self._place.size()

    def beside(self, name: str) -> Source | None:
        """The file of that relative name in the same folder or below it; None when absent or outside."""
        with self._reading():
            found = self._place.beside(name)
        return Source(found) if found else None

    def members(self, folder: str, suffix: str = "") -> list[Source]:
        """The files below a folder beside this one, sorted by path. One that cannot be looked into is refused."""
        try:
            return [Source(found) for found in self._place.members(folder) if found.path.endswith(suffix)]
        except OSError as error:
            raise InputError(str(error.filename or self.path), _why(error)) from error

    @contextmanager
    def archive(self) -> Iterator[Archive]:
        """The zip that this is, opened. Refused when it is none or its directory is damaged."""
        from ctxaudit.ingest.archive import DAMAGES, Archive

        with self._reading(), self._place.open() as stream:
            try:
                opened = Archive(stream)
            except DAMAGES as error:
                raise InputError(self.path, f"cannot be read as a zip archive: {error}") from error
            yield opened

    @contextmanager
    def database(self) -> Iterator[Connection]:
        """A read-only connection to the SQLite database that this is, with what its `-wal` beside it holds.

        Nothing is written beside it. Refused where it is no database; so is what the caller leaves of SQLite's errors.
        """
        from sqlite3 import Error

        from ctxaudit.ingest.database import connected

        try:
            with self._reading(), connected(self._plain_file(), self._stream, self._companion) as connection:
                yield connection
        except Error as error:
            raise InputError(self.path, f"cannot be read as a database: {error}") from error

    def _plain_file(self) -> Path | None:
        """The file itself, when it is an uncompressed database on this machine."""
        with self._place.open() as raw:
            plain = raw.read(len(SQLITE)) == SQLITE
        return Path(self._place.path).resolve() if plain and isinstance(self._place, Local) else None

    def _companion(self, ending: str) -> BinaryIO | None:
        found = self.beside(self.name + ending)
        return found._stream() if found else None

    def _stream(self) -> PlainStream:
        with self._reading():
            return PlainStream(self._place.open())

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise InputError(self.path, _why(error)) from error


def _why(error: OSError) -> str:
    match error:
        case FileNotFoundError():
            return "no such file"
        case IsADirectoryError():
            return "is a directory: name one file in it"
        case PermissionError():
            return f"{UNREADABLE}permission denied"
    return f"{UNREADABLE}{error.strerror or error}"
