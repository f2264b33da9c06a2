"""The members of a zip, also those compressed with Zstandard, which the standard library cannot read before 3.14."""

from __future__ import annotations

import zipfile
import zlib
from typing import BinaryIO

ZIP = b"PK\x03\x04"  # how a zip begins
DAMAGES = (zipfile.BadZipFile, NotImplementedError, ValueError, OverflowError)  # what a damaged directory may raise
LARGEST_MEMBER = 1 << 30  # plain bytes; a member that holds more is refused, so that a bomb cannot take all memory
_ZSTANDARD = 93
_LOCAL_HEADER = 30


class MemberError(Exception):
    """A member that cannot be read whole, with the reason."""


class Archive:
    """One opened zip. Nothing of a member is given out unless its check sum holds."""

    def __init__(self, stream: BinaryIO) -> None:
        """Refused with one of `DAMAGES` when the directory at the end of the file is not there or damaged."""
        self._stream = stream
        with zipfile.ZipFile(stream) as directory:
            self._members = {member.filename: member for member in directory.infolist()}

    @property
    def names(self) -> list[str]:
        """In the order of the directory, each once: of members with one name the last counts."""
        return list(self._members)

    def read(self, name: str) -> bytes:
        member = self._members.get(name)
        if member is None:
            raise MemberError("there is no such member")
        if member.flag_bits & 1:
            raise MemberError("the member is encrypted")
        content = _plain(self._packed(member), member.compress_type)
        if len(content) > LARGEST_MEMBER:
            raise MemberError(f"the member holds more than {LARGEST_MEMBER >> 30} GiB")
        if zlib.crc32(content) != member.CRC:
            raise MemberError("the member's check sum does not hold")
        return content

    def _packed(self, member: zipfile.ZipInfo) -> bytes:
        if member.header_offset < 0:  # a directory that stands too near to the start
            raise MemberError("the member lies outside of the file")
        self._stream.seek(member.header_offset)
        header = self._stream.read(_LOCAL_HEADER)
        if len(header) < _LOCAL_HEADER or not header.startswith(ZIP):
            raise MemberError("the member's own header is damaged")
        names = int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
        self._stream.seek(member.header_offset + _LOCAL_HEADER + names)
        return self._stream.read(member.compress_size)


def _plain(packed: bytes, method: int) -> bytes:
    if method == zipfile.ZIP_STORED:
        return packed
    if method == zipfile.ZIP_DEFLATED:
        try:
            return zlib.decompressobj(wbits=-15).decompress(packed, LARGEST_MEMBER + 1)
        except zlib.error as error:
            raise MemberError(f"the member cannot be inflated: {error}") from error
    if method == _ZSTANDARD:
        return _unzstandard(packed)
    raise MemberError(f"the member is compressed by method {method}, which is not known here")


def _unzstandard(packed: bytes) -> bytes:
    from zstandard import ZstdDecompressor, ZstdError

    try:
        with ZstdDecompressor().stream_reader(packed, read_across_frames=True) as reader:
            return reader.read(LARGEST_MEMBER + 1)
    except ZstdError as error:
        raise MemberError(f"the member cannot be inflated: {error}") from error
