"""Files in shares for processes that may die, and which file is to blame when one does.

A file is given up when several processes have died at it: one that was killed by chance, or with its whole machine,
costs no file.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence

from ctxaudit.corpus.find import Wanted
from ctxaudit.corpus.plan import FileAudit

Numbered = tuple[int, Wanted, int]  # the file's place in the order, the file, its bytes as stored
Spread = Callable[[Sequence[Numbered]], Iterator[tuple[int, FileAudit]]]  # what came of each, by its number
CHUNK_FILES = 16
CHUNK_BYTES = 1 << 18
DEATHS = 2  # of processes, before their file is given up


class Shares:
    """What waits to be handed out, in the order in which it should be."""

    def __init__(self, files: Sequence[Numbered], processes: int) -> None:
        self._waiting = deque(chunks(files, processes))
        self._deaths: Counter[int] = Counter()

    def __len__(self) -> int:
        return len(self._waiting)

    def take(self) -> list[int]:
        """The numbers of the files of the next share."""
        return self._waiting.popleft()

    def give_back(self, share: Sequence[int]) -> None:
        """Nothing of it was begun."""
        self._waiting.appendleft(list(share))

    def lost(self, share: Sequence[int], at: int | None = None) -> int | None:
        """A process died with that to do, at that file where it is known. The file to give up, if there is one.

        All else is handed out again, and what may be to blame comes alone.
        """
        if at is None and len(share) > 1:
            self._waiting.extendleft([number] for number in reversed(share))
            return None
        guilty = share[0] if at is None else at
        if rest := [number for number in share if number != guilty]:
            self.give_back(rest)
        self._deaths[guilty] += 1
        if self._deaths[guilty] >= DEATHS:
            return guilty
        self.give_back([guilty])
        return None


def chunks(files: Sequence[Numbered], processes: int) -> list[list[int]]:
    """Numbers of files: the largest files first, in chunks that hold neither many files nor many bytes.

    Towards the end chunks hold less and less, so that all processes end at about the same time.
    """
    made: list[list[int]] = []
    most = room = 0
    for at, (number, _, size) in enumerate(sorted(files, key=lambda file: (-file[2], file[0]))):
        if not made or len(made[-1]) >= most or size > room:
            made.append([])
            most = max(1, min(CHUNK_FILES, (len(files) - at) // (4 * processes)))
            room = CHUNK_BYTES
        made[-1].append(number)
        room -= size
    return made
