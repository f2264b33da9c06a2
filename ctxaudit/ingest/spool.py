"""What can be read only once, kept to be read again: in memory, and past a size in a temporary file without a name."""

from __future__ import annotations

import io
import os
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
        while block := stream.read(_BLOCK):
            self._kept.write(block)
            if len(block) < _BLOCK:
                break  # that was the end: a terminal that is asked again waits to be told so again
        self.size = self._kept.tell()

    def open(self) -> BinaryIO:
        return cast(BinaryIO, _Stream(self))

    def read(self, start: int, size: int) -> bytes:
        self._kept.seek(start)
        return self._kept.read(size)


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
