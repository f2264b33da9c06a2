"""Records that name their parent, read in file order: which branch was left, which was taken up; it knows no format."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple


class Turn(NamedTuple):
    """A move to another branch: the records that are no longer on the path (oldest first), and those that are again."""

    left: list[str]
    back: list[str]

    def __bool__(self) -> bool:
        return bool(self.left or self.back)


@dataclass(slots=True)
class Tree:
    """The records so far. `tip` is the newest: the path to it from its root is what the conversation consists of."""

    tip: str | None = None
    _parent: dict[str, str | None] = field(default_factory=dict)
    _depth: dict[str, int] = field(default_factory=dict)

    def __contains__(self, key: object) -> bool:
        return key in self._parent

    def grow(self, key: str, parent: str | None) -> Turn:
        """The record hangs on `parent`, which is known or None for a new root, and is the tip from now on."""
        turn = self._turn(parent)
        self._parent[key] = parent
        self._depth[key] = 0 if parent is None else self._depth[parent] + 1
        self.tip = key
        return turn

    def path(self) -> list[str]:
        """The records from the root to the tip."""
        found: list[str] = []
        key = self.tip
        while key is not None:
            found.append(key)
            key = self._parent[key]
        return found[::-1]

    def _turn(self, parent: str | None) -> Turn:
        left: list[str] = []
        back: list[str] = []
        old, new = self.tip, parent
        while old != new:
            if new is None or (old is not None and self._depth[old] >= self._depth[new]):
                assert old is not None
                left.append(old)
                old = self._parent[old]
            else:
                back.append(new)
                new = self._parent[new]
        return Turn(left[::-1], back[::-1])
