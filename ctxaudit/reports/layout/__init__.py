"""The neutral form of the report for a person, from which the terminal and the plain text are both made."""

from ctxaudit.reports.layout.rows import Row, Style
from ctxaudit.reports.layout.screen import ROWS, screen_rows

__all__ = ["ROWS", "Row", "Style", "screen_rows"]
