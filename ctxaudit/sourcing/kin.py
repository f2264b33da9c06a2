"""Which tokens of a catalogue a token stands in, and which are the same: by number, each worked out once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ctxaudit.verbatim import StandsIndex, Token

Numbers = tuple[int, ...]

_NONE: Numbers = ()


class Kin:
    """Relations of numbered tokens. A token is neither among those that it stands in nor among the same."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens
        self._index = StandsIndex(enumerate(tokens))
        self._known: dict[int, tuple[Numbers, Numbers]] = {}

    def learn(self, numbers: Iterable[int]) -> None:
        """Looks many up in one pass, for `inside` and `sames`."""
        self._index.learn(self._tokens[number] for number in numbers if number not in self._known)

    def inside(self, number: int) -> Numbers:
        """The other tokens in which it stands."""
        return (self._known.get(number) or self._of(number))[0]

    def sames(self, number: int) -> Numbers:
        """The other tokens that are the same."""
        return (self._known.get(number) or self._of(number))[1]

    def around(self, token: Token) -> list[int]:
        """The tokens in which a token that is none of them stands."""
        return self._index.kin(token)[0]

    def learn_around(self, tokens: Iterable[Token]) -> None:
        """Looks many up in one pass, for `around`."""
        self._index.learn(tokens)

    def _of(self, number: int) -> tuple[Numbers, Numbers]:
        inside, sames = self._index.kin(self._tokens[number])
        known = self._known[number] = tuple(inside) or _NONE, tuple(sames) or _NONE
        return known
