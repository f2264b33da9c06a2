"""Which owners hold a token that a claim stands in, without walking all pairs.

Every token is filed under keys such that a claim that stands in it asks for one of them; `stands_in` then decides.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from ctxaudit.verbatim.canonical import hex_value, host_and_port, split_line, url_port, value_and_name
from ctxaudit.verbatim.compare import CONTAINERS, SHORTEST_INSIDE, stands_in
from ctxaudit.verbatim.tails import asked_tail, filed_tails, shorter
from ctxaudit.verbatim.tokens import Token

Key = tuple[str, ...]

_WORD = re.compile(r"[^\W_]+")
_SHORTEST_WORD = 4


class StandsIndex:
    """Held tokens with the owners that hold them; `add` may be called between questions."""

    def __init__(self, pairs: Iterable[tuple[int, Token]] = ()) -> None:
        self._owners: list[set[int]] = []
        self._tokens: list[Token] = []
        self._places: dict[Token, int] = {}
        self._filed: dict[Key, list[int]] = {}
        self._words: dict[str, list[int]] = {}
        self._containers: list[int] = []
        for owner, token in pairs:
            self.add(owner, token)

    def add(self, owner: int, token: Token) -> None:
        """From now on the owner holds the token."""
        place = self._places.get(token)
        if place is not None:
            self._owners[place].add(owner)
            return
        place = self._places[token] = len(self._tokens)
        self._tokens.append(token)
        self._owners.append({owner})
        for key in dict.fromkeys(_held_keys(token)):
            self._filed.setdefault(key, []).append(place)
        if token.kind in CONTAINERS:
            self._containers.append(place)
            for word in _words_of(token.canonical) | _words_of(token.text):
                self._words.setdefault(word, []).append(place)

    def owners(self, claim: Token) -> set[int]:
        """The owners that hold some token for which `stands_in(claim, token)` is true."""
        found: set[int] = set()
        for place in self._candidates(claim):
            owners = self._owners[place]
            if not owners <= found and stands_in(claim, self._tokens[place]):
                found |= owners
        return found

    def _candidates(self, claim: Token) -> Iterator[int]:
        for key in dict.fromkeys(_claim_keys(claim)):
            yield from self._filed.get(key, ())
        if claim.kind == "number":
            return
        for spelling in {claim.canonical, claim.text}:
            if len(spelling) >= SHORTEST_INSIDE:
                yield from self._containers_of(spelling)

    def _containers_of(self, spelling: str) -> list[int]:
        words = _words_of(spelling, whole_only=True)
        if not words:
            return self._containers
        return min((self._words.get(word, []) for word in words), key=len)


def _words_of(spelling: str, *, whole_only: bool = False) -> set[str]:
    """Words that any text has that holds the spelling as a whole word: pairs of neighbours, else the single word.

    What is filed needs both, since a claim may be the single word.
    """
    matches = list(_WORD.finditer(spelling))
    pairs = {spelling[one.start() : other.end()] for one, other in pairwise(matches)}
    if whole_only and pairs:
        return pairs
    return pairs | {match[0] for match in matches if len(match[0]) >= _SHORTEST_WORD}


def _held_keys(token: Token) -> Iterator[Key]:
    text = token.canonical
    yield "=", text
    match token.kind:
        case "hex-id" | "uuid":
            yield "hex", text.replace("-", "")[:7]
        case "path":
            yield from (("path", tail) for tail in filed_tails(text, "/"))
        case "file-line":
            path, line = split_line(text)
            yield "=path", path
            for tail in filed_tails(path, "/"):
                yield "path", tail
                yield "line", tail, line
        case "api-name":
            yield from (("name", tail) for tail in filed_tails(text, "."))
        case "number" | "code" | "address" | "url":
            yield from _value_keys(token)


def _claim_keys(token: Token) -> Iterator[Key]:
    text = token.canonical
    yield "=", text
    match token.kind:
        case "hex-id" | "uuid":
            yield "hex", text.replace("-", "")[:7]
        case "path":
            yield "path", asked_tail(text, "/")
            for tail in shorter(text, "/"):
                yield "=", tail
                yield "=path", tail
            yield "=path", text
        case "file-line":
            path, line = split_line(text)
            yield "line", asked_tail(path, "/"), line
            for tail in shorter(path, "/"):
                yield "=", f"{tail}:{line}"
        case "api-name":
            yield "name", asked_tail(text, ".")
            for tail in shorter(text, "."):
                yield "=", tail
        case "number" | "code" | "address":
            yield from _value_keys(token)


def _value_keys(token: Token) -> Iterator[Key]:
    """The plain value of a number, of a `0x…` code, of a port."""
    if token.kind == "number":
        if value_and_name(token.canonical)[0] is not None:
            yield "value", token.canonical.partition(" ")[0]
    elif token.kind == "code":
        value = hex_value(token.canonical)
        if value is not None:
            yield "value", str(value)
    else:
        port = url_port(token.canonical) if token.kind == "url" else host_and_port(token.canonical)[1]
        if port:
            yield "value", port
