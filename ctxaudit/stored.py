"""The texts of a long log, kept in a temporary file without a name: memory holds where each of them lies."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from tempfile import TemporaryFile
from threading import Lock
from weakref import finalize

IN_MEMORY = 32 << 20  # bytes of the texts of one log; what comes in behind them goes into the file
LEAST = 1000  # bytes; a shorter text stays in memory


class Stored:
    """One text in the file of a store, as UTF-8. Equal only to itself; pickled as its bytes."""

    __slots__ = ("_size", "_start", "_store")

    def __init__(self, store: Store, start: int, size: int) -> None:
        self._store = store
        self._start = start
        self._size = size

    def __len__(self) -> int:
        return self._size

    def __bytes__(self) -> bytes:
        return self._store.read(self._size, self._start)

    def __reduce__(self) -> tuple[Callable[[bytes], bytes], tuple[bytes]]:
        return bytes, (bytes(self),)

    def decode(self) -> str:
        return bytes(self).decode()


class Store:
    """The file is made when it is needed, and gone when nobody holds a text of it any more."""

    def __init__(self) -> None:
        self._room = IN_MEMORY
        self._end = 0
        self._descriptor: int | None = None
        self._lock = Lock()

    def put(self, text: bytes) -> Stored | None:
        """None for a text that is to stay in memory: it is short, there is room, or the disk takes no more."""
        size = len(text)
        if size < LEAST:
            return None
        if self._room >= 0:
            self._room -= size
            return None
        try:
            self._write(text)
        except OSError:
            self._room = 1 << 62
            return None
        self._end += size
        return Stored(self, self._end - size, size)

    def read(self, size: int, start: int) -> bytes:
        descriptor = self._descriptor or 0
        if hasattr(os, "pread"):
            return os.pread(descriptor, size, start)
        with self._lock:
            os.lseek(descriptor, start, os.SEEK_SET)
            return os.read(descriptor, size)

    def _write(self, text: bytes) -> None:
        if self._descriptor is None:
            file = TemporaryFile(buffering=0)  # noqa: SIM115
            finalize(self, file.close)
            self._descriptor = file.fileno()
        with self._lock:
            os.lseek(self._descriptor, self._end, os.SEEK_SET)
            if os.write(self._descriptor, text) < len(text):
                raise OSError("the disk is full")


_STORE: ContextVar[Store | None] = ContextVar("store", default=None)


@contextmanager
def storing() -> Iterator[None]:
    """While one log is read. Also a decorator."""
    token = _STORE.set(Store())
    try:
        yield
    finally:
        _STORE.reset(token)


def store() -> Store | None:
    """Where the texts of the log go that is being read; None when none is."""
    return _STORE.get()
