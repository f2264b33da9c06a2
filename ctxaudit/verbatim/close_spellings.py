"""Which of many spellings are a few edits from a query, without a comparison with each.

A spelling is cut into pieces. An edit (insertion, deletion, replacement, swap of neighbours) touches at most two, so
of `2 * edits + 1` pieces one stands unchanged in whatever is that close, shifted by so many places at most. Only
spellings that share such a piece are compared.
"""

from collections.abc import Iterable, Iterator
from itertools import islice

from ctxaudit.verbatim.distance import spellings_within

_FEW = 64  # spellings of one length that are compared without further ado
_AT_ONCE = 32, 512  # spellings of the first native call and of later ones: who has seen enough asks for no more
_SHORTEST_PIECE = 2
_EFFORT = 30_000_000  # comparisons: some seconds; after that a question is answered from
_TIRED = 1_000  # so many spellings of a length, so that no list of spellings takes for ever


class CloseSpellings:
    """Spellings in the order of adding; an answer lists their places."""

    def __init__(self) -> None:
        self._spellings: list[str] = []
        self._of_length: dict[int, list[int]] = {}
        self._shelves: dict[tuple[int, int], _Shelf] = {}  # by length and edits
        self._effort = _EFFORT

    def __len__(self) -> int:
        return len(self._spellings)

    def add(self, spelling: str) -> None:
        self._of_length.setdefault(len(spelling), []).append(len(self._spellings))
        self._spellings.append(spelling)

    def within(self, query: str, edits: int) -> Iterator[int]:
        """The places of the spellings that are at most so many edits from the query, each once, in no order."""
        for length in range(len(query) - edits, len(query) + edits + 1):
            places = self._of_length.get(length)
            if places is not None:
                yield from self._close(self._candidates(query, length, edits, places), query, edits)

    def _close(self, places: Iterable[int], query: str, edits: int) -> Iterator[int]:
        candidates: Iterator[int] = iter(places) if self._effort > 0 else islice(places, _TIRED)
        size, later = _AT_ONCE
        while some := list(islice(candidates, size)):
            size = later
            self._effort -= len(some)
            spellings = [self._spellings[place] for place in some]
            yield from (some[at] for at in spellings_within(query, spellings, edits))

    def _candidates(self, query: str, length: int, edits: int, places: list[int]) -> Iterable[int]:
        if len(places) <= _FEW or length < _SHORTEST_PIECE * (2 * edits + 1):
            return places
        shelf = self._shelves.get((length, edits))
        if shelf is None:
            shelf = self._shelves[length, edits] = _Shelf(length, edits)
        shelf.fill(self._spellings, places)
        return shelf.sharing(query)


class _Shelf:
    """Spellings of one length by their pieces."""

    def __init__(self, length: int, edits: int) -> None:
        pieces = 2 * edits + 1
        self._cuts = [(at * length // pieces, (at + 1) * length // pieces) for at in range(pieces)]
        self._edits = edits
        self._holding: dict[tuple[int, str], list[int]] = {}
        self._filled = 0

    def fill(self, spellings: list[str], places: list[int]) -> None:
        """Files what was added since the last time."""
        for place in places[self._filled :]:
            spelling = spellings[place]
            for number, (start, end) in enumerate(self._cuts):
                self._holding.setdefault((number, spelling[start:end]), []).append(place)
        self._filled = len(places)

    def sharing(self, query: str) -> Iterator[int]:
        """The spellings that have one piece with the query in common at nearly the same place, by the rarest first."""
        pieces: list[list[int]] = []
        for number, (start, end) in enumerate(self._cuts):
            size = end - start
            first, last = max(0, start - self._edits), min(len(query) - size, start + self._edits)
            found = {query[at : at + size] for at in range(first, last + 1)}
            pieces += filter(None, (self._holding.get((number, piece)) for piece in found))
        seen: set[int] = set()
        for places in sorted(pieces, key=len):
            for place in places:
                if place not in seen:
                    seen.add(place)
                    yield place
