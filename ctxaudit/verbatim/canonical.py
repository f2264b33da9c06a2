"""One spelling for every class of token, and what can be read off that spelling."""

import re
from collections.abc import Callable
from decimal import Decimal
from functools import lru_cache
from urllib.parse import unquote

from ctxaudit.verbatim.tokens import Token
from ctxaudit.verbatim.words import GENERIC_STEMS

_FRAME = re.compile(r'File "(?P<path>[^"\n]+)", line (?P<line>[0-9]+)')
_LINE = re.compile(
    r"(?P<path>.+?)(?::(?P<colon>[0-9]+)(?:[:-][0-9]+)?|#L(?P<anchor>[0-9]+)(?:-L?[0-9]+)?|\((?P<paren>[0-9]+))"
)
_MORE_THAN_PATH = re.compile(r'[:#("\n]')
_AUTHORITY = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*://)([^/?#]*)(.*)", re.DOTALL)
_SLASHES = re.compile("/{2,}")
_URL_PORT = re.compile(r"[a-z][a-z0-9+.-]*://[^/?#]*:([0-9]{1,5})(?=[/?#]|$)")


def fold_space(text: str) -> str:
    """The text with every run of white space made one space, none at the ends."""
    return " ".join(text.split())


def unquoted(text: str) -> str:
    """The text without white space and without pairs of quotes at its ends."""
    text = text.strip()
    while len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'`":
        text = text[1:-1].strip()
    return text


def canonical(kind: str, text: str) -> str:
    """The spelling under which equal tokens of a class are equal; numbers are spelled where they are parsed."""
    return _SPELLINGS.get(kind, fold_space)(unquoted(text))


def _version(text: str) -> str:
    return text.lower().removeprefix("v")


def _api_name(text: str) -> str:
    return text.removesuffix("()").replace("::", ".").replace("->", ".")


def _url(text: str) -> str:
    match = _AUTHORITY.fullmatch(unquote(text))
    if match is None:
        return text
    return f"{match[1].lower()}{match[2].lower()}{match[3]}".rstrip("/")


def _path(text: str) -> str:
    path = (unquote(text) if "%" in text else text).replace("\\", "/")
    if "//" in path:
        path = _SLASHES.sub("/", path)
    while path.startswith("./"):
        path = path[2:]
    return path.rstrip("/") or path


def _file_line(text: str) -> str:
    path, _, line = text.rpartition(":")
    if path and line.isdecimal() and line.isascii() and not _MORE_THAN_PATH.search(path):
        return f"{_path(path)}:{line}"
    match = _FRAME.fullmatch(text)
    if match is not None:
        return f"{_path(match['path'])}:{match['line']}"
    match = _LINE.fullmatch(text)
    if match is None:
        return text
    return f"{_path(match['path'])}:{match['colon'] or match['anchor'] or match['paren']}"


def _code(text: str) -> str:
    if text[:2] not in ("0x", "0X"):
        return text
    return "0x" + (text[2:].lower().lstrip("0") or "0")


_SPELLINGS: dict[str, Callable[[str], str]] = {
    "uuid": str.lower,
    "hex-id": str.lower,
    "address": str.lower,
    "version": _version,
    "url": _url,
    "path": _path,
    "file-line": _file_line,
    "code": _code,
    "api-name": _api_name,
}


def split_line(file_line: str) -> tuple[str, str]:
    """Path and line of a canonical file-line."""
    path, _, line = file_line.rpartition(":")
    return path, line


def stem_of(name: str) -> str:
    """The file name without its last extension."""
    stem, _, extension = name.rpartition(".")
    return stem or extension


def is_generic(name: str) -> bool:
    """True of a file name that many folders have."""
    return stem_of(name).lower() in GENERIC_STEMS


def identifies(name: str) -> bool:
    """True of a file name that says which file it is even without its folder."""
    return len(name) >= 6 and not is_generic(name)


@lru_cache(maxsize=65_536)
def value_and_name(canonical_number: str) -> tuple[Decimal | None, str]:
    """Value in base units and name (unit, noun or `@label`) of a canonical number; a ratio has no value."""
    value, _, name = canonical_number.partition(" ")
    return (None, "") if "/" in value else (Decimal(value), name)


def value_of(token: Token) -> Decimal | None:
    """The number's value in base units; None for a ratio and for tokens of any other class."""
    return value_and_name(token.canonical)[0] if token.kind == "number" else None


def name_of(token: Token) -> str:
    """What the number is of: a unit, a noun in the singular, `@label`, or nothing."""
    return value_and_name(token.canonical)[1] if token.kind == "number" else ""


def hex_value(code: str) -> int | None:
    """The value of a canonical `0x…` code."""
    return int(code, 16) if code.startswith("0x") else None


def host_and_port(address: str) -> tuple[str, str]:
    """Host and port of a canonical address, each empty where the address has none; no leading zeros."""
    if "/" in address:
        port, _, protocol = address.partition("/")
        return ("", port.lstrip("0")) if protocol.isalpha() else ("", "")
    host, _, port = address.rpartition(":")
    return (host, port.lstrip("0")) if "." in host or host == "localhost" else ("", "")


def url_port(url: str) -> str:
    """The port that a canonical url spells out, or nothing."""
    match = _URL_PORT.match(url)
    return match[1].lstrip("0") if match is not None else ""


def plain_value(token: Token) -> str:
    """The plain value of a number or of a `0x…` code, the port of an address or a url; or nothing."""
    kind, _, text = token
    match kind:
        case "number":
            value = text.partition(" ")[0]
            return "" if "/" in value else value
        case "code":
            code = hex_value(text)
            return "" if code is None else str(code)
        case "address":
            return host_and_port(text)[1]
        case "url":
            return url_port(text)
    return ""
