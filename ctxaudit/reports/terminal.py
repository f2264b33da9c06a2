"""The report for a person at a terminal: the rows of the plain text, in colour where the caller wants it.

Only styles of our own reach rich, never markup: a row's text is printed as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from ctxaudit.model import Report
from ctxaudit.reports import text
from ctxaudit.reports.layout import Row, Style, screen_rows
from ctxaudit.reports.options import RenderOptions

if TYPE_CHECKING:
    from rich.style import Style as Paint

_COLORS: Mapping[Style, str] = {
    "title": "bold",
    "error": "bold red",
    "warning": "yellow",
    "note": "cyan",
    "dim": "dim",
}


def render(report: Report, options: RenderOptions) -> Iterator[str]:
    if not options.color:
        yield from text.render(report, options)
        return
    from rich.style import Style as Paint

    paints = {style: Paint.parse(color) for style, color in _COLORS.items()}
    for row in screen_rows(report, options):
        yield _painted(row, paints) + "\n"


def _painted(row: Row, paints: Mapping[Style, Paint]) -> str:
    from rich.color import ColorSystem

    return "".join(
        paints[style].render(piece, color_system=ColorSystem.STANDARD) if style in paints else piece
        for style, piece in row.parts
    ).rstrip(" ")
