"""Bars of what fills a window, each part with a character of its own, so that colour is not needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ctxaudit.reports.layout.rows import Part, Style
from ctxaudit.windows import Fill
from ctxaudit.windows import Part as Filling

SIGNS: Mapping[Filling, tuple[str, Style]] = {
    "system": (":", "dim"),
    "pinned": ("#", "note"),
    "surrogates": ("~", "warning"),
    "sources": ("=", "plain"),
}
FREE, LIMIT = ".", "|"


@dataclass(frozen=True, slots=True)
class Scale:
    """How many tokens a bar of this many cells stands for, and where the budget ends (None: there is none)."""

    cells: int
    tokens: int
    budget: int | None

    @property
    def limit(self) -> int | None:
        """The cell before which the mark of the budget stands; None where the bar ends with it, or nothing does."""
        if self.budget is None or self.budget >= self.tokens:
            return None
        return self.budget * self.cells // self.tokens


def scaled(cells: int, budget: int | None, largest: int) -> Scale:
    """So that the budget and the fullest window have room; the mark of an exceeded budget takes a cell."""
    over = budget is not None and largest > budget
    return Scale(max(8, cells - over), max(1, largest, budget or 0), budget)


def bar(fill: Fill, scale: Scale) -> list[Part]:
    """Exactly as wide as the scale says, with its ends. A part that holds anything has a cell."""
    cells: list[Part] = []
    for filling, number in _shares(fill, scale):
        sign, style = SIGNS[filling]
        cells += [(style, sign)] * number
    free = 0 if scale.budget is None else max(0, scale.budget * scale.cells // scale.tokens - len(cells))
    cells += [("dim", FREE)] * free
    cells += [("plain", " ")] * (scale.cells - len(cells))
    if scale.limit is not None:
        cells.insert(scale.limit, ("error" if fill.total > (scale.budget or 0) else "dim", LIMIT))
    return [("dim", "["), *_merged(cells), ("dim", "]")]


def _shares(fill: Fill, scale: Scale) -> list[tuple[Filling, int]]:
    """Cells of each part: in all as many as the total takes, the rounding to those that lose most by it."""
    exact = {part: getattr(fill, part) * scale.cells / scale.tokens for part in SIGNS}
    held = [part for part in SIGNS if exact[part]]
    given = {part: max(1, int(exact[part])) for part in held}
    wanted = min(scale.cells, max(len(held), round(sum(exact.values()))))
    for part in sorted(held, key=lambda part: int(exact[part]) - exact[part]):
        if sum(given.values()) < wanted:
            given[part] += 1
    while sum(given.values()) > wanted:
        widest = max(given, key=lambda part: given[part])
        given[widest] -= 1
    return [(part, given[part]) for part in held]


def _merged(cells: list[Part]) -> Iterator[Part]:
    """Neighbours of one style as one part."""
    at = 0
    while at < len(cells):
        end = at
        while end < len(cells) and cells[end][0] == cells[at][0]:
            end += 1
        yield cells[at][0], "".join(text for _, text in cells[at:end])
        at = end


def legend(fill: Fill | None, budget: int | None) -> list[Part]:
    """The signs with their names; with the tokens of each where a fill is given."""
    parts: list[Part] = []
    for filling, (sign, style) in SIGNS.items():
        size = "" if fill is None else f" {getattr(fill, filling):,}"
        parts += [(style, sign), ("plain", f" {filling}{size}   ")]
    if budget is not None:
        free = "" if fill is None else f" {max(0, budget - fill.total):,}"
        parts += [("dim", FREE), ("plain", f" free{free}")]
    return parts
