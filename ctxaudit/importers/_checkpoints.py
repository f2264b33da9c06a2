"""A new window that a log of API turns lists whole: what became of the old one, as edits of the desk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ctxaudit.importers._contents import call_of, copy_named, is_cut, is_summary, with_fields
from ctxaudit.importers._desk import Desk
from ctxaudit.importers._draft import Piece, Unit, matched
from ctxaudit.importers.window import Place


@dataclass(frozen=True, slots=True)
class Adopted:
    """`left` counts the units that are gone, `swapped` the results that became stubs."""

    kind: Literal["summary", "taken back", "cut", "nothing"]
    left: int
    swapped: int


def adopt(desk: Desk, after: Sequence[Piece], stem: str, place: Place) -> Adopted:
    """Results that were cut leave for their stubs first, each with its own reason; then the rest of the change."""
    after, swapped = swap_cut(desk, after, place)
    summary = summary_place(after, desk.units)
    places = matched([piece.key for piece in after], [unit.piece.key for unit in desk.units])
    shortened = len(places) < len(desk.units) and places == list(range(len(places)))
    left = desk.replace(after, summary, stem, place, withdrawn=shortened and summary is None)
    if summary is not None:
        return Adopted("summary", len(left), swapped)
    return Adopted("nothing" if not left else "taken back" if shortened else "cut", len(left), swapped)


def summary_place(after: Sequence[Piece], units: Sequence[Unit]) -> int | None:
    """The new summary: one that was not in the window, by its tag; else a text that the harness acknowledged as one."""
    known = {unit.piece.key for unit in units}
    new = [at for at, piece in enumerate(after) if piece.key not in known]
    return next((at for at in reversed(new) if is_summary(after[at])), None)


def swap_cut(desk: Desk, after: Sequence[Piece], place: Place) -> tuple[list[Piece], int]:
    """Puts the stub of each result that the new window holds in a cut form; returns the window with stubs as such."""
    if not any(call_of(piece) is not None and is_cut(piece.text) for piece in after):
        return list(after), 0
    live = {call: at for at, unit in enumerate(desk.units) if (call := call_of(unit.piece)) is not None}
    stubs: dict[int, Piece] = {}
    copies: dict[int, str] = {}
    told = list(after)
    for number, piece in enumerate(after):
        at = live.get(call_of(piece) or "")
        if at is None or piece.key == desk.units[at].piece.key or not is_cut(piece.text):
            continue
        copy = copy_named(piece.text)
        told[number] = stubs[at] = with_fields(piece, "host", {"kind": "tool-result", "tags": ()})
        if copy is not None:
            copies[at] = copy
    if stubs:
        desk.swap(stubs, copies, place, "recorded")
    return told, len(stubs)
