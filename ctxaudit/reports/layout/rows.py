"""Rows of styled text, wrapped to a width: all that a renderer for people has to print, one row a line.

Knows nothing of findings. Every row passes the door of `safe`, whoever made its text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal
from unicodedata import combining, east_asian_width

from ctxaudit.reports import safe

Style = Literal["plain", "title", "error", "warning", "note", "dim"]
Part = tuple[Style, str]
_Atom = list[Part]  # parts that stand together without a blank
_LEAST_ROOM = 12


@dataclass(frozen=True, slots=True)
class Row:
    parts: tuple[Part, ...] = ()

    def text(self) -> str:
        return "".join(text for _, text in self.parts)


BLANK = Row()


def cells(text: str) -> int:
    """Columns that a terminal needs for this text."""
    if text.isascii():
        return len(text)
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def paragraph(
    parts: Sequence[Part], width: int, *, indent: int = 0, hang: int | None = None, label: Part | None = None
) -> list[Row]:
    """The parts as one flowing text; later rows begin at column `hang`, a label stands before the first."""
    hang = indent if hang is None else hang
    lead: list[Part] = [("plain", " " * indent)] if indent else []
    if label is not None:
        lead += [label, ("plain", " " * max(1, hang - indent - cells(label[1])))]
    first_room = max(_LEAST_ROOM, width - sum(cells(text) for _, text in lead))
    room = max(_LEAST_ROOM, width - hang)
    hanging: list[Part] = [("plain", " " * hang)] if hang else []
    rows = []
    for number, atoms in enumerate(_fill(_atoms(parts), first_room, room, guarded=label is None)):
        rows.append(Row(tuple(_merged(hanging if number else lead, atoms))))
    return rows or ([Row(tuple(lead))] if label is not None else [])


def _atoms(parts: Iterable[Part]) -> Iterator[_Atom]:
    atom: _Atom = []
    for style, text in parts:
        for number, piece in enumerate(safe.visible(text).split(" ")):
            if number and atom:
                yield atom
                atom = []
            if piece:
                atom.append((style, piece))
    if atom:
        yield atom


def _fill(atoms: Iterable[_Atom], first_room: int, room: int, *, guarded: bool) -> Iterator[list[_Atom]]:
    widest = min(first_room, room) - 1  # the guard takes a column
    row: list[_Atom] = []
    left = first_room
    for whole in atoms:
        size = _cells(whole)
        for atom in (whole,) if size <= widest else _split(whole, widest):
            needed = size if atom is whole else _cells(atom)
            if row and needed + 1 > left:
                yield row
                row, left, guarded = [], room, True
            if guarded and not row and _commands(atom):
                atom, needed = [("plain", "\\"), *atom], needed + 1
            left -= needed + bool(row)
            row.append(atom)
    if row:
        yield row


def _commands(atom: _Atom) -> bool:
    """Build services obey a line that begins with two colons: no row of ours does."""
    return atom[0][1][0] == ":" and "".join(text for _, text in atom).startswith("::")


def _split(atom: _Atom, room: int) -> Iterator[_Atom]:
    """An atom too wide for any row, in pieces that are not."""
    piece: _Atom = []
    used = 0
    for style, text in atom:
        start = 0
        for at, character in enumerate(text):
            size = cells(character)
            if used + size > room:
                yield [*piece, (style, text[start:at])] if at > start else piece
                piece, used, start = [], 0, at
            used += size
        piece.append((style, text[start:]))
    yield piece


def _cells(atom: _Atom) -> int:
    return cells(atom[0][1]) if len(atom) == 1 else sum(cells(text) for _, text in atom)


def _merged(start: Sequence[Part], atoms: Sequence[_Atom]) -> Iterator[Part]:
    """Neighbours of one style as one part."""
    style: Style = "plain"
    text = ""
    for number, atom in enumerate([list(start), *atoms]):
        for at, (next_style, piece) in enumerate(atom):
            glue = " " if number > 1 and at == 0 else ""
            if next_style != style and text + glue:
                yield style, text + glue
                text, glue = "", ""
            style, text = next_style, text + glue + piece
    if text:
        yield style, text
