"""From a hit to a token: trim what the pattern took too much, refuse what is not worth judging."""

import re
from collections.abc import Callable
from functools import lru_cache

from ctxaudit.verbatim import numbers
from ctxaudit.verbatim.canonical import canonical
from ctxaudit.verbatim.tokens import Token
from ctxaudit.verbatim.words import (
    BARE_NAMES_ARE_MEMBERS,
    COMMON_CODE_HEADS,
    EXTENSIONS,
    MIME_TYPES,
    PRODUCTS,
    ROOTS,
)

_LONGEST = 4096  # longer runs are encoded content, not names

_PER = frozenset({"s", "sec", "second", "min", "minute", "h", "hr", "hour", "d", "day"})
_WELL_KNOWN_HOSTS = frozenset({"127.0.0.1", "0.0.0.0", "1.2.3.4"})  # noqa: S104 - compared with, never bound
_CAMEL_CASE = re.compile(r"[A-Za-z][a-z0-9]+[A-Z][A-Za-z0-9]*")
_LOST_SPACE = re.compile(r"[a-z]+\.[A-Z][a-z]*")
_PART = re.compile(r"\.|::|->")
_SLASH = re.compile(r"[/\\]")
_DRIVE = re.compile("[A-Za-z]:")
_DIGIT = re.compile("[0-9]")
_DIGITS = re.compile("[0-9]+")
_HEX_LETTER = re.compile("[a-fA-F]")
_SIZE_OR_POWER = re.compile(r"[0-9]+[a-fA-F]|[0-9]+[eE][0-9]+")
_SIX_LETTERS = re.compile("[A-Za-z]{6}")
_TELLING = re.compile(r"[._0-9-]|[a-z][A-Z]")
_COLON_GROUPS = re.compile(r"[0-9a-f]{1,4}(?::{1,2}[0-9a-f]{1,4})+", re.IGNORECASE)


@lru_cache(maxsize=16_384)
def keep(kind: str, hit: str) -> Token | None:
    """What `judged` says, for who asks about the same hits again and again."""
    return judged(kind, hit)


def judged(kind: str, hit: str) -> Token | None:
    """The token that a hit of this class's row is, or None. A hit can turn out to be of another class."""
    if len(hit) > _LONGEST:
        return None
    plain = _PLAIN.get(kind)
    if plain is not None and plain.fullmatch(hit):
        return Token(kind, hit, hit)
    if kind == "number":
        number = numbers.parsed(hit)
        return Token("number", number.text, number.canonical) if number is not None else None
    text = _TRIM.get(kind, _as_it_is)(hit)
    if kind == "path" and _is_member_access(text):
        kind = "api-name"
    if not text or not _KEPT[kind](text):
        return None
    spelled = canonical(kind, text)
    return Token(kind, text, text if spelled == text else spelled)  # one string where one will do


def keep_quoted(span: str, *, ticked: bool) -> Token | None:
    """The token inside a pair of quotes, the quotes already off; CamelCase in back-ticks is an api-name."""
    text = span.strip().rstrip(".,;:").rstrip()
    if ticked and _CAMEL_CASE.fullmatch(text):
        return Token("api-name", text, canonical("api-name", text))
    if len(text) < 4 or "\0" in text or text.isalpha() or text.isdecimal():
        return None
    if re.fullmatch(r"[^\W\d_]+-[^\W\d_]+", text):
        return None
    if not ticked and not re.search(r"[0-9]", text) and not _is_ascii_name(text):
        return None
    return Token("quoted", text, canonical("quoted", text))


def _is_ascii_name(text: str) -> bool:
    if not text.isascii() or len(text.split()) != 1:
        return False
    return re.search(r"[_./:@-]|[a-z][A-Z]", text) is not None


def _as_it_is(hit: str) -> str:
    return hit


def _trim_url(hit: str) -> str:
    end, closing = len(hit), {")": "(", "]": "["}
    surplus = {close: hit.count(close) - hit.count(opens) for close, opens in closing.items()}
    while end and (hit[end - 1] in ".,;:!?*'$&=(" or surplus.get(hit[end - 1], 0) > 0):
        if hit[end - 1] in surplus:
            surplus[hit[end - 1]] -= 1
        if hit[end - 1] == "(":
            surplus[")"] += 1
        end -= 1
    return hit[:end]


def _trim_path(hit: str) -> str:
    text = hit.rstrip(".+-%")
    for surplus in ("...", "--", "+"):
        text = text.removeprefix(surplus)
    return text


def _is_member_access(path: str) -> bool:
    if "/" in path or "\\" in path:
        return False
    return path.rpartition(".")[2] in BARE_NAMES_ARE_MEMBERS


def _url_kept(text: str) -> bool:
    return len(text.partition("://")[2]) >= 4


def _uuid_kept(text: str) -> bool:
    return len(set(text.lower()) - {"-"}) >= 4


def _file_line_kept(_: str) -> bool:
    return True


