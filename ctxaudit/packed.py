"""Texts at rest: as UTF-8 where Python would take two or four bytes for each character, on disk where a log is long."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from types import MemberDescriptorType
from typing import TYPE_CHECKING, cast, overload

from ctxaudit.stored import Stored, store

LEAST = 200  # characters; what a shorter text could save is not worth the decoding
_WIDE = re.compile(rb"[\xc4-\xff]")  # begins a character beyond Latin-1: one such makes all of them wide

Kept = str | bytes | Stored


def packed(text: Kept) -> Kept:
    """What is kept of a text: UTF-8 where that takes less than three quarters; a place on disk, while a log is read."""
    if not isinstance(text, str) or len(text) < LEAST:
        return text
    there, plain = store(), text.isascii()
    if there is None and plain:
        return text
    try:
        spelled = text.encode()
    except UnicodeEncodeError:  # a lone surrogate
        return text
    if there is not None and (stored := there.put(spelled)) is not None:
        return stored
    # what is bytes is known to have been looked at, so that no text is counted twice
    return spelled if plain or (2 * len(spelled) < 3 * len(text) and _WIDE.search(spelled)) else text


def unpacked(kept: Kept) -> str:
    return kept if isinstance(kept, str) else kept.decode()


def size_of(kept: Kept) -> int:
    """Bytes of UTF-8."""
    return len(kept) if not isinstance(kept, str) or kept.isascii() else len(kept.encode("utf-8", "surrogatepass"))


def sharing(kept: Kept) -> str:
    """To be given as the text of a `Packed`, which then holds the very same value."""
    return cast(str, kept)


class Packed:
    """Base of slotted dataclasses with a `text`: given as a string, kept packed, unpacked each time it is asked for."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def kept(self) -> Kept:
            """The text as it is held."""

    def __init_subclass__(cls) -> None:
        slot = cls.__dict__.get("text")
        if isinstance(slot, MemberDescriptorType):  # not of the class that the dataclass is made from
            type.__setattr__(cls, "text", _asked(slot))
            type.__setattr__(cls, "kept", property(slot.__get__))


class Unpacked(Sequence[str]):
    """The texts of many values, each unpacked when it is asked for and held by nobody."""

    def __init__(self, values: Sequence[Packed]) -> None:
        self._values = values

    def __len__(self) -> int:
        return len(self._values)

    def __iter__(self) -> Iterator[str]:
        return (unpacked(value.kept) for value in self._values)

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> Unpacked: ...
    def __getitem__(self, at: int | slice) -> str | Unpacked:
        return Unpacked(self._values[at]) if isinstance(at, slice) else unpacked(self._values[at].kept)


def _asked(slot: MemberDescriptorType) -> property:
    held, hold = slot.__get__, slot.__set__

    def text(self: Packed) -> str:
        return unpacked(held(self))

    def keep(self: Packed, given: Kept) -> None:
        hold(self, given if len(given) < LEAST else packed(given))

    return property(text, keep)
