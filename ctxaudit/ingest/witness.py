"""What the reading of a log depended on: each file that was opened, by its content, and each question about others.

A log is not its file alone: importers look beside it. What they looked for and did not find counts as well, for a file
that appears there later changes what is read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import BinaryIO

from ctxaudit.ingest.places import Place, place

_BLOCK = 1 << 20
UNREADABLE = "unreadable"


@dataclass(slots=True)
class Witness:
    """`opened`: path and digest before it was first read. `beside` and `members`: what was asked of a path, and the
    answer.
    """

    opened: dict[str, str] = field(default_factory=dict)
    beside: dict[tuple[str, str], str | None] = field(default_factory=dict)
    members: dict[tuple[str, str], list[str]] = field(default_factory=dict)

    def holds(self) -> bool:
        """Everything is still as it was: the same contents, the same answers."""
        try:
            return (
                all(digest(place(path)) == known != UNREADABLE for path, known in self.opened.items())
                and all(_beside(path, name) == answer for (path, name), answer in self.beside.items())
                and all(_members(path, folder) == answer for (path, folder), answer in self.members.items())
            )
        except OSError:
            return False


@dataclass(frozen=True, slots=True)
class Witnessed:
    """A place that tells its witness what is done with it, and so do the places that are found through it."""

    inner: Place
    witness: Witness

    @property
    def path(self) -> str:
        return self.inner.path

    def open(self) -> BinaryIO:
        self._seen()
        return self.inner.open()

    def size(self) -> int | None:
        self._seen()
        return self.inner.size()

    def beside(self, name: str) -> Place | None:
        found = self.inner.beside(name)
        self.witness.beside[self.path, name] = found.path if found else None
        return Witnessed(found, self.witness) if found else None

    def members(self, folder: str) -> list[Place]:
        self.witness.members[self.path, folder] = [UNREADABLE]
        found = self.inner.members(folder)
        self.witness.members[self.path, folder] = _paths(found)
        return [Witnessed(one, self.witness) for one in found]

    def _seen(self) -> None:
        if self.path not in self.witness.opened:
            self.witness.opened[self.path] = digest(self.inner)


def digest(where: Place) -> str:
    """Of the bytes as stored."""
    made = sha256()
    try:
        with where.open() as stream:
            while block := stream.read(_BLOCK):
                made.update(block)
    except OSError:
        return UNREADABLE
    return made.hexdigest()


def _beside(path: str, name: str) -> str | None:
    found = place(path).beside(name)
    return found.path if found else None


def _members(path: str, folder: str) -> list[str]:
    return _paths(place(path).members(folder))


def _paths(places: Sequence[Place]) -> list[str]:
    return [one.path for one in places]