def _path_kept(text: str) -> bool:
    if "/" not in text and "\\" not in text:
        stem, _, extension = text.rpartition(".")
        return len(stem) >= 2 and not (extension == "js" and stem.lower() in PRODUCTS)
    parts = [part for part in _SLASH.split(text) if part]
    if not parts or all(part.isdecimal() for part in parts) or any(map(_is_encoded, parts)):
        return False
    if _has_known_extension(parts[-1]):
        return True
    if len(parts) == 2 and (parts[0] in MIME_TYPES or parts[1] in _PER):
        return False
    if text.startswith(("/", "~", "./", "../")):
        return len(parts) >= 2
    if _DRIVE.match(text):
        return len(parts) >= 3
    return _relative_kept(parts)


def _is_encoded(part: str) -> bool:
    """True of a stretch of base64 between two of its own slashes: letters of both cases with digits all over."""
    if len(part) < 32 or not part.replace("+", "").isalnum() or part.islower() or part.isupper():
        return False
    return len(_DIGITS.findall(part)) >= 3


def _relative_kept(parts: list[str]) -> bool:
    if len(parts) < 2:
        return False
    if parts[0].startswith("@") and len(parts[0]) > 1:
        return True
    if parts[0] in ROOTS and (len(parts) >= 3 or _is_telling(parts[1])):
        return True
    return len(parts) >= 3 and any(_is_telling(part) for part in parts)


def _has_known_extension(name: str) -> bool:
    stem, dot, extension = name.rpartition(".")
    return bool(dot and stem) and extension in EXTENSIONS


def _is_telling(part: str) -> bool:
    return _TELLING.search(part) is not None


def _address_kept(text: str) -> bool:
    if text.lower().endswith(("/tcp", "/udp", "/sctp")):
        return 0 < int(text.partition("/")[0]) <= 65_535
    quad = re.match(r"[0-9]+(?:\.[0-9]+){3}", text)
    if quad is not None:
        return text not in _WELL_KNOWN_HOSTS and all(int(part) <= 255 for part in quad[0].split("."))
    if _COLON_GROUPS.fullmatch(text) and "." not in text:
        return _colon_groups_kept(text)
    return True


def _colon_groups_kept(text: str) -> bool:
    if not _DIGIT.search(text) or not _HEX_LETTER.search(text):
        return False
    if "::" in text:
        return text.count("::") == 1
    groups = text.split(":")
    return len(groups) == 8 or (len(groups) == 6 and all(len(group) == 2 for group in groups))


def _code_kept(text: str) -> bool:
    if text.startswith("&"):
        return False
    if text.startswith("#"):
        return len(text) <= 6
    if text[:2] in ("0x", "0X"):
        return True
    head = re.match(r"[A-Z0-9]+(?=-)|[A-Z]+", text)
    if head is None:
        return False
    letters = re.match(r"[A-Z]+", text)
    return head[0] not in COMMON_CODE_HEADS and (letters is None or letters[0] not in COMMON_CODE_HEADS)


def _hex_kept(text: str) -> bool:
    if not _DIGIT.search(text) or not _HEX_LETTER.search(text) or len(set(text)) < 4:
        return False
    if not text.islower() and not text.isupper():
        return False
    return not _SIZE_OR_POWER.fullmatch(text)


def _version_kept(_: str) -> bool:
    return True


def _api_name_kept(text: str) -> bool:
    name = text.removesuffix("()")
    many = _SIX_LETTERS.search(name) is not None
    letters = 6 if many else sum(map(str.isalpha, name))
    parts = _PART.split(name)
    if len(parts) > 1:
        if not many and (letters < 6 or max(map(len, parts)) < 4):
            return False
        return not _LOST_SPACE.fullmatch(text)
    if name.startswith("__") and name.endswith("__"):
        return len(name) >= 12 and letters > 0
    if "_" not in name:
        return _CAMEL_CASE.fullmatch(name) is not None
    words = [word for word in name.split("_") if word]
    if len(words) < 2 or letters < 6:
        return False
    return many or any(sum(map(str.isalpha, word)) >= 3 for word in words)


# What needs no second look: the hit is a token, and spelled as it is spelled canonically.
_PLAIN = {
    "path": re.compile(
        r"/?(?:[A-Za-z0-9_][A-Za-z0-9_.-]{0,30}/)+[A-Za-z0-9_.-]{0,30}[A-Za-z0-9_-]\."
        rf"(?:{'|'.join(sorted(EXTENSIONS))})"
    ),
    "file-line": re.compile(r"(?!\./)/?[A-Za-z0-9_@.+~-]+(?:/[A-Za-z0-9_@.+~-]+)*:[0-9]+"),
    "api-name": re.compile(r"(?=.*[a-z]{6})(?:[a-z0-9]+(?:_[a-z0-9]+)+|[a-z_][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)+)"),
}

_TRIM: dict[str, Callable[[str], str]] = {"url": _trim_url, "path": _trim_path}

_KEPT: dict[str, Callable[[str], bool]] = {
    "url": _url_kept,
    "uuid": _uuid_kept,
    "file-line": _file_line_kept,
    "path": _path_kept,
    "address": _address_kept,
    "code": _code_kept,
    "hex-id": _hex_kept,
    "version": _version_kept,
    "api-name": _api_name_kept,
}
