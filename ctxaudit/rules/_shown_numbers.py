"""Numbers that follow from the numbers in sight: the sum of all of one unit, the sum or the difference of two."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal

from ctxaudit.rules._sight import bits_of
from ctxaudit.sourcing import Book
from ctxaudit.verbatim import Token, name_of, value_of

MOST_NUMBERS = 1_000
_SOME = re.compile(rb"[^\0]", re.DOTALL)


class ShownNumbers:
    """The numbers of the lives in sight, by what they are of. Going to another sight costs what changes."""

    def __init__(self, book: Book, names: Iterable[str]) -> None:
        catalogue = book.catalogue
        self._tallies = {name: _Tally() for name in names}
        self._held: dict[int, list[tuple[_Tally, Decimal]]] = {}  # by serial
        for token, serials in zip(catalogue.tokens, catalogue.texts, strict=True):
            value = value_of(token)
            tally = None if value is None else self._tallies.get(name_of(token))
            if tally is not None and value is not None:
                tally.scale = max(tally.scale, _decimals(value))
                for serial in serials:
                    self._held.setdefault(serial, []).append((tally, value))
        self._holding = bits_of(self._held)
        self._seen = 0

    def look(self, sight: int) -> None:
        """From now on these lives are in sight, a bit each by serial."""
        sight &= self._holding
        for serial in _ones(sight & ~self._seen):
            for tally, value in self._held[serial]:
                tally.add(value, 1)
        for serial in _ones(self._seen & ~sight):
            for tally, value in self._held[serial]:
                tally.add(value, -1)
        self._seen = sight

    def follows(self, token: Token, sources: int) -> bool:
        """The number is the sum of all in sight, the sum or difference of two, or the number of sources.

        Each is used as often as it was met. A ratio follows from nothing.
        """
        value = value_of(token)
        return value is not None and (value == sources or self._tallies[name_of(token)].leads_to(value))


class _Tally:
    """The numbers of one unit that are in sight, as multiples of the smallest step that any of the trace needs."""

    def __init__(self) -> None:
        self.scale = 0  # decimals; stays as it is once numbers were added
        self._counts: dict[int, int] = {}
        self._sum = 0  # of all
        self._sum_of_distinct = 0

    def add(self, value: Decimal, times: int) -> None:
        one = self._scaled(value)
        before = self._counts.get(one, 0)
        self._sum += times * one
        if before + times:
            self._counts[one] = before + times
        else:
            del self._counts[one]
        self._sum_of_distinct += one * ((before + times > 0) - (before > 0))

    def leads_to(self, value: Decimal) -> bool:
        counts = self._counts
        if len(counts) > MOST_NUMBERS:
            return True
        if _decimals(value) > self.scale:
            return False
        target = self._scaled(value)
        if target in (self._sum, self._sum_of_distinct):
            return True
        if any(target + one in counts for one in counts):
            return True
        return any(target - one in counts and (target != 2 * one or count > 1) for one, count in counts.items())

    def _scaled(self, value: Decimal) -> int:
        """As a whole number, which hashes fast."""
        return int(value.scaleb(self.scale))


def _decimals(value: Decimal) -> int:
    return max(0, -int(value.as_tuple().exponent))


def _ones(bits: int) -> Iterator[int]:
    """The places of the ones."""
    for found in _SOME.finditer(bits.to_bytes((bits.bit_length() + 7) // 8, "little")):
        [byte] = found.group()
        yield from (8 * found.start() + place for place in range(8) if byte >> place & 1)
