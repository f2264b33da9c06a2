"""How a pattern over sentences is written, and how it reads in the two engines that run it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

MACROS: Final[dict[str, str]] = {
    "ITS": (
        r"(?:it|its|it's|the|they|they're|that|this|these|we|you|there|there's|its|both|each|all|any|no|our|my"
        r"|every)"
    ),
    "GAP": r"(?:[^.!?]|[.!?]\S)",
    "WHY": (
        r"(?:\bbecause\b|\bsince [a-z]|\bas (?:it|they|there|this) \w+|, as (?:the|a|an|we|that) |\bdue to "
        r"(?:[^b]|b[^e])|\bowing to\b|\bgiven that\b|\bon the grounds\b|\bfor fear\b|\bwhich "
        r"(?:would|breaks|broke|causes|caused|is why|made it|makes it|means it|meant it)\b|\b(?:so|and|but) "
        r"(?:it|they|that) (?:breaks|broke|caused?|causes|fails|failed|loses|lost|leaks|leaked|deadlock"
        r"(?:s|ed)|crash(?:es|ed)|corrupt(?:s|ed)|hides|masks|masked)\b)"
    ),
    "TURN": (
        r"(?:\s[—–-]{1,2}\s|: |; |, |\()"
        r"(?:it|it's|this|that|they|the|its|their|too|not|no|doing|both|there|would|we|you|every|each"
        r"|because)\b"
    ),
    "NOT": (
        r"(?:does(?:n't| not)|did(?:n't| not)|do(?:n't| not)|would(?:n't| not)|will not|won't|can(?:'t|not)"
        r"|could(?:n't| not)|never)"
    ),
    "DO": (
        r"(?:use|add|change|touch|take|run|do|go with|include|implement|keep|merge|move|rename|remove|switch"
        r"|apply|cache|bump|upgrade|rely on|call|share|reuse|store|put|make|try|enable|disable|downgrade"
        r"|delete|drop|split|inline|mock|retry|force|trust|simply|just|fold|return|write|edit|set|let|import"
        r"|assume|expose|pass|skip|hard-?code|commit|push|install|restore|introduce|revert|become|block|hold"
        r"|start|open|log|read|parse|wrap|mutate|copy)"
    ),
    "USED": (
        r"(?:used|chosen|taken|adopted|done|implemented|included|applied|merged|added|enabled|kept|run|ported"
        r"|copied|deleted|moved|migrated|shipped|released|fixed|changed|cached|picked|considered|tested"
        r"|removed|reused|deployed|needed|required|necessary|excluded|omitted)"
    ),
}

_RUST: Final = {
    r"\b": r"(?-u:\b)",
    r"\w": "[0-9A-Za-z_]",
    r"\W": "[^0-9A-Za-z_]",
    r"\s": r"[ \t\n\r\f\v]",
    r"\S": r"[^ \t\n\r\f\v]",
}
_ESCAPE: Final = re.compile(r"\\.", re.DOTALL)
_CLASS: Final = re.compile(r"\[\^?\]?(?:\\.|[^\]\\])*\]|\\[wWsS]|\\.|\.", re.DOTALL)
_BETWEEN: Final = "\t-\r\x1c- \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000*_~"
_DASHES: Final = {"—": "\x01", "–": "\x02"}
_OTHER: Final = "\x03"
_ALL_ASCII: Final = "".join(map(chr, range(128)))
_PLAIN: Final = re.compile(r"[\x00\x04-\x7f]*")
_NOT_PLAIN: Final = re.compile(r"[^\x00\x04-\x7f]")
_ASCII: Final = {
    **dict.fromkeys(_DASHES.values(), _OTHER),
    **_DASHES,
    "\u017f": "s",
    "\u212a": "k",
}


@dataclass(frozen=True, slots=True)
class Cue:
    """A way of saying why something was not done; the pattern may name macros in braces.

    One of `words`, parted by `|`, stands in every sentence that the pattern hits, in lower case.
    """

    name: str
    pattern: str
    words: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """A sentence that it hits is no falsifier, whatever the cue, unless the second pattern hits too."""

    name: str
    pattern: str
    unless: str = ""


def rust(pattern: str) -> str:
    """The pattern with its macros spelled out, case folded, with ASCII classes and the edges of ASCII words."""
    return "(?i)" + _ESCAPE.sub(lambda escape: _RUST.get(escape[0], escape[0]), _spelled(pattern))


def rust_ascii(pattern: str) -> str:
    """The same for strings that went through `ascii_form`: without any other letters it is compiled much sooner."""
    spelled = _spelled(pattern)
    for dash, mark in _DASHES.items():
        spelled = spelled.replace(dash, mark)
    return "(?i-u)" + _CLASS.sub(lambda found: _positive(found[0]), spelled)


def ascii_form(string: str) -> str:
    """The string with one sign for each that is not ASCII; the two dashes that patterns name stay apart."""
    return string if _PLAIN.fullmatch(string) else _NOT_PLAIN.sub(lambda found: _ASCII.get(found[0], _OTHER), string)


def loosely(words: Iterable[str]) -> str:
    """A pattern for any of some words as somebody wrote them: any blanks and emphasis for a blank, any apostrophe.

    Emphasis inside a word hits as well, as the word may be any.
    """
    spelled = "|".join(map(re.escape, sorted(words))).replace(r"\ ", f"[{_BETWEEN}]+").replace("'", "['‘’‛]")
    return rf"{spelled}|[A-Za-z'‘’‛](?:\*|__|~~)[{_BETWEEN}]*[A-Za-z'‘’‛]"


@cache
def _positive(found: str) -> str:
    """A class as the ASCII signs in it, as ranges; an escape that is no class as it is."""
    if found[0] == "\\" and found[1] not in "wWsS":
        return found
    signs = set(map(ord, re.findall(found, _ALL_ASCII, re.ASCII)))
    starts = sorted(code for code in signs if code - 1 not in signs)
    ends = sorted(code for code in signs if code + 1 not in signs)
    return "[" + "".join(f"\\x{start:02x}-\\x{end:02x}" for start, end in zip(starts, ends, strict=True)) + "]"


@cache
def for_python(pattern: str) -> re.Pattern[str]:
    """The same for `re`, for few and short strings: it loads sooner than the columns do."""
    return re.compile(_spelled(pattern), re.ASCII | re.IGNORECASE)


def _spelled(pattern: str) -> str:
    for name, meaning in MACROS.items():
        pattern = pattern.replace("{" + name + "}", meaning)
    return pattern
