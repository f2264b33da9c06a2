"""Which of many tokens are the same as another, or are its path or its port, without walking all pairs.

Tokens are proposed that are spelled alike, that share a value, or of which one is a tail or a beginning of the other.
What is proposed is nearly always so; `same` and `stands_in` decide. Letters that stand inside others are not looked
for: see `Containers`.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import chain, combinations, product

from ctxaudit.verbatim.canonical import identifies, plain_value, split_line
from ctxaudit.verbatim.compare import is_distinct_name
from ctxaudit.verbatim.ladder import Ladder
from ctxaudit.verbatim.numbers import BASE_UNITS, significant_digits
from ctxaudit.verbatim.tokens import Token

Pair = tuple[int, int]


class Alike:
    """Tokens, known by their places in the list that was given."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._last: dict[str, int] = {}  # of each spelling
        self._before = array("i")  # by place the last one before it of the same spelling, or -1
        self._valued: dict[str, list[int]] = {}
        lines: dict[str, list[int]] = {}  # by file
        words: list[str] = []
        places = array("I")
        for place, token in enumerate(tokens):
            text = token.canonical
            self._before.append(self._last.get(text, -1))
            self._last[text] = place
            if value := plain_value(token):
                self._valued.setdefault(value, []).append(place)
            elif word := _word_of(token):
                words.append(word)
                places.append(place)
            if token.kind == "file-line":
                lines.setdefault(split_line(text)[0], []).append(place)
        self._lines = list(lines.values())
        words += map(_path_word, lines)
        places.extend(range(len(tokens), len(tokens) + len(lines)))
        self._ladder = Ladder(words)
        self._places = places  # by rung those of tokens and then those of files

    def pairs(self) -> Iterator[Pair]:
        """Every two that may be the same, or of which one may stand in the other, in either order; each pair once."""
        for place in range(len(self._tokens)):
            for other in self._spelled(self._before[place]):
                yield other, place
        for one, other in chain(self._nested(), self._of_one_value()):
            if self._tokens[one].canonical != self._tokens[other].canonical:
                yield one, other

    def like(self, token: Token) -> Iterator[int]:
        """Those that may be the same as this one, or in which it may stand; some come twice."""
        yield from self._spelled(self._last.get(token.canonical, -1))
        if value := plain_value(token):
            yield from self._valued.get(value, ())
        elif word := _word_of(token):
            for rung in self._ladder.along(word):
                yield from self._on(rung)

    def _spelled(self, place: int) -> Iterator[int]:
        while place >= 0:
            yield place
            place = self._before[place]

    def _on(self, rung: int) -> Sequence[int]:
        file = self._places[rung] - len(self._tokens)
        return self._lines[file] if file >= 0 else (self._places[rung],)

    def _nested(self) -> Iterator[Pair]:
        files = len(self._places) - len(self._lines)  # the rungs from here on are files: these are not asked for
        for low, high in self._ladder.pairs():
            if low < files or high < files:
                yield from product(self._on(low), self._on(high))

    def _of_one_value(self) -> Iterator[Pair]:
        for value, places in self._valued.items():
            if len(places) > 1:
                yield from self._named_alike(value, places)

    def _named_alike(self, value: str, places: Iterable[int]) -> Iterator[Pair]:
        """Of tokens of one value those whose names may agree."""
        by: defaultdict[str, list[int]] = defaultdict(list)
        for place in places:
            by[_sort_of(self._tokens[place])].append(place)
        labelled = by["@"] + by["@port"]
        named = by["unit"] + by["noun"]
        yield from product(by[""], labelled + named)
        yield from product(labelled, named)
        yield from product(by["code"], by[""] + labelled + named)
        yield from product(by["@port"], by["address"] + by["url"])
        if len(by["noun"]) > 1 and significant_digits(Decimal(value)) >= 4:
            yield from combinations(by["noun"], 2)


def _sort_of(token: Token) -> str:
    """What a token with a value is of: a base unit, a noun, a label, nothing; or its class, if it is no number."""
    if token.kind != "number":
        return token.kind
    name = token.canonical.partition(" ")[2]
    if name.startswith("@"):
        return "@port" if name == "@port" else "@"
    return "unit" if name in BASE_UNITS else name and "noun"


def _word_of(token: Token) -> str:
    """A word that begins those of the tokens of which this one is a tail, or the first digits."""
    kind, _, text = token
    match kind:
        case "path":
            return _path_word(text)
        case "file-line":
            path, line = split_line(text)
            return f":{line}{_path_word(path)}"
        case "api-name":
            return f".{text[::-1]}." if "." in text or is_distinct_name(text) else ""
        case "hex-id" | "uuid":
            return f"#{text.replace('-', '')}"
    return ""


def _path_word(path: str) -> str:
    """A name that many folders have begins no other word."""
    return f"/{path[::-1]}/" if "/" in path or identifies(path) else f"/{path[::-1]}\n"
