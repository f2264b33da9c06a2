"""Which lives are ancestors of a life: one bit each, so that no question walks a long chain of rewrites."""

from __future__ import annotations

from collections.abc import Iterable

from ctxaudit.timeline.life import Life


class Ancestry:
    """Answers what `Life.ancestors` lists. A life's parents, and those that its provenance names, came in before it."""

    def __init__(self, lives: Iterable[Life]) -> None:
        self._above: dict[int, bytes] = {}
        for life in lives:
            direct = (*life.parents, *life.named)
            if direct:
                self._above[life.serial] = self._bits(direct)

    def above(self, life: Life) -> bytes:
        """A bit for each serial, up to that of the last ancestor: the lowest of the first byte is that of serial 0."""
        return self._above.get(life.serial, b"")

    def any_above(self, life: Life, serials: Iterable[int]) -> bool:
        """A life of one of these serials is an ancestor."""
        above = self.above(life)
        return any(serial >> 3 < len(above) and above[serial >> 3] >> (serial & 7) & 1 for serial in serials)

    def _bits(self, direct: tuple[Life, ...]) -> bytes:
        first = min(parent.serial for parent in direct)
        own = 0
        for parent in direct:
            own |= 1 << (parent.serial - first)  # relative to the first, so that the numbers stay short
        bits = own << first
        for parent in set(direct):
            if parent.serial in self._above:
                bits |= int.from_bytes(self._above[parent.serial], "little")
        return bits.to_bytes((bits.bit_length() + 7) // 8, "little")
