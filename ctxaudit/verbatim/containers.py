"""Which of many tokens have the letters of a token inside them? Only tokens of some classes can hold another."""

from array import array
from collections.abc import Iterable, Iterator, Sequence

from ctxaudit.verbatim.compare import CONTAINERS, SHORTEST_INSIDE
from ctxaudit.verbatim.spellings import Spellings
from ctxaudit.verbatim.tokens import Token


class Containers:
    """Held tokens by number; those that cannot hold another are passed over."""

    def __init__(self, tokens: Iterable[tuple[int, Token]]) -> None:
        self._insides = Spellings()
        self._numbers = array("I")  # by the number of a spelling, that of the token which it spells
        for number, token in tokens:
            for spelling in {token.canonical, token.text} if token.kind in CONTAINERS else ():
                self._insides.add(spelling)
                self._numbers.append(number)

    def learn(self, claims: Iterable[Token]) -> None:
        """Looks many claims up in one pass; `holding` then answers each without a search of its own."""
        self._insides.learn(spelling for claim in claims for spelling in _searched(claim))

    def holding(self, claim: Token) -> Sequence[int]:
        """The numbers of the tokens that have the letters of the claim inside them as a whole word, each once."""
        return self._numbered([self._insides.holding(spelling) for spelling in _searched(claim)])

    def all_holding(self, claims: Sequence[Token]) -> Iterator[tuple[int, Sequence[int]]]:
        """What `holding` says of many claims, by their places, found in one pass and not kept.

        Those that nothing holds are left out.
        """
        found = self._insides.all_holding(spelling for claim in claims for spelling in _searched(claim))
        for place, claim in enumerate(claims):
            if claim.canonical in found or claim.text in found:
                yield place, self._numbered([found.get(spelling, ()) for spelling in _searched(claim)])

    def _numbered(self, found: Sequence[Sequence[int]]) -> Sequence[int]:
        """The numbers of the tokens of some spellings, each once."""
        numbers = [self._numbers[place] for places in found for place in places]
        return numbers if len(numbers) < 2 else list(dict.fromkeys(numbers))


def _searched(claim: Token) -> tuple[str, ...]:
    """The spellings under which a claim can stand inside another token."""
    _, text, canonical = claim
    if claim.kind == "number":
        return ()
    if text == canonical:
        return (text,) if len(text) >= SHORTEST_INSIDE else ()
    return tuple([spelling for spelling in (canonical, text) if len(spelling) >= SHORTEST_INSIDE])
