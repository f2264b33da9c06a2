"""Which item of a later list is which item of an earlier one; it knows nothing but keys."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence


def align(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[int | None]:
    """For each of `new` its place in `old`, or None; no place is given twice.

    What begins or ends both lists in the same way is paired in order. Of equal items in between the later ones are
    paired: edits of a context take the older ones away.
    """
    paired: list[int | None] = [None] * len(new)
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        paired[head] = head
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
        paired[len(new) - tail] = len(old) - tail
    places: defaultdict[Hashable, list[int]] = defaultdict(list)
    for place in range(head, len(old) - tail):
        places[old[place]].append(place)
    for number in range(len(new) - tail - 1, head - 1, -1):
        free = places.get(new[number])
        if free:
            paired[number] = free.pop()
    return paired
