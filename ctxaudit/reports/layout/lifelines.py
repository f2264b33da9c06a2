"""A small time-line drawn in text: when each life stood in the window, and when a claim was made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ctxaudit.reports.layout.columns import fit, fixed
from ctxaudit.reports.layout.rows import Part, Row, Style
from ctxaudit.why.answer import Axis, Nature, Stay, Use, UseVerdict

INDENT = 2
_LABEL, _LONGEST_LABEL = 6, 20
_LINES: Mapping[Nature, tuple[str, Style, str]] = {
    "evidence": ("=", "plain", "evidence"),
    "derivative": ("~", "warning", "derivative"),
    "words": ("-", "dim", "model's words"),
}
_ENTERS, _LEAVES = "|", "x"
# The worst first: it is the one that is seen where several fall on one column.
_CLAIMS: Mapping[UseVerdict, tuple[str, Style]] = {
    "altered": ("a", "error"),
    "unsourced": ("u", "error"),
    "faded": ("f", "warning"),
    "derivative": ("d", "warning"),
    "coined": ("c", "note"),
    "not-judged": ("n", "dim"),
    "sourced": ("s", "plain"),
}


@dataclass(frozen=True, slots=True)
class _Scale:
    """From a step of the trace to a column."""

    end: int
    width: int

    def column(self, step: int) -> int:
        return min(self.width - 1, max(0, step) * self.width // max(1, self.end))


def lifelines(stays: Sequence[Stay], uses: Sequence[Use], axis: Axis, width: int) -> list[Row]:
    """A row for the turns, one for each stay, one for the claims, and the legend of what is drawn."""
    label = min(_LONGEST_LABEL, max([_LABEL, *(len(stay.span) for stay in stays)]))
    scale = _Scale(axis.end, width - INDENT - label - 2)
    rows = [_row("turn", label, [("dim", _turns(axis, scale))])]
    rows += [_row(stay.span, label, _line(stay, scale)) for stay in stays]
    if uses:
        rows.append(_row("claims", label, _claims(uses, scale)))
    return [*rows, *_legend(stays, uses, label, width)]


def _row(name: str, label: int, drawn: Sequence[Part]) -> Row:
    return fixed([("plain", " " * INDENT), ("title", fit(name, label)), ("plain", "  "), *drawn])


def _turns(axis: Axis, scale: _Scale) -> str:
    """The numbers of the turns where they begin, as far as they have room."""
    cells = [" "] * scale.width
    free = 0
    for step, turn in axis.ticks:
        at, number = scale.column(step), str(turn)
        if at >= free and at + len(number) <= scale.width:
            cells[at : at + len(number)] = number
            free = at + len(number) + 2
    return "".join(cells)


def _line(stay: Stay, scale: _Scale) -> list[Part]:
    character, style, _ = _LINES[stay.nature]
    cells = [" "] * scale.width
    for start, end in stay.stretches:
        first = scale.column(start - 1)
        last = scale.width - 1 if end is None else scale.column(end - 1)
        cells[first : last + 1] = character * (last + 1 - first)
        cells[first] = _ENTERS
        if end is not None:
            cells[last] = _LEAVES
    return [(style, "".join(cells))]


def _claims(uses: Iterable[Use], scale: _Scale) -> list[Part]:
    ranks = {verdict: rank for rank, verdict in enumerate(_CLAIMS)}
    worst: dict[int, Use] = {}
    for use in uses:
        at = scale.column(use.moment)
        if at not in worst or _rank(use, ranks) < _rank(worst[at], ranks):
            worst[at] = use
    parts: list[Part] = []
    filled = 0
    for at in sorted(worst):
        parts += [("plain", " " * (at - filled)), _claim(worst[at])]
        filled = at + 1
    return parts


def _rank(use: Use, ranks: Mapping[UseVerdict, int]) -> tuple[int, bool]:
    return ranks[use.verdict], not use.acted


def _claim(use: Use) -> Part:
    letter, style = _CLAIMS[use.verdict]
    return style, letter.upper() if use.acted else letter


def _legend(stays: Sequence[Stay], uses: Sequence[Use], label: int, width: int) -> list[Row]:
    shown = [f"{sign} {word}" for nature, (sign, _, word) in _LINES.items() if any(s.nature == nature for s in stays)]
    shown += [f"{_ENTERS} enters"]
    if any(end is not None for stay in stays for _, end in stay.stretches):
        shown.append(f"{_LEAVES} leaves")
    claims = [
        f"{letter} {verdict}" for verdict, (letter, _) in _CLAIMS.items() if any(u.verdict == verdict for u in uses)
    ]
    if any(use.acted for use in uses):
        claims.append("capital: acted on")
    room = width - INDENT - label - 2
    written = (part[:room] for part in ("   ".join(shown), "   ".join(claims)) if part)
    return [fixed([("plain", " " * (width - room)), ("dim", part)]) for part in written]
