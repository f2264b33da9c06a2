"""Which of many held spellings are a few edits from those that are asked for, without a comparison of each with each.

What will be asked is told before the first question, so that where it is much all of it is looked up at once.
"""

from array import array
from collections.abc import Sequence
from functools import cached_property

from ctxaudit.verbatim.close_pairs import Reach, close_pairs
from ctxaudit.verbatim.distance import spellings_within

MOST = 500  # close ones that are told of: what so many look like is a family, whoever holds them
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

    def close_to(self, spelling: str) -> Sequence[int]:
        """The numbers of the held spellings within reach, in the order of holding; no more is held afterwards."""
        if len(self._asked) * len(self._held) <= _BY_HAND:
            return self._within(spelling, range(len(self._held)))
        return self._found.get(spelling, ())

    @cached_property
    def _found(self) -> dict[str, Sequence[int]]:
        asked = list(self._asked)
        pairs = close_pairs(asked, self._held, self._reach)
        return {asked[one]: found for one, places in pairs if (found := self._within(asked[one], places))}

    def _within(self, spelling: str, places: Sequence[int]) -> Sequence[int]:
        allowed = {length: self._reach(len(spelling), length) for length in {len(self._held[at]) for at in places}}
        reached = [at for at in places if allowed[len(self._held[at])]]
        near_by = spellings_within(spelling, [self._held[at] for at in reached], max(allowed.values(), default=0))
        close = sorted(reached[at] for at, edits in near_by if edits <= allowed[len(self._held[reached[at]])])
        return array("I", [self._numbers[at] for at in close[:MOST]])
