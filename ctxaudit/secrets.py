"""Masks credentials in text, and in every text of a report. Knows the shapes of secrets and nothing of traces.

A mask is as long as what it hides, so that offsets into a text stay right, and masking twice changes nothing. Keys of a
known make keep their prefix and get a short hash: one secret has one mask, two secrets have two. A bare hex id is never
masked, since commits, digests and ids look the same; one that is named a key or a bearer token is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import lru_cache
from hashlib import sha256
from typing import TypeVar, cast

from ctxaudit.model import Report, RuleCard

_T = TypeVar("_T")
_SHORTEST = 8  # nothing shorter is a secret with its name or prefix, not even a cut one
_HASH_DIGITS = 8
_REPEATED = 200  # longer texts are hardly ever the same
_CUT = "…"  # how a shortened text ends, or begins


@dataclass(frozen=True, slots=True)
class _Shape:
    """`needles`: one of them stands in every text that the pattern can match; of lowered text when `folded`."""

    needles: tuple[str, ...]
    pattern: re.Pattern[str]
    accepts: Callable[[str], bool]
    hashed: bool = False
    folded: bool = False


def masked(text: str) -> str:
    """The same text, as long, with every secret that it holds hidden."""
    if len(text) < _SHORTEST:
        return text
    for shape in _MADE:
        if any(needle in text for needle in shape.needles):
            text = _hide(shape, text)
    lowered = text.lower()
    for shape in _NAMED:
        if any(needle in lowered for needle in shape.needles):
            text = _hide(shape, text)
    return _hide(_FRAGMENT, text) if text.startswith(_CUT) else text


@lru_cache(maxsize=1 << 16)
def _masked_once(text: str) -> str:
    """Over many traces a report says the same short sentences again and again."""
    return masked(text)


def masked_report(report: Report) -> Report:
    """The report with every text masked. Rules' own pages and fingerprints are as they were."""
    return _masked_in(report)


def _masked_in(value: _T) -> _T:
    match value:
        case str():
            return cast("_T", masked(value) if len(value) > _REPEATED else _masked_once(value))
        case None | int() | RuleCard():
            return value
        case tuple():
            return cast("_T", tuple(_masked_in(one) for one in value))
        case Mapping():
            return cast("_T", {_masked_in(key): _masked_in(one) for key, one in value.items()})
    if not is_dataclass(value) or isinstance(value, type):
        return value
    changed = {}
    for field in fields(value):
        old = getattr(value, field.name)
        new = old if field.name == "fingerprint" else _masked_in(old)
        if new != old:
            changed[field.name] = new
    return cast("_T", replace(value, **changed)) if changed else value


def _hide(shape: _Shape, text: str) -> str:
    return shape.pattern.sub(lambda match: _hidden(shape, match), text)


def _hidden(shape: _Shape, match: re.Match[str]) -> str:
    secret = match["secret"]
    if not shape.accepts(secret):
        return match[0]
    whole = shape.hashed and len(secret) >= 2 * _HASH_DIGITS and not match.string.startswith(_CUT, match.end("secret"))
    start = match.start("secret") - match.start()
    return f"{match[0][:start]}{_mask(secret, hashed=whole)}{match[0][start + len(secret) :]}"


def _mask(secret: str, *, hashed: bool) -> str:
    if hashed:
        digest = sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH_DIGITS]
        return f"*{digest}{'*' * (len(secret) - _HASH_DIGITS - 1)}"
    return _KEPT.sub(lambda match: match[0] if match.lastgroup == "kept" else "*", secret)


_KEPT = re.compile(r"(?P<kept>\\+[nrt]|\s)|(?s:.)")  # the line breaks of a key, escaped ones too, stay


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


def _made(
    needles: Iterable[str], prefix: str, body: str, least: int, accepts: Callable[[str], bool] = _mixed
) -> _Shape:
    """A key of a known make: a prefix at the beginning of a word, then its body, which may have been cut."""
    pattern = rf"{_START}{prefix}(?P<secret>{body}{{{least},}}+|{body}{{4,}}+(?={_CUT}))"
    return _Shape(tuple(needles), re.compile(pattern), accepts, hashed=True)


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


def _named(ending: str, *heads: str) -> _Shape:
    """A value that is given to a name: `api_key = "…"`, `"API-KEY": "…"`, `apiKey=…`."""
    names = [f"(?<=(?i:{head}{gap}{ending}))" for head in heads for gap in ("", "[_-]")]
    before = f"(?:{'|'.join(names)})" if names else ""
    value = r"(?P<secret>[A-Za-z0-9_+/=!@#%^~-]{8,}+)"
    return _Shape((ending,), re.compile(_word(ending) + before + _IS + value), _numbered, folded=True)


_AUTHORIZATION = _word("authorization") + _IS

_MADE = (
    _Shape(("PRIVATE KEY",), re.compile(_PRIVATE_KEY), _anything),
    _Shape(
        ("AKIA", "ASIA", "ABIA", "ACCA"),
        re.compile(rf"{_START}(?:A[KSB]IA|ACCA)(?P<secret>[A-Z2-7]{{16}}(?![A-Za-z0-9])|[A-Z2-7]{{4,15}}(?={_CUT}))"),
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
    _Shape(
        ("eyJ",),  # a web token: how base64 spells `{"`
        re.compile(rf"{_START}eyJ(?P<secret>{_DASHED}{{8,}}+\.{_DASHED}{{8,}}+(?:\.{_DASHED}*+)?)"),
        _mixed,
        hashed=True,
    ),
    _Shape(
        ("://",),
        re.compile(r"://[^\s/@:\"'<>\\]{0,200}:(?P<secret>[^\s/\"'<>\\]{1,400})@"),
        _a_value,
    ),
)
_NAMED = (
    _Shape(
        ("bearer", "authorization"),
        re.compile(
            rf"(?:{_word('bearer')}(?<![A-Za-z](?i:bearer))|{_AUTHORIZATION}(?i:token|apikey))\s{{1,8}}"
            rf"(?P<secret>[A-Za-z0-9._~+/=-]{{16,}}+|[A-Za-z0-9._~+/=-]{{6,}}+(?={_CUT}))"
        ),
        _numbered,
        folded=True,
    ),
    _Shape(
        ("authorization",),
        re.compile(rf"{_AUTHORIZATION}(?i:basic)\s{{1,8}}(?P<secret>[A-Za-z0-9+/=_-]{{6,}}+)"),
        _anything,
        folded=True,
    ),
    _named("key", "api", "secret", "private", "access"),
    _named("token", "access", "auth", "refresh", "private", "session", "id"),
    _named("secret", "client"),
    _named("password"),
    _named("passwd"),
    _Shape(
        ("key=", "token=", "sig=", "signature=", "passw", "pwd=", "secret="),
        re.compile(
            r"[?&;](?i:[a-z_-]{0,30}(?:key|token|signature|secret)|sig|passw(?:or)?d|pwd)="
            r"(?P<secret>[^\s&;#\"'<>\\]{6,}+)"
        ),
        _numbered,
        folded=True,
    ),
)
_FRAGMENT = _Shape(
    (_CUT,),
    re.compile(rf"\A{_CUT}(?P<secret>[A-Za-z0-9_+/=-]{{20,}}+(?: [A-Za-z0-9+/=]{{40,}}+)*+)"),
    _like_a_key,
)
