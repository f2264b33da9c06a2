"""Rows whose columns stand where they are put: texts cut and filled up to a number of cells, and nothing wrapped."""

from __future__ import annotations

from collections.abc import Iterable

from ctxaudit.reports import safe
from ctxaudit.reports.layout.rows import Part, Row, cells

_READ = 4  # characters read for each cell


def fit(text: str, width: int, *, right: bool = False) -> str:
    """The text dead and exactly so many cells wide: the middle of a longer one is left out, a shorter one filled up."""
    shown = safe.line(text, _READ * max(width, 1))
    room = cells(shown)
    if room > width:
        head = _head(shown, (width - 1) - (width - 1) // 3)
        tail = _head(safe.line(text[-_READ * width :], _READ * width)[::-1], (width - 1) // 3)[::-1]
        shown = f"{head}…{tail}"
        room = cells(shown)
    blanks = " " * max(0, width - room)
    return blanks + shown if right else shown + blanks


def _head(text: str, room: int) -> str:
    taken = []
    for character in text:
        room -= cells(character)
        if room < 0:
            break
        taken.append(character)
    return "".join(taken)


def clipped(text: str, width: int) -> str:
    """The text dead, and at most so many cells wide: the end of a longer one is left out."""
    shown = safe.line(text, _READ * max(width, 1))
    return shown if cells(shown) <= width else _head(shown, width - 1).rstrip(" ") + "…"


def fixed(parts: Iterable[Part]) -> Row:
    """The parts side by side in one row, no blanks at its end.

    What would command a build service begins with a backslash.
    """
    known = [(style, text) for style, text in parts if text]
    while known and not known[-1][1].strip(" "):
        known.pop()
    if known:
        known[-1] = known[-1][0], known[-1][1].rstrip(" ")
    if "".join(text for _, text in known).lstrip(" ").startswith("::"):
        known.insert(0, ("plain", "\\"))
    return Row(tuple(known))
