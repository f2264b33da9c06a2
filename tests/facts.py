"""Sentences with one verbatim token each, in all classes, with a near miss and another spelling of the token.

No two facts of one maker hold the same token, and by construction none is near another, so that what a claim is near
to, and where it stands, is known to whoever asked for the fact.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

THINGS = (
    "harbour crane", "tide gauge", "seed vault", "tram depot", "bell tower", "fish ladder", "salt mill", "kite shop",
    "peat store", "glass oven", "snow fence", "bee yard", "toll bridge", "ice rink", "sail loft", "clay pit",
)  # fmt: skip
LABELS = (
    "timeout", "delay", "interval", "duration", "latency", "ttl", "window", "limit", "offset", "threshold", "quota",
    "retry", "minimum", "maximum", "batch", "budget",
)  # fmt: skip
SENTENCES: dict[str, tuple[str, ...]] = {
    "code": (
        "The ticket of the {thing} is {token} in the register.",
        "A clerk filed the {thing} under {token} in the spring.",
    ),
    "hex-id": (
        "The {thing} was sealed under {token} by the clerk.",
        "The good state of the {thing} carries {token} on its tag.",
    ),
    "uuid": (
        "The {thing} is booked as {token} in the new system.",
        "Whoever asks for the {thing} gets {token} as the answer.",
    ),
    "url": (
        "The {thing} has its page at {token} since the move.",
        "Photographs of the {thing} are kept at {token} for all to see.",
    ),
    "address": (
        "The {thing} answers on {token} day and night.",
        "Readings of the {thing} are sent to {token} every hour.",
    ),
    "file-line": (
        "The trace of the {thing} ends at {token} inside the loop.",
        "The figure of the {thing} is set at {token} by hand.",
    ),
    "path": (
        "The {thing} is described in {token} and nowhere else.",
        "Everything about the {thing} was copied to {token} in autumn.",
    ),
    "version": ("The {thing} runs on {name} {token} for now.", "The {thing} was moved to {name} {token} by the host."),
    "api-name": (
        "The {thing} is opened through {token} by the host.",
        "A call of {token} wakes the {thing} each morning.",
    ),
    "number": ("The {thing} keeps a {token} since the move.", "For the {thing} a {token} was agreed upon."),
}


@dataclass(frozen=True)
class Fact:
    """A sentence with a token that a rewrite may not change."""

    token: str
    sentence: str
    kind: str = ""
    near: str = ""  # differs slightly
    respelled: str = ""  # the same token spelled otherwise; empty when the class knows no other spelling

    def said_with(self, token: str) -> str:
        return self.sentence.replace(self.token, token)


class Facts:
    """Makes facts from one source of chance. `sentences`: for each class that is wanted the ways to say it."""

    def __init__(self, chance: random.Random, sentences: Mapping[str, Sequence[str]] = SENTENCES) -> None:
        self.random = chance
        self._sentences = sentences
        self._labels = chance.sample(LABELS, len(LABELS))
        self._values = chance.sample(range(1100, 9800, 200), 40)
        self._makers: dict[str, Callable[[], tuple[str, str, str]]] = {
            "code": self._code,
            "hex-id": self._hex,
            "uuid": self._uuid,
            "url": self._url,
            "address": self._address,
            "file-line": self._file_line,
            "path": self._path,
            "version": self._version,
            "api-name": self._api_name,
            "number": self._number,
            "port": self._port,
            "quoted": self._quoted,
        }

    def fact(self, *kinds: str) -> Fact:
        """A fact of one of the classes, of any when none is named."""
        kind = self.random.choice(kinds or tuple(self._sentences))
        if kind == "number" and not self._labels:
            kind = "code"
        token, near, respelled = self._makers[kind]()
        words = {"thing": self.random.choice(THINGS), "token": token, "name": self.name()}
        return Fact(token, self.random.choice(self._sentences[kind]).format(**words), kind, near, respelled)

    def name(self, syllables: int = 3) -> str:
        pick = self.random.choice
        return "".join(pick("bdfgklmnprstvz") + pick("aeiou") for _ in range(syllables))

    def _digits(self, alphabet: str, length: int) -> str:
        """Mixed enough that every piece of seven and more is an id by itself."""
        while True:
            text = "".join(self.random.choices(alphabet, k=length))
            head = text[:7]
            if len(set(head)) >= 5 and 2 <= sum(c.isdigit() for c in head) <= 5:
                return text

    def swapped(self, text: str, start: int = 0, end: int | None = None) -> str:
        """Two unlike neighbours within the bounds change places, as in a reconstruction from memory."""
        stop = len(text) if end is None else end
        places = [i for i in range(start, stop - 1) if text[i] != text[i + 1] and (text[i] + text[i + 1]).isalnum()]
        if not places:
            return f"{text[: stop - 1]}{(int(text[stop - 1]) + 3) % 10}{text[stop:]}"
        i = self.random.choice(places)
        return f"{text[:i]}{text[i + 1]}{text[i]}{text[i + 2 :]}"

    def _letter_changed(self, text: str, start: int, end: int) -> str:
        place = self.random.randrange(start, end)
        letter = self.random.choice([c for c in "bdfgklmnprstvz" if c != text[place]])
        return text[:place] + letter + text[place + 1 :]

    # --- one maker a class: token, near miss, other spelling ---

    def _code(self) -> tuple[str, str, str]:
        head = "".join(self.random.choices("BCDFGHKLMNRTVWXZ", k=4))
        token = f"{head}-{self.random.randint(1000, 99999)}"
        return token, self.swapped(token, start=5), ""

    def _hex(self) -> tuple[str, str, str]:
        token = self._digits("0123456789abcdef", 12)
        return token, self.swapped(token), token[:8]

    def _uuid(self) -> tuple[str, str, str]:
        text = self._digits("0123456789abcdef", 32)
        token = "-".join([text[:8], text[8:12], text[12:16], text[16:20], text[20:]])
        return token, self.swapped(token, start=9), token.upper()

    def _url(self) -> tuple[str, str, str]:
        token = f"https://{self.name()}.example.org/{self.name()}/{self.name(2)}-{self.random.randint(100, 999)}"
        start = token.index(".org/") + 5
        return token, self._letter_changed(token, start, start + 6), f"{token}/"

    def _address(self) -> tuple[str, str, str]:
        host = f"{self.name()}.example.net"
        port, other = self.random.sample(range(2000, 64000), 2)
        return f"{host}:{port}", f"{host}:{other}", ""

    def _file_line(self) -> tuple[str, str, str]:
        file = f"src/{self.name()}/{self.name()}.py"
        line, other = self.random.sample(range(20, 900), 2)
        return f"{file}:{line}", f"{file}:{other}", f"{file}:{line}:7"

    def _path(self) -> tuple[str, str, str]:
        folder, stem = self.name(), self.name(4)
        token = f"records/{folder}/{stem}.toml"
        return token, self._letter_changed(token, len(token) - 13, len(token) - 5), f"{folder}/{stem}.toml"

    def _version(self) -> tuple[str, str, str]:
        head = f"{self.random.randint(2, 9)}.{self.random.randint(10, 40)}"
        last, other = self.random.sample(range(10), 2)
        return f"{head}.{last}", f"{head}.{other}", f"v{head}.{last}"

    def _api_name(self) -> tuple[str, str, str]:
        head, tail = self.name(), self.name(4)
        token = f"{head}.{tail}_rate"
        start = len(head) + 1
        return token, self._letter_changed(token, start, start + 8), f"{token}()"

    def _number(self) -> tuple[str, str, str]:
        label, value = self._labels.pop(), self._values.pop()
        other = self.random.randrange(1200, 9800, 200)
        return f"{label} of {value} ms", f"{label} of {other} ms", f"{label} of {value / 1000:g} s"

    def _port(self) -> tuple[str, str, str]:
        port, other = self.random.sample(range(2000, 64000), 2)
        return f"{port}/tcp", f"{other}/tcp", f"port {port}"

    def _quoted(self) -> tuple[str, str, str]:
        token = f"no {self.name()} left for {self.name()} {self.random.randint(2, 99)}"
        return token, self._letter_changed(token, 3, 9), ""
