"""Which of many tokens have the letters of a token inside them? Only tokens of some classes can hold another."""

from collections.abc import Iterable, Sequence

from ctxaudit.verbatim.compare import CONTAINERS, SHORTEST_INSIDE
from ctxaudit.verbatim.spellings import Spellings
from ctxaudit.verbatim.tokens import Token


class Containers:
    """Held tokens by number; those that cannot hold another are passed over."""

    def __init__(self, tokens: Iterable[tuple[int, Token]] = ()) -> None:
        self._insides = Spellings()
        self._numbers: list[int] = []  # by the number of a spelling, that of the token which it spells
        for number, token in tokens:
            self.add(number, token)

    def add(self, number: int, token: Token) -> None:
        if token.kind in CONTAINERS:
            for spelling in {token.canonical, token.text}:
                self._insides.add(spelling)
                self._numbers.append(number)

    def learn(self, claims: Iterable[Token]) -> None:
        """Looks many claims up in one pass; `holding` then answers each without a search of its own."""
        self._insides.learn(spelling for claim in claims for spelling in _searched(claim))

    def holding(self, claim: Token) -> Sequence[int]:
        """The numbers of the tokens that have the letters of the claim inside them as a whole word, each once."""
        numbers = self._numbers
        found = [numbers[place] for spelling in _searched(claim) for place in self._insides.holding(spelling)]
        return found if len(found) < 2 else list(dict.fromkeys(found))


def _searched(claim: Token) -> tuple[str, ...]:
    """The spellings under which a claim can stand inside another token."""
    _, text, canonical = claim
    if claim.kind == "number":
        return ()
    if text == canonical:
        return (text,) if len(text) >= SHORTEST_INSIDE else ()
    return tuple([spelling for spelling in (canonical, text) if len(spelling) >= SHORTEST_INSIDE])
