"""What a surrogate may have its words from: all that is live just before its rewrite, and its ancestors."""

from __future__ import annotations

from collections.abc import Collection

from ctxaudit.timeline import Life, Step, Timeline

_FEW = 64  # a set of more than one life in so many is asked by its bits, all at once


class Sight:
    """Some lives by their serials, a bit each: the lowest of the first byte is that of serial 0."""

    __slots__ = ("_bits", "_sets", "bits")

    def __init__(self, bits: bytes, sets: dict[frozenset[int], int]) -> None:
        self._bits = bits
        self.bits = int.from_bytes(bits, "little")
        self._sets = sets  # the bits of large sets that were asked for, shared by all sights of a trace

    def __contains__(self, serial: object) -> bool:
        if not isinstance(serial, int) or serial >> 3 >= len(self._bits):
            return False
        return self._bits[serial >> 3] >> (serial & 7) & 1 == 1

    def any_of(self, serials: frozenset[int]) -> bool:
        """A life of one of these serials is among them."""
        if len(serials) * _FEW < 8 * len(self._bits):
            return any(serial in self for serial in serials)
        known = self._sets.get(serials)
        if known is None:
            known = self._sets[serials] = bits_of(serials)
        return self.bits & known != 0


NOTHING = Sight(b"", {})


class Sights:
    """The sight of one rewrite after the other, in the order of the trace."""

    def __init__(self, timeline: Timeline) -> None:
        self._timeline = timeline
        turns = ((moment, life.serial) for life in timeline.lives for stay in life.stays for moment in stay)
        self._turns = sorted((moment, serial) for moment, serial in turns if moment is not None)
        self._next = 0
        self._live = bytearray((len(timeline.lives) + 7) // 8)
        self._sets: dict[frozenset[int], int] = {}

    def of(self, step: Step, surrogate: Life) -> Sight:
        """What is live just before the step, and all that the surrogate comes from."""
        turns, live = self._turns, self._live
        while self._next < len(turns) and turns[self._next][0] <= step.before:
            serial = turns[self._next][1]
            live[serial >> 3] ^= 1 << (serial & 7)  # it comes in or leaves
            self._next += 1
        above = int.from_bytes(self._timeline.ancestry.above(surrogate), "little")
        return Sight((int.from_bytes(live, "little") | above).to_bytes(len(live), "little"), self._sets)


def bits_of(serials: Collection[int]) -> int:
    """A one at the place of each serial."""
    bits = bytearray((max(serials, default=-1) >> 3) + 1)
    for serial in serials:
        bits[serial >> 3] |= 1 << (serial & 7)
    return int.from_bytes(bits, "little")
