"""Zip archives written byte by byte, so that members may be compressed with Zstandard, or damaged."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping

from zstandard import ZstdCompressor

STORED, DEFLATED, ZSTANDARD = 0, 8, 93


def zipped(members: Mapping[str, bytes], method: int = ZSTANDARD, *, crc: int | None = None) -> bytes:
    """`crc`: a check sum to claim in the place of the right one."""
    body, directory = b"", b""
    for name, content in members.items():
        packed, spelled = _packed(content, method), name.encode()
        total = zlib.crc32(content) if crc is None else crc
        sizes = struct.pack("<IIIHH", total, len(packed), len(content), len(spelled), 0)
        common = struct.pack("<HHHHH", 20, 0, method, 0, 0) + sizes
        directory += b"PK\x01\x02" + struct.pack("<H", 20) + common
        directory += struct.pack("<HHHII", 0, 0, 0, 0, len(body)) + spelled
        body += b"PK\x03\x04" + common + spelled + packed
    end = struct.pack("<HHHHIIH", 0, 0, len(members), len(members), len(directory), len(body), 0)
    return body + directory + b"PK\x05\x06" + end


def _packed(content: bytes, method: int) -> bytes:
    if method == DEFLATED:
        return zlib.compress(content, wbits=-15)
    return ZstdCompressor().compress(content) if method == ZSTANDARD else content
