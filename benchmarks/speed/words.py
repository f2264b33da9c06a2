"""Words, names, paths and figures without end, as source trees and those who work on them use them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

_COMMON, _VERBS, NOUNS, _SYLLABLES = (
    block.split()
    for block in (
        """
        the pool keeps its lease until a worker answers and then a retry takes the slot while queue and cache drain
        slowly because nobody reads the index twice so each shard waits for its turn before it writes a page to disk
        when this test runs we should look at how that file is read first and only then change what it gives back
        """,
        """
        get load read drain open close parse merge check claim renew split store fetch build apply flush visit resolve
        encode render commit register expand shrink observe retain schedule measure verify archive publish collect
        rotate balance sample trim attach detach
        """,
        """
        lease worker pool queue cache shard page index record batch token window header cursor segment replica ledger
        schema socket session frame manifest bucket digest policy budget timer handle region tenant invoice account
        channel event filter gateway journal kernel latch mirror network object packet quota router signal thread
        upload vector widget anchor barrier codec domain engine feature guard history import jitter keyring layout
        metric node offset parcel query relay stripe table unit volume weight yield zone article basket carrier
        deposit effect folder grant hangar
        """,
        """
        ba bel bor cal cen com con dar del dis dor en fer fin gal gen har hel in jor kal kin lan lem lor mal men mis
        nar nel nor or pal per pos qui ran ren ros sal sen sol tal ten tor un val ven vis war wen xal yor zan
        """,
    )
)
_LEXICON = 60_000  # words
_SIGNS = ("{}", "{}", "{}", "{},", "{}:", "({})", "'{}'", "{}-{}", "{}/{}")
GROWTH = 0.75
ALL_NEW = 600  # draws, at the beginning
KNOWN = 20_000  # things that are remembered at least
_PARTS = ("src", "lib", "tests", "docs", "packages", "app")
_ENDINGS = ("py", "py", "py", "ts", "ts", "md", "json", "yaml")


def one_of(roll: float, *kinds: tuple[float, Callable[[], str]]) -> str:
    """One of the kind whose bound is the first above the roll: bounds grow, and the last is 1."""
    return next(make for bound, make in kinds if roll < bound)()


@cache
def lexicon() -> tuple[str, ...]:
    """Words that nobody says, of two to four syllables."""
    base = len(_SYLLABLES)
    numbers = (1 + number * 7_919 % (base**3 - 1) for number in range(_LEXICON))
    return tuple(
        f"{_SYLLABLES[one % base]}{_SYLLABLES[one // base % base]}{_SYLLABLES[one // base**2]}{'s' * (one % 3 == 0)}"
        for one in numbers
    )


class Words:
    """Everything is drawn from one generator of random numbers, so that a seed makes one text."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._phrases = [" ".join(rng.choices(_COMMON, k=3)) for _ in range(1_000)]

    def rare(self) -> str:
        """A word of the lexicon; behind the common words the n-th is said in proportion to 1/n."""
        return lexicon()[int(len(_COMMON) * (_LEXICON / len(_COMMON)) ** self._rng.random()) - 1]

    def phrase(self) -> str:
        sign = self._rng.choice(_SIGNS)
        return f"{self._rng.choice(self._phrases)} {self.rare()} {sign.format(self.rare(), self.noun())}"

    def sentence(self) -> str:
        return f"{self.phrase()} {self.phrase()}.".capitalize()

    def noun(self) -> str:
        return self._rng.choice(NOUNS)

    def name(self) -> str:
        """A name of code that an audit takes for a token."""
        rng = self._rng
        roll = rng.random()
        verb, one, two = rng.choice(_VERBS), rng.choice(NOUNS), rng.choice(NOUNS)
        return one_of(
            roll,
            (0.45, lambda: f"{verb}_{one}_{two}"),
            (0.60, lambda: f"{verb}_{one}_{two}_{rng.choice(NOUNS)}"),
            (0.80, lambda: f"{one}.{verb}{two.title()}"),
            (1.00, lambda: f"{one}_{two}.{verb}_{rng.choice(NOUNS)}"),
        )

    def path(self) -> str:
        rng = self._rng
        parts = [
            rng.choice(_PARTS),
            *rng.choices(NOUNS, k=rng.randint(1, 3)),
            f"{rng.choice(_VERBS)}_{rng.choice(NOUNS)}",
        ]
        return f"{'/'.join(parts)}.{rng.choice(_ENDINGS)}"

    def figure(self) -> str:
        """A number with its unit or name, a version, a commit or an address."""
        rng = self._rng
        return one_of(
            rng.random(),
            (0.30, lambda: f"{rng.choice(NOUNS)}_ms={rng.randint(10, 9_000)}"),
            (0.55, lambda: f"{rng.randint(20, 900)} {rng.choice(NOUNS)}s"),
            (0.75, lambda: f"{rng.choice(NOUNS)}=={rng.randint(0, 30)}.{rng.randint(0, 30)}.{rng.randint(0, 30)}"),
            (0.92, lambda: f"commit {rng.getrandbits(28):07x}"),
            (1.00, lambda: f"https://tracker.example.com/{rng.choice(NOUNS)}/issues/{rng.randint(1, 99_999)}"),
        )

    def quote(self) -> str:
        """Code or words that prose puts between back-ticks."""
        rng = self._rng
        return one_of(
            rng.random(),
            (0.02, lambda: f"{self.rare()} = {rng.randint(2, 90)}"),
            (0.20, lambda: f"{rng.choice(NOUNS)} {self.rare()} {self.rare()}"),
            (0.40, lambda: f"/{rng.choice(NOUNS)} {self.rare()}"),
            (0.60, lambda: f"--{self.rare()} <{rng.choice(NOUNS)}>"),
            (0.80, lambda: f"{rng.choice(NOUNS)}*.{self.rare()}"),
            (1.00, lambda: f"{rng.choice(_VERBS)}({self.rare()}, {self.rare()})"),
        )

    def misspelled(self, name: str) -> str:
        """The same with two neighbouring letters changed for one another."""
        at = next((at for at in range(2, len(name) - 2) if name[at : at + 2].isalpha() and name[at] != name[at + 1]), 0)
        return f"{name[:at]}{name[at + 1]}{name[at]}{name[at + 2 :]}"


class Pool:
    """Things of a project: some are new and the others known, the more of them the longer it is worked on.

    After n draws about n to the power of GROWTH different ones were given, as recorded sessions have it with tokens.
    """

    def __init__(self, rng: Random, make: Callable[[], str]) -> None:
        self._rng = rng
        self._make = make
        self._known: list[str] = []
        self._draws = 0

    def draw(self) -> str:
        self._draws += 1
        if self._rng.random() < (max(1.0, self._draws / ALL_NEW)) ** (GROWTH - 1):
            self._keep(self._make())
            return self._known[-1]
        return self._known[-1 - int(len(self._known) * self._rng.random() ** 2)]

    def _keep(self, new: str) -> None:
        self._known.append(new)
        if len(self._known) > 2 * KNOWN:
            self._known = self._known[-KNOWN:]
