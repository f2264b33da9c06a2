"""Text brought to the form in which two wordings count as the same, and the search for one inside another."""

import re
from typing import Final

_BULLET: Final = re.compile(r"^[ \t]*(?:[-*+•]|\d{1,3}[.)]|[A-Za-z]\))[ \t]+(?:\[[ xX]\][ \t]+)?", re.MULTILINE)
_LINK: Final = re.compile(r"!?\[([^\[\]]{0,400})\]\([^()\n]{0,800}\)")
_MARKS: Final = re.compile(r'[*_`#~"“”„]+')
_DASHES: Final = re.compile(r"[‐‑‒–—―−]|-{2,}")
_APOSTROPHES: Final = re.compile(r"[‘’‛]")
_PART: Final = re.compile(r"[^\W_]+|[\W_]")
_EDGE: Final = "\x1f"
# Repetitive text can offer a place at every word, each of them wrong: then the text is parted instead.
_TRIES: Final = 32


def fold(text: str) -> str:
    """The text on single spaces, case folded, without bullets, link targets, marks, double quotes, closing stops."""
    plain = _BULLET.sub("", text.replace("\r", "\n"))
    if "](" in plain:
        plain = _LINK.sub(r"\1", plain)
    plain = _MARKS.sub("", plain).replace("|", " ")
    ascii_only = plain.isascii()
    if not ascii_only or "--" in plain:
        plain = _DASHES.sub("-", plain)
    if not ascii_only:
        plain = _APOSTROPHES.sub("'", plain)
    return " ".join(plain.split()).casefold().rstrip(".,;:!- ")


def held_verbatim(sentence: str, folded_text: str) -> bool:
    """Whether the folded sentence stands in the folded text between word edges; one without words stands nowhere."""
    return holds_folded(fold(sentence), folded_text)


def holds_folded(needle: str, folded_text: str) -> bool:
    """The same for a sentence that is folded already."""
    if not needle:
        return False
    start = -1
    for _ in range(_TRIES):
        start = folded_text.find(needle, start + 1)
        if start < 0:
            return False
        if _is_edge(folded_text, start) and _is_edge(folded_text, start + len(needle)):
            return True
    return _parted(needle) in _parted(folded_text)


def _is_edge(text: str, place: int) -> bool:
    """Whether no word runs across the place between two characters."""
    return place in (0, len(text)) or not (text[place - 1].isalnum() and text[place].isalnum())


def _parted(text: str) -> str:
    """The text with a mark at every edge: what is found in it stands between edges, and no place is tried twice."""
    return _EDGE + _EDGE.join(_PART.findall(text)) + _EDGE
