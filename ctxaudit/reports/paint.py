"""Rows as lines of text, in colour where the caller wants it.

Only styles of our own reach rich, never markup: a row's text is printed as it stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from ctxaudit.reports.layout.rows import Row, Style

if TYPE_CHECKING:
    from rich.style import Style as Paint

_COLORS: Mapping[Style, str] = {
    "title": "bold",
    "error": "bold red",
    "warning": "yellow",
    "note": "cyan",
    "dim": "dim",
}


def painted(rows: Iterable[Row], *, color: bool) -> Iterator[str]:
    """One line a row, without blanks at its end."""
    if not color:
        for row in rows:
            yield row.text().rstrip() + "\n"
        return
    from rich.style import Style as Paint

    paints = {style: Paint.parse(name) for style, name in _COLORS.items()}
    for row in rows:
        yield _painted(row, paints) + "\n"


def _painted(row: Row, paints: Mapping[Style, Paint]) -> str:
    from rich.color import ColorSystem

    return "".join(
        paints[style].render(piece, color_system=ColorSystem.STANDARD) if style in paints else piece
        for style, piece in row.parts
    ).rstrip(" ")
