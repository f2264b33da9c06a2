"""The picture of a trace: the window's parts as areas over the turns, the budget, pins above and edits' marks below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ctxaudit.model import Column, Finding, Picture, TraceReport
from ctxaudit.reports.html.cards import Cards, count_words
from ctxaudit.reports.html.edits import KINDS
from ctxaudit.reports.html.pins import edit_marks, finding_pins, percent
from ctxaudit.reports.html.views import Drawing, Edit, Layer, Tick
from ctxaudit.reports.words import counted

HEIGHT = 1000
_LAYERS = ("system", "pinned", "surrogates", "sources")  # from the bottom: what changes least comes first
_OFF_SCALE = 3  # a budget so many times the fullest window is named, not drawn
_TICKS = 7
_GRID = 4
_ROUND = [first * 10**zeros for zeros in range(19) for first in (1, 2, 5)]


def drawing(
    trace: TraceReport, picture: Picture, findings: Sequence[Finding], edits: Sequence[Edit], cards: Cards, prefix: str
) -> Drawing | None:
    """None of a trace without events. `edits` are the views of the picture's edits, in its order."""
    columns = picture.columns
    if not columns:
        return None
    width = len(columns)
    fullest = max(max(column.total, column.recorded or 0) for column in columns)
    drawn = trace.budget is not None and trace.budget <= _OFF_SCALE * max(1, fullest)
    top = max(1, fullest, trace.budget if drawn and trace.budget is not None else 0) * 1.06
    pins = finding_pins(
        prefix, [(min(width - 1, picture.places.get(one.line, 0)), one) for one in findings], width, cards.anchor
    )
    marks = edit_marks(prefix, [(edit.column, view) for edit, view in zip(picture.edits, edits, strict=True)], width)
    held = [name for name in _LAYERS if any(getattr(column, name) for column in columns)]
    return Drawing(
        width=width,
        summary=_summary(trace, picture, findings, fullest),
        layers=tuple(_layers(columns, held, top, trace.budget if drawn else None)),
        legend=(*(["free"] if drawn else []), *reversed(held)),
        recorded=_recorded(columns, top),
        budget=_height(trace.budget, top) if drawn and trace.budget is not None else "",
        budget_note="" if trace.budget is None else _budget_note(trace.budget, drawn=drawn),
        grid=tuple(_grid(top)),
        turns=tuple(_turns(columns)),
        lines=tuple(dict.fromkeys(percent(edit.column, width) for edit in picture.edits)),
        pins=pins,
        marks=marks,
        letters=tuple(KINDS[kind] for kind in KINDS if any(edit.kind == kind for edit in picture.edits)),
        severities=tuple(dict.fromkeys(one.severity for one in findings)),
    )


def _budget_note(budget: int, *, drawn: bool) -> str:
    return f"budget {budget:,}" if drawn else f"budget {budget:,}, far above this picture"


def _summary(trace: TraceReport, picture: Picture, findings: Sequence[Finding], fullest: int) -> str:
    about = "about " if picture.estimated else ""
    edits = len(picture.edits) + picture.edits_omitted
    said = f"{counted(trace.turns, 'turn')}; the window holds at most {about}{counted(fullest, 'token')}"
    said += "" if trace.budget is None else f" of {trace.budget:,}"
    said += f"; {counted(edits, 'edit') if edits else 'no edit'}"
    return f"{said}; {count_words(findings) or 'no finding'}"


def _layers(columns: Sequence[Column], held: Sequence[str], top: float, budget: int | None) -> Iterator[Layer]:
    low = [0] * len(columns)
    for name in held:
        high = [base + getattr(column, name) for base, column in zip(low, columns, strict=True)]
        yield Layer(name, _area(low, high, top))
        low = high
    if budget is not None:
        yield Layer("free", _area(low, [max(base, budget) for base in low], top))


def _area(low: Sequence[int], high: Sequence[int], top: float) -> str:
    """A closed path of steps: along the upper edge, and back along the lower one."""
    path = [f"M0,{_y(high[0], top)}"]
    for at, value in enumerate(high):
        if at and _y(value, top) != _y(high[at - 1], top):
            path.append(f"H{at}V{_y(value, top)}")
    path.append(f"H{len(high)}V{_y(low[-1], top)}")
    back = (at for at in range(len(low) - 1, 0, -1) if _y(low[at - 1], top) != _y(low[at], top))
    return "".join([*path, *(f"H{at}V{_y(low[at - 1], top)}" for at in back), "H0Z"])


def _recorded(columns: Sequence[Column], top: float) -> str:
    """The sizes that the host recorded, as a line through the columns that have one."""
    points = [(at, column.recorded) for at, column in enumerate(columns) if column.recorded is not None]
    if len(points) < 2:
        return ""
    return "M" + "L".join(f"{at + 0.5:g},{_y(size, top)}" for at, size in points)


def _y(tokens: int, top: float) -> int:
    return round(HEIGHT * (1 - tokens / top))


def _height(tokens: int, top: float) -> str:
    return percent(_y(tokens, top), HEIGHT)


def _grid(top: float) -> Iterator[Tick]:
    """Round numbers of tokens from the bottom up."""
    step = next(step for step in _ROUND if top / step <= _GRID)
    for number in range(int(top // step) + 1):
        yield Tick(_height(number * step, top), _short(number * step))


def _short(tokens: int) -> str:
    for size, sign in ((1_000_000, "M"), (1_000, "k")):
        if tokens >= size:
            return f"{tokens / size:g}{sign}"
    return str(tokens)


def _turns(columns: Sequence[Column]) -> Iterator[Tick]:
    """The numbers of some turns where they begin, with room between them."""
    last = float("-inf")
    shown: int | None = None
    for at, column in enumerate(columns):
        if column.turn != shown and at - last >= len(columns) / _TICKS:
            yield Tick(percent(at, len(columns)), f"{column.turn}")
            last = at
        shown = column.turn
