"""The findings that are only counted: notes, those less sure than was asked for, those that were suppressed."""

from __future__ import annotations

from ctxaudit.model import Finding
from ctxaudit.reports import safe
from ctxaudit.reports.grouping import Shelves
from ctxaudit.reports.layout.claims import INDENT
from ctxaudit.reports.layout.rows import Part, Row, paragraph
from ctxaudit.reports.options import RenderOptions
from ctxaudit.reports.words import counted, some, tally


def shelf_rows(shelves: Shelves, options: RenderOptions) -> list[Row]:
    """One row for each shelf that holds something; a suppressed finding has its own when verbose."""
    rows: list[Row] = []
    if shelves.notes:
        rows += _row(counted(len(shelves.notes), "note"), tally((f.rule for f in shelves.notes), 2), options)
    if shelves.low:
        rows += _row(_low_words(shelves, options), tally((f.rule for f in shelves.low), 2), options)
    if shelves.suppressed and options.verbose:
        for finding in shelves.suppressed:
            rows += _row(f"suppressed {finding.rule}, line {finding.line}", _reason(finding, 400), options)
    elif shelves.suppressed:
        reasons = list(dict.fromkeys(_reason(finding, 40) for finding in shelves.suppressed))
        rows += _row(_suppressed_words(shelves), some(reasons, 2), options)
    return rows


def shelf_words(shelves: Shelves, options: RenderOptions) -> list[str]:
    """The same in a few words without rules and reasons."""
    words = [counted(len(shelves.notes), "note")] if shelves.notes else []
    words += [_low_words(shelves, options)] if shelves.low else []
    words += [_suppressed_words(shelves)] if shelves.suppressed else []
    return words


def _low_words(shelves: Shelves, options: RenderOptions) -> str:
    return f"{len(shelves.low):,} below {options.min_confidence} confidence"


def _suppressed_words(shelves: Shelves) -> str:
    return f"{len(shelves.suppressed):,} suppressed"


def _reason(finding: Finding, limit: int) -> str:
    return safe.quoted(finding.suppressed or "", limit)


def _row(head: str, rest: str, options: RenderOptions) -> list[Row]:
    said: list[Part] = [("note", head), ("dim", f": {rest}")]
    return paragraph(said, options.width, indent=INDENT, hang=INDENT + 2)
