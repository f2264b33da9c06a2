"""The shapes of credentials: by what each is known, where the secret in it stands, and what is none after all."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

SHORTEST = 8  # nothing shorter is a secret with its name or prefix, not even a cut one
CUT = "…"  # how a shortened text ends, or begins


@dataclass(frozen=True, slots=True)
class Shape:
    """`needles`: one of them stands in every text that the pattern can match; of lowered text when `folded`.

    None of them holds a line break or a star, so that texts can be looked through together, and a mask makes none.
    """

    needles: tuple[str, ...]
    source: str
    accepts: Callable[[str], bool]
    hashed: bool = False
    folded: bool = False

    @property
    def pattern(self) -> re.Pattern[str]:
        return _compiled(self.source)


@cache
def _compiled(source: str) -> re.Pattern[str]:
    """Most runs meet few shapes, and compiling them all takes longer than a small audit."""
    return re.compile(source)


def _anything(secret: str) -> bool:
    return not secret.startswith("*")


def _mixed(secret: str) -> bool:
    """Letters and digits, or letters of both cases: no plain word."""
    letters = any(map(str.isalpha, secret))
    return letters and (any(map(str.isdigit, secret)) or not (secret.islower() or secret.isupper()))


def _numbered(secret: str) -> bool:
    """Letters and digits: no word, no name of a variable."""
    return any(map(str.isalpha, secret)) and any(map(str.isdigit, secret))


def _a_value(secret: str) -> bool:
    """Not a place-holder that a program fills in."""
    return not secret.startswith(("$", "{", "%", "*", "<"))


def _like_a_key(secret: str) -> bool:
    """A piece without its beginning: too long and too mixed for a word, and no hex."""
    digits = sum(map(str.isdigit, secret))
    both = any(map(str.isupper, secret)) and any(map(str.islower, secret))
    return len(secret) >= 20 and digits >= 2 and both and ("/" not in secret or len(secret) >= 40)


_START = r"(?:(?<![A-Za-z0-9_-])|(?<=\\[nrt]))"  # of a word; in JSON one may follow an escaped line break


def _made(needles: Iterable[str], prefix: str, body: str, least: int, accepts: Callable[[str], bool] = _mixed) -> Shape:
    """A key of a known make: a prefix at the beginning of a word, then its body, which may have been cut."""
    pattern = rf"{_START}{prefix}(?P<secret>{body}{{{least},}}+|{body}{{4,}}+(?={CUT}))"
    return Shape(tuple(needles), pattern, accepts, hashed=True)


_WORD, _DASHED, _DOTTED = "[A-Za-z0-9]", "[A-Za-z0-9_-]", "[A-Za-z0-9._-]"
_BREAK = r"(?:\\+[nrt]|[\s\"',])"
_PRIVATE_KEY = (
    r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
    rf"(?P<secret>(?:{_BREAK}*+(?:(?:Proc-Type|DEK-Info|Version|Comment): [^\n\\]{{0,80}}+|[A-Za-z0-9+/=]{{16,}}+))+"
    rf"(?:{_BREAK}*+[A-Za-z0-9+/=]{{1,15}}+(?={_BREAK}*+-----END))?)"
)
_IS = r"[\"'\\]{0,8}\s{0,8}[:=]\s{0,8}[\"'\\]{0,8}"


def _word(word: str) -> str:
    """A pattern for a word in small, capital or title letters. It begins with a set, which is searched for fast."""
    return f"[{word[0]}{word[0].upper()}](?:{word[1:]}|{word[1:].upper()})"


def _named(ending: str, *heads: str) -> Shape:
    """A value that is given to a name: `api_key = "…"`, `"API-KEY": "…"`, `apiKey=…`."""
    names = [f"(?<=(?i:{head}{gap}{ending}))" for head in heads for gap in ("", "[_-]")]
    before = f"(?:{'|'.join(names)})" if names else ""
    value = r"(?P<secret>[A-Za-z0-9_+/=!@#%^~-]{8,}+)"
    return Shape((ending,), _word(ending) + before + _IS + value, _numbered, folded=True)


_AUTHORIZATION = _word("authorization") + _IS

MADE = (
    Shape(("PRIVATE KEY",), _PRIVATE_KEY, _anything),
    Shape(
        ("AKIA", "ASIA", "ABIA", "ACCA"),
        rf"{_START}(?:A[KSB]IA|ACCA)(?P<secret>[A-Z2-7]{{16}}(?![A-Za-z0-9])|[A-Z2-7]{{4,15}}(?={CUT}))",
        _anything,
        hashed=True,
    ),
    _made(("ghp_", "gho_", "ghu_", "ghs_", "ghr_"), "gh[pousr]_", "[A-Za-z0-9_]", 30),
    _made(("github_pat_",), "github_pat_", "[A-Za-z0-9_]", 22),
    _made(("sk-",), "sk-(?:ant|proj|svcacct|admin|or|lf)-", _DASHED, 16),
    _made(("sk-",), "sk-", _WORD, 20),
    _made(("xox", "xapp-"), "(?:xox[abcdeoprs]|xapp)-", _DASHED, 10, _numbered),
    _made(("hooks.slack.com/",), r"(?:https?://)?hooks\.slack\.com/(?:services|workflows)/", "[A-Za-z0-9/]", 20),
    _made(("AIza",), "AIza", _DASHED, 30),
    _made(("ya29.",), r"ya29\.", _DASHED, 20),
    _made(("hf_", "npm_", "gsk_", "r8_"), "(?:hf|npm|gsk|r8)_", _WORD, 30),
    _made(("k_live_", "k_test_", "dop_v1_", "shpat_"), "(?:[sr]k_(?:live|test)|dop_v1|shpat)_", _WORD, 20),
    _made(("dckr_pat_", "lin_api_"), "(?:dckr_pat|lin_api)_", _DASHED, 20),
    _made(("glpat-", "pypi-Ag", "nvapi-", "pplx-", "xai-"), "(?:glpat|pypi|nvapi|pplx|xai)-", _DOTTED, 20, _numbered),
    _made(("SG.",), r"SG\.", _DOTTED, 40),
    Shape(
        ("eyJ",),  # a web token: how base64 spells `{"`
        rf"{_START}eyJ(?P<secret>{_DASHED}{{8,}}+\.{_DASHED}{{8,}}+(?:\.{_DASHED}*+)?)",
        _mixed,
        hashed=True,
    ),
    Shape(
        ("://",),
        r"://[^\s/@:\"'<>\\]{0,200}:(?P<secret>[^\s/\"'<>\\]{1,400})@",
        _a_value,
    ),
)
NAMED = (
    Shape(
        ("bearer", "authorization"),
        rf"(?:{_word('bearer')}(?<![A-Za-z](?i:bearer))|{_AUTHORIZATION}(?i:token|apikey))\s{{1,8}}"
        rf"(?P<secret>[A-Za-z0-9._~+/=-]{{16,}}+|[A-Za-z0-9._~+/=-]{{6,}}+(?={CUT}))",
        _numbered,
        folded=True,
    ),
    Shape(
        ("authorization",),
        rf"{_AUTHORIZATION}(?i:basic)\s{{1,8}}(?P<secret>[A-Za-z0-9+/=_-]{{6,}}+)",
        _anything,
        folded=True,
    ),
    _named("key", "api", "secret", "private", "access"),
    _named("token", "access", "auth", "refresh", "private", "session", "id"),
    _named("secret", "client"),
    _named("password"),
    _named("passwd"),
    Shape(
        ("key=", "token=", "sig=", "signature=", "passw", "pwd=", "secret="),
        r"[?&;](?i:[a-z_-]{0,30}(?:key|token|signature|secret)|sig|passw(?:or)?d|pwd)="
        r"(?P<secret>[^\s&;#\"'<>\\]{6,}+)",
        _numbered,
        folded=True,
    ),
)
FRAGMENT = Shape(
    (CUT,),
    rf"\A{CUT}(?P<secret>[A-Za-z0-9_+/=-]{{20,}}+(?: [A-Za-z0-9+/=]{{40,}}+)*+)",
    _like_a_key,
)


@cache
def needles(*, folded: bool) -> tuple[str, ...]:
    """One of them stands in every text (folded: in its lowered text) that has a credential of such a shape."""
    every = {needle for shape in (NAMED if folded else MADE) for needle in shape.needles}
    return tuple(sorted(one for one in every if not any(other in one for other in every - {one})))


def holds_any(text: str, wanted: Iterable[str]) -> bool:
    for needle in wanted:  # noqa: SIM110 - asked for each text; a generator takes four times as long
        if needle in text:
            return True
    return False
