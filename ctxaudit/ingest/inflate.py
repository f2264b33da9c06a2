"""Plain bytes out of a gzip, zstd or plain stream, told apart by their first bytes."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable
from typing import Any, BinaryIO, Protocol

GZIP = b"\x1f\x8b"
ZSTD = b"\x28\xb5\x2f\xfd"
MARK = b"\xef\xbb\xbf"
_BUFFER = 1 << 18
# One chunk of a hostile zstd stream can hold thirty thousand times its size.
_CHUNK = 4096


class _Decoder(Protocol):
    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, chunk: bytes, /) -> bytes: ...


class PlainStream(io.BufferedReader):
    """A readable stream of plain bytes, without the byte-order mark. `torn` says why a compressed one ended early."""

    def __init__(self, raw: BinaryIO) -> None:
        first: Any = io.BufferedReader(raw, _BUFFER)
        magic = first.peek(4)[:4]
        decoding = _decoding(magic)
        self._inflating = _Inflating(first, *decoding) if decoding else None
        super().__init__(self._inflating or first, _BUFFER)
        if self.peek(3)[:3] == MARK:
            self.read(3)

    @property
    def torn(self) -> str | None:
        return self._inflating.torn if self._inflating else None


class _Inflating(io.RawIOBase):
    """Frames or members one after the other. A torn stream ends where it tears, and `torn` says so."""

    def __init__(self, raw: BinaryIO, new: Callable[[], _Decoder], error: type[Exception]) -> None:
        self.torn: str | None = None
        self._raw = raw
        self._new = new
        self._error = error
        self._decoder: _Decoder | None = None
        self._rest = b""
        self._ready = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: bytearray | memoryview) -> int:  # type: ignore[override]
        while not self._ready:
            if self.torn or not self._more():
                return 0
        size = min(len(buffer), len(self._ready))
        buffer[:size] = self._ready[:size]
        self._ready = self._ready[size:]
        return size

    def _more(self) -> bool:
        chunk = self._rest or self._raw.read(_CHUNK)
        self._rest = b""
        if self._decoder is None:
            chunk = chunk.lstrip(b"\0")  # block padding behind the last member
            if not chunk:
                self._rest = self._raw.read(_CHUNK)
                return bool(self._rest)
            self._decoder = self._new()
        elif not chunk:
            self.torn = "the compressed stream ends before its end mark"
            return False
        return self._inflate(self._decoder, chunk)

    def _inflate(self, decoder: _Decoder, chunk: bytes) -> bool:
        try:
            self._ready = memoryview(decoder.decompress(chunk))
        except self._error as error:
            self.torn = f"the compressed stream cannot be read on: {error}"
            return False
        if decoder.eof:
            self._rest = decoder.unused_data
            self._decoder = None
        return True

    def close(self) -> None:
        self._raw.close()
        super().close()


def _decoding(magic: bytes) -> tuple[Callable[[], _Decoder], type[Exception]] | None:
    """What makes a decoder of such a stream, and what it raises; None for a plain stream."""
    if magic.startswith(GZIP):
        return lambda: zlib.decompressobj(wbits=31), zlib.error
    if magic == ZSTD or (magic[1:] == b"\x2a\x4d\x18" and magic[0] >> 4 == 5):  # a frame, or one to be skipped
        from zstandard import ZstdDecompressor, ZstdError

        return lambda: ZstdDecompressor().decompressobj(), ZstdError
    return None
