"""What can be read only once, kept to be read again: in memory, and past a size in a temporary file without a name."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from select import select
from tempfile import SpooledTemporaryFile
from typing import BinaryIO, cast
from weakref import finalize

IN_MEMORY = 16 << 20
_BLOCK = 1 << 20


class Spool:
    """The file is gone when nobody holds the spool or one of its streams any more."""

    def __init__(self, stream: BinaryIO) -> None:
        self._kept = SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115
        finalize(self, self._kept.close)
        for block in _blocks(stream):
            self._keep(block)
        self.size = self._kept.tell()

    def _keep(self, block: bytes) -> None:
        try:
            self._kept.write(block)
        except OSError as error:
            reason = f"the folder for temporary files does not take a copy of it: {error.strerror or error}"
            raise OSError(reason) from error

    def open(self) -> BinaryIO:
        return cast(BinaryIO, _Stream(self))

    def read(self, start: int, size: int) -> bytes:
        self._kept.seek(start)
        return self._kept.read(size)


def _blocks(stream: BinaryIO) -> Iterator[bytes]:
    """Of a stream that does not wait for its writer, an early or short answer is not the end."""
    waits = _waits(stream)
    while (block := cast(bytes | None, stream.read(_BLOCK))) != b"":
        if block is None:
            select([stream], [], [])
            continue
        yield block
        if waits and len(block) < _BLOCK:
            break  # that was the end: a terminal that is asked again waits to be told so again


def _waits(stream: BinaryIO) -> bool:
    try:
        return os.get_blocking(stream.fileno())
    except (AttributeError, OSError):  # of a system that does not tell, or of no file
        return True


class _Stream(io.RawIOBase):
    """One reading, with a place of its own."""

    def __init__(self, spool: Spool) -> None:
        super().__init__()
        self._spool = spool
        self._at = 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        self._at = offset + {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self._spool.size}[whence]
        return self._at

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        found = self._spool.read(self._at, len(buffer))
        buffer[: len(found)] = found
        self._at += len(found)
        return len(found)
