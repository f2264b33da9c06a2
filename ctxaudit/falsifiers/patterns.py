"""How a pattern over sentences is written, and how it reads in the two engines that run it."""

import re
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


@dataclass(frozen=True, slots=True)
class Cue:
    """A way of saying why something was not done; the pattern may name macros in braces."""

    name: str
    pattern: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """A sentence that it hits is no falsifier, whatever the cue, unless the second pattern hits too."""

    name: str
    pattern: str
    unless: str = ""


def rust(pattern: str) -> str:
    """The pattern with its macros spelled out, case folded, with ASCII classes and the edges of ASCII words."""
    return "(?i)" + _ESCAPE.sub(lambda escape: _RUST.get(escape[0], escape[0]), _spelled(pattern))


@cache
def for_python(pattern: str) -> re.Pattern[str]:
    """The same for `re`, for few and short strings: it loads sooner than the columns do."""
    return re.compile(_spelled(pattern), re.ASCII | re.IGNORECASE)


def _spelled(pattern: str) -> str:
    for name, meaning in MACROS.items():
        pattern = pattern.replace("{" + name + "}", meaning)
    return pattern
