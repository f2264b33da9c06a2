"""Which of many held spellings are a few edits from those that are asked for, without a comparison of each with each.

What will be asked is told before the first question, so that where it is much all of it is looked up at once.
"""

from array import array
from collections.abc import Iterator, Sequence
from functools import cached_property

from ctxaudit.verbatim.close_pairs import Reach, close_pairs
from ctxaudit.verbatim.distance import spellings_within

_AT_ONCE, _LATER = 32, 512  # compared in one native call: who has seen enough asks for no more
_BY_HAND = 300_000  # asked times held; below this, starting the columns costs more than a comparison with each


class CloseSpellings:
    """Held spellings, each under a number of the caller's. `reach` tells by two lengths how many edits are few."""

    def __init__(self, reach: Reach) -> None:
        self._reach = reach
        self._asked: dict[str, None] = {}
        self._held: list[str] = []
        self._numbers = array("I")

    def ask(self, spelling: str) -> None:
        """From now on `close_to` can be asked for this one."""
        self._asked[spelling] = None

    def hold(self, spelling: str, number: int) -> None:
        self._held.append(spelling)
        self._numbers.append(number)

    def close_to(self, spelling: str) -> Iterator[int]:
        """The numbers of the held spellings within reach, in the order of holding; no more is held afterwards."""
        if len(self._asked) * len(self._held) <= _BY_HAND:
            return self._within(spelling, range(len(self._held)))
        return self._within(spelling, self._paired.get(spelling, ()))

    @cached_property
    def _paired(self) -> dict[str, Sequence[int]]:
        asked = list(self._asked)
        return {asked[one]: array("I", places) for one, places in close_pairs(asked, self._held, self._reach)}

    def _within(self, spelling: str, places: Sequence[int]) -> Iterator[int]:
        start, end = 0, _AT_ONCE
        while some := places[start:end]:
            spellings = [self._held[at] for at in some]
            allowed = {length: self._reach(len(spelling), length) for length in set(map(len, spellings))}
            near_by = spellings_within(spelling, spellings, max(allowed.values()))
            close = sorted(some[at] for at, edits in near_by if 0 < allowed[len(spellings[at])] >= edits)
            yield from (self._numbers[at] for at in close)
            start, end = end, end + _LATER
