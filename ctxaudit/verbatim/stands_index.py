"""Which owners hold a token that a claim stands in, without walking all pairs.

Every token is filed under keys such that a claim that is the same asks for one of them; tokens that can hold others
inside them are searched for the claim's letters; `stands_in` then decides.
"""

from collections.abc import Iterable, Iterator

from ctxaudit.verbatim.canonical import plain_value, split_line
from ctxaudit.verbatim.compare import same, stands_in
from ctxaudit.verbatim.containers import Containers
from ctxaudit.verbatim.tails import asked_tail, filed_tails, shorter
from ctxaudit.verbatim.tokens import Token

Key = tuple[str, ...]


class StandsIndex:
    """Held tokens with the owners that hold them; `add` may be called between questions."""

    def __init__(self, pairs: Iterable[tuple[int, Token]] = ()) -> None:
        self._owners: list[list[int]] = []
        self._tokens: list[Token] = []
        self._places: dict[Token, int] = {}
        self._filed: dict[Key, list[int]] = {}
        self._containers = Containers()
        for owner, token in pairs:
            self.add(owner, token)

    def add(self, owner: int, token: Token) -> None:
        """From now on the owner holds the token."""
        place = self._places.get(token)
        if place is not None:
            if self._owners[place][-1] != owner:
                self._owners[place].append(owner)
            return
        place = self._places[token] = len(self._tokens)
        self._tokens.append(token)
        self._owners.append([owner])
        for key in _held_keys(token):
            self._filed.setdefault(key, []).append(place)
        self._containers.add(place, token)

    def owners(self, claim: Token) -> set[int]:
        """The owners that hold some token for which `stands_in(claim, token)` is true."""
        found: set[int] = set()
        for place in self._candidates(claim):
            owners = self._owners[place]
            if not found.issuperset(owners) and stands_in(claim, self._tokens[place]):
                found.update(owners)
        return found

    def sames(self, claim: Token) -> list[Token]:
        """The held tokens that are the same."""
        held = (self._tokens[place] for place in self._filed_like(claim))
        return [token for token in held if same(claim, token)]

    def _candidates(self, claim: Token) -> Iterator[int]:
        yield from self._filed_like(claim)
        yield from self._containers.holding(claim)

    def _filed_like(self, claim: Token) -> dict[int, None]:
        """The places filed under one of the claim's keys, each once."""
        filed = self._filed
        return dict.fromkeys([place for key in _claim_keys(claim) for place in filed.get(key, ())])


def _held_keys(token: Token) -> list[Key]:
    text = token.canonical
    match token.kind:
        case "hex-id" | "uuid":
            return [("=", text), ("hex", text.replace("-", "")[:7])]
        case "path":
            return [("=", text), *[("path", tail) for tail in filed_tails(text, "/")]]
        case "file-line":
            path, line = split_line(text)
            tails = filed_tails(path, "/")
            keys: list[Key] = [("=", text), ("=path", path)]
            return [*keys, *[("path", tail) for tail in tails], *[("line", tail, line) for tail in tails]]
        case "api-name":
            return [("=", text), *[("name", tail) for tail in filed_tails(text, ".")]]
        case "number" | "code" | "address" | "url":
            return [("=", text), *_value_keys(token)]
    return [("=", text)]


def _claim_keys(claim: Token) -> list[Key]:
    text = claim.canonical
    keys: list[Key] = [("=", text)]
    match claim.kind:
        case "hex-id" | "uuid":
            keys.append(("hex", text.replace("-", "")[:7]))
        case "path":
            keys += [("path", asked_tail(text, "/")), ("=path", text)]
            for tail in shorter(text, "/"):
                keys += [("=", tail), ("=path", tail)]
        case "file-line":
            path, line = split_line(text)
            keys.append(("line", asked_tail(path, "/"), line))
            keys += [("=", f"{tail}:{line}") for tail in shorter(path, "/")]
        case "api-name":
            keys.append(("name", asked_tail(text, ".")))
            keys += [("=", tail) for tail in shorter(text, ".")]
        case "number" | "code" | "address":
            keys += _value_keys(claim)
    return keys


def _value_keys(token: Token) -> list[Key]:
    value = plain_value(token)
    return [("value", value)] if value else []
