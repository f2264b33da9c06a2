"""In which of many short spellings do some letters stand as whole words? Many are looked up in one pass."""

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate, filterfalse

from ctxaudit.verbatim.encodable import encodable
from ctxaudit.verbatim.literal import first_place
from ctxaudit.verbatim.word_hits import LONGEST_WORD, WordFinder

_BY_HAND = 2_000_000  # characters times needles; below this, starting the columns costs more than plain search
_SEPARATOR = "\n"
_WORDS = re.compile(r"\w+")


class Spellings:
    """Spellings in the order of adding; an answer lists their numbers."""

    def __init__(self) -> None:
        self._spellings: list[str] = []
        self._known: dict[str, Sequence[int]] = {}
        self._joined = ""
        self._starts = array("I")  # in what is joined
        self._words: set[str] = set()  # of what is joined, once they are asked for

    def add(self, spelling: str) -> None:
        self._spellings.append(spelling)
        self._known.clear()
        self._starts = array("I")

    def learn(self, needles: Iterable[str]) -> None:
        """Looks many needles up at once; `holding` then answers each without a search of its own."""
        fresh = [needle for needle in dict.fromkeys(needles) if needle not in self._known]
        found = self.all_holding(fresh)
        self._known.update((needle, found.get(needle, ())) for needle in fresh)

    def all_holding(self, needles: Iterable[str]) -> dict[str, Sequence[int]]:
        """What `holding` says of each of many needles that some spelling holds, found in one pass and not kept."""
        asked = dict.fromkeys(needle for needle in needles if needle)
        found: dict[str, Sequence[int]] = {}
        one_by_one: Iterable[str] = asked
        if len(asked) * sum(map(len, self._spellings)) > _BY_HAND:
            found.update(self._found(filter(_is_plain, asked)))
            one_by_one = filterfalse(_is_plain, asked)
        found.update((needle, numbers) for needle in one_by_one if (numbers := self._searched(needle)))
        return found

    def holding(self, needle: str) -> Sequence[int]:
        """The numbers of the spellings that hold the needle, ascending. An empty needle stands nowhere."""
        known = self._known.get(needle)
        if known is None:
            known = self._known[needle] = self._searched(needle)
        return known

    def _searched(self, needle: str) -> list[int]:
        if len(self._starts) != len(self._spellings):
            self._join()
        numbers: list[int] = []
        at = self._joined.find(needle) if needle else -1
        while at >= 0:
            number = bisect_right(self._starts, at) - 1
            if first_place(needle, self._spellings[number]) >= 0:
                numbers.append(number)
            following = number + 1
            at = self._joined.find(needle, self._starts[following]) if following < len(self._starts) else -1
        return numbers

    def _join(self) -> None:
        self._words = set()
        self._joined = _SEPARATOR.join(self._spellings)
        sizes = (len(spelling) + len(_SEPARATOR) for spelling in self._spellings)
        self._starts = array("I", accumulate(sizes, initial=0))
        self._starts.pop()

    def _found(self, needles: Iterable[str]) -> dict[str, list[int]]:
        """The numbers of each needle that some spelling holds."""
        if len(self._starts) != len(self._spellings):
            self._join()
        if not self._words:
            self._words = set(_WORDS.findall(self._joined))
        known = self._words.issuperset
        likely = [needle for needle in needles if _cut_at_an_end(needle) or known(_WORDS.findall(needle))]
        found: dict[str, list[int]] = {}
        for word, start, _ in WordFinder(likely).hits(self._joined):
            number = bisect_right(self._starts, start) - 1
            numbers = found.setdefault(likely[word], [])
            if not numbers or numbers[-1] != number:
                numbers.append(number)
        return found


def _cut_at_an_end(needle: str) -> bool:
    """It begins or ends with `_`, which another letter may touch: then its words need not be words of what holds it."""
    return needle[0] == "_" or needle[-1] == "_"


def _is_plain(needle: str) -> bool:
    """It can be looked for among many."""
    return len(needle) <= LONGEST_WORD and (needle.isascii() or needle == encodable(needle))
