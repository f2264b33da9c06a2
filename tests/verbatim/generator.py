"""Seeded makers of tokens and texts for the tests: every class, with many near-identical twins."""

import random
from collections.abc import Callable

from ctxaudit.verbatim import Reading, Token, extract_one

_FOLDERS = ["src", "lib", "tidepool", "harbour", "crane_2", "app", "srv"]
_NAMES = ["anchor.py", "mooring_list.ts", "mooring_list.js", "index.ts", "config.py", "winch.rs", "winches.rs", "a.md"]
_HOSTS = ["quay.example.org", "10.1.2.3", "localhost", "pier.internal"]
_WORDS = [
    "anchor",
    "mooring",
    "winch",
    "hawser",
    "set_winch",
    "get_winch",
    "fathomCount",
    "fathom_count",
    "FATHOM_COUNT",
]
_LABELS = ["port", "timeout is", "timeout_ms =", "retries:", "hawser length is", "line", "of", "winch count:"]
_UNITS = [" ms", " s", "s", " KB", " MiB", "%", " crates", " hawsers", "", " px", "k", " req/s"]
_GLUE = [
    " ",
    "\n",
    ", ",
    ". ",
    "; ",
    " (",
    ") ",
    ' "',
    '" ',
    " `",
    "` ",
    "\n```\n",
    " = ",
    ": ",
    "|",
    "é",
    "\0",
    " -> ",
]
_JUNK = [
    "and/or",
    "Step 3 of 7",
    "UTF-8",
    "12:30",
    "2024-05-06",
    "TCP/IP",
    "the",
    "...",
    "50%",
    "C:\\a\\b",
    "::",
    "e.g.",
    "x",
]


def _digits(rng: random.Random, count: int) -> str:
    return "".join(rng.choice("0123456789") for _ in range(count))


def _hex(rng: random.Random, count: int) -> str:
    stock = "9f3a2c17be04d551"  # a small stock makes prefixes and near twins likely
    start = rng.randrange(4)
    return rng.choice("9a") + "7b" + (stock[start:] * 4)[: count - 3]


def _uuid(rng: random.Random) -> str:
    digits = _hex(rng, 32)
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))


def _path(rng: random.Random) -> str:
    folders = [rng.choice(_FOLDERS) for _ in range(rng.randrange(5))]
    return rng.choice(["", "", "/", "./", "../"]) + "/".join([*folders, rng.choice(_NAMES)])


def _api_name(rng: random.Random) -> str:
    parts = [rng.choice(_WORDS) for _ in range(rng.randrange(1, 4))]
    return rng.choice([".", "::"]).join(parts) + rng.choice(["", "", "()"])


def _number(rng: random.Random) -> str:
    numeral = rng.choice(["8443", "9443", "4500", "4,500", "4.5", "4096", "300", "0.73", "12", "31/400", "1250"])
    return f"{rng.choice(_LABELS)} {numeral}{rng.choice(_UNITS)}"


def _url(rng: random.Random) -> str:
    port = rng.choice(["", ":8443", ":9443"])
    return f"https://{rng.choice(_HOSTS)}{port}/{rng.choice(_FOLDERS)}/{rng.choice(_NAMES)}"


def _quoted(rng: random.Random) -> str:
    inner = " ".join(rng.choice([*_WORDS, _path(rng), _digits(rng, 2), "--all", "run"]) for _ in range(3))
    return rng.choice('`"') + inner + "`"


_MAKERS: list[Callable[[random.Random], str]] = [
    lambda rng: _hex(rng, rng.choice([7, 8, 12, 40])),
    _uuid,
    _url,
    lambda rng: f"{rng.choice(_HOSTS)}:{rng.choice(['8443', '9443', '5432'])}",
    lambda rng: f"{rng.choice(['8443', '9443'])}/{rng.choice(['tcp', 'udp'])}",
    lambda rng: f"{rng.choice(['HAW-', 'HAX-', 'TS', '#', 'E', '0x20', '0xab34'])}{_digits(rng, rng.choice([2, 4]))}",
    lambda rng: rng.choice(["0x20FB", "0x24e3"]),
    lambda rng: f"{_path(rng)}:{rng.choice(['88', '91', '88:3', '12'])}",
    _path,
    _quoted,
    _api_name,
    _api_name,
    lambda rng: f"hawser {rng.choice(['v', ''])}{rng.choice('12')}.{rng.choice('12')}.{rng.choice('123')}",
    _number,
    _number,
]


def fragment(rng: random.Random) -> str:
    """One identifier in its usual spelling, of any class, or something that only looks like one."""
    return rng.choice(_JUNK) if rng.random() < 0.15 else rng.choice(_MAKERS)(rng)


def text(rng: random.Random, fragments: int = 12) -> str:
    """Fragments with glue between them that ends tokens, joins them, or opens quotes and fences."""
    return "".join(fragment(rng) + rng.choice(_GLUE) for _ in range(fragments))


def sentences(rng: random.Random, fragments: int = 4) -> str:
    """Fragments in plain prose."""
    return " ".join(f"the {rng.choice(_WORDS)} has {fragment(rng)}," for _ in range(fragments))


def tokens_with_texts(rng: random.Random, count: int) -> list[tuple[Token, str]]:
    """At least `count` tokens with the texts that they stand in, in the order of reading."""
    found: list[tuple[Token, str]] = []
    while len(found) < count:
        prose = sentences(rng)
        found.extend((token, prose) for token in extract_one(Reading(prose, prose=True)))
    return found
