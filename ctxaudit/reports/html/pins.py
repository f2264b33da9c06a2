"""Pins of findings and marks of edits along the picture; those that would cover one another are put together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TypeVar

from ctxaudit.model import Finding
from ctxaudit.reports import safe
from ctxaudit.reports.grouping import badness
from ctxaudit.reports.html.cards import count_words
from ctxaudit.reports.html.views import Edit, Item, Pin
from ctxaudit.reports.words import counted

_ROOM = 1 / 18  # of the width that a pin takes
_ITEMS = 6
_T = TypeVar("_T")


def percent(column: float, width: int) -> str:
    """Where a column begins, as SVG writes it: what an event does is seen from there on."""
    return f"{100 * column / max(1, width):.2f}".rstrip("0").rstrip(".") + "%"


def finding_pins(
    prefix: str, placed: Sequence[tuple[int, Finding]], width: int, anchor: Callable[[Finding], str]
) -> tuple[Pin, ...]:
    """`placed`: findings with their columns."""
    pins = []
    for number, (column, together) in enumerate(_clusters(placed, width), 1):
        ranked = sorted(together, key=badness)
        worst = ranked[0]
        items = tuple(
            Item(
                severity=finding.severity,
                head=f"{finding.severity}, {finding.rule}, line {finding.line}",
                text=safe.line(finding.message, 220),
                href=f"#{anchor(finding)}",
            )
            for finding in ranked[:_ITEMS]
        )
        turns = sorted({finding.turn for finding in ranked})
        where = f"turn {turns[0]}" if len(turns) == 1 else f"turns {turns[0]} to {turns[-1]}"
        pins.append(
            Pin(
                anchor=f"{prefix}-p{number}",
                x=percent(column, width),
                sign="!" if len(ranked) == 1 else _short(len(ranked)),
                kind=worst.severity,
                number=str(number),
                label=f"{count_words(ranked)}, {where}: {safe.line(worst.message, 120)}",
                href=items[0].href,
                items=items,
                more=_more(len(ranked), "finding"),
            )
        )
    return tuple(pins)


def edit_marks(prefix: str, placed: Sequence[tuple[int, Edit]], width: int) -> tuple[Pin, ...]:
    """`placed`: edits with their columns."""
    marks = []
    for number, (column, together) in enumerate(_clusters(placed, width), 1):
        first = together[0]
        items = tuple(_edit_item(edit) for edit in together[:_ITEMS])
        kinds = [f"{len(list(same))} {kind}" for kind, same in groupby(sorted(edit.kind.lower() for edit in together))]
        label = first.title if len(together) == 1 else f"{counted(len(together), 'edit')}: {', '.join(kinds)}"
        marks.append(
            Pin(
                anchor=f"{prefix}-d{number}",
                x=percent(column, width),
                sign=first.letter if len({edit.kind for edit in together}) == 1 else "+",
                kind="edit",
                number=_short(len(together)) if len(together) > 1 else "",
                label=f"{label}; {first.left}" if len(together) == 1 else label,
                href=items[0].href,
                items=items,
                more=_more(len(together), "edit"),
            )
        )
    return tuple(marks)


def _edit_item(edit: Edit) -> Item:
    said = "; ".join(filter(None, (edit.left, edit.entered, _loss(edit))))
    return Item(severity="edit", head=edit.title, text=safe.line(said, 420), href=edit.href)


def _loss(edit: Edit) -> str:
    if not edit.needed:
        return edit.loss
    more = len(edit.needed) - 3
    return f"{edit.loss}: {', '.join(edit.needed[:3])}{f' and {more} more' if more > 0 else ''}"


def _clusters(placed: Sequence[tuple[int, _T]], width: int) -> list[tuple[int, list[_T]]]:
    """What stands within a pin's width of the first is put to it."""
    clusters: list[tuple[int, list[_T]]] = []
    for column, one in sorted(placed, key=lambda item: item[0]):
        if clusters and column - clusters[-1][0] < _ROOM * width:
            clusters[-1][1].append(one)
        else:
            clusters.append((column, [one]))
    return clusters


def _short(number: int) -> str:
    return str(number) if number < 100 else "99+"


def _more(number: int, noun: str) -> str:
    return f"and {counted(number - _ITEMS, f'more {noun}')} here" if number > _ITEMS else ""
