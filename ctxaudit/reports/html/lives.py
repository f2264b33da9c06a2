"""The life of each cited token as a line: born, held by evidence or by a rewrite alone, taken by edits, claimed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ctxaudit.model import CONFIDENCES, Confidence, Picture, Taking, TokenLife, TokenUse
from ctxaudit.reports import safe
from ctxaudit.reports.html.edits import KINDS
from ctxaudit.reports.html.pins import percent
from ctxaudit.reports.html.views import Dot, Segment, TokenRow
from ctxaudit.reports.words import counted

_SHOWN = 12  # rows that are not folded
_TOLD = 4  # uses, and takings, in words
# The worst first, as the signs of `ctxaudit why`: a capital letter is a claim that was acted on.
_VERDICTS: Mapping[str, tuple[str, str]] = {
    "altered": ("a", "error"),
    "unsourced": ("u", "error"),
    "faded": ("f", "warning"),
    "derivative": ("d", "warning"),
    "not-judged": ("n", "note"),
    "sourced": ("s", "good"),
}
Rows = tuple[tuple[TokenRow, ...], tuple[TokenRow, ...], tuple[TokenRow, ...]]


def token_rows(picture: Picture, minimum: Confidence) -> Rows:
    """The rows that are shown, those that are folded, those less sure than was asked for; the worst first."""
    width = len(picture.columns)
    sure = tuple(_row(life, width) for life in picture.tokens if _confident(life, minimum))
    unsure = tuple(_row(life, width) for life in picture.tokens if not _confident(life, minimum))
    return sure[:_SHOWN], sure[_SHOWN:], unsure


def _confident(life: TokenLife, minimum: Confidence) -> bool:
    return CONFIDENCES.index(life.confidence) <= CONFIDENCES.index(minimum)


def _row(life: TokenLife, width: int) -> TokenRow:
    evidence = [stretch for stretch in life.stretches if stretch.held == "evidence"]
    return TokenRow(
        token=safe.name(life.token, 80),
        verdict=_words(life.verdict),
        severity=_VERDICTS.get(life.verdict, ("?", "note"))[1],
        acted=life.acted,
        segments=tuple(
            Segment(stretch.held, percent(stretch.start, width), percent(stretch.end, width))
            for stretch in sorted(life.stretches, key=lambda stretch: stretch.held != "derivative")
        ),
        birth=percent(evidence[0].start, width) if evidence else "",
        cuts=tuple((percent(taking.column, width), _taking(taking)) for taking in life.takings),
        uses=tuple(_dots(life.uses, width)),
        story=tuple(_story(life)),
    )


def _dots(uses: Sequence[TokenUse], width: int) -> Iterator[Dot]:
    """One for each column, the worst claim of it."""
    ranks = {verdict: rank for rank, verdict in enumerate(_VERDICTS)}
    by_column: dict[int, list[TokenUse]] = {}
    for use in uses:
        by_column.setdefault(use.column, []).append(use)
    for column, together in by_column.items():
        worst = min(together, key=lambda use: (ranks.get(use.verdict, len(ranks)), not use.acted))
        sign, severity = _VERDICTS.get(worst.verdict, ("?", "note"))
        more = f", and {counted(len(together) - 1, 'more claim')}" if len(together) > 1 else ""
        yield Dot(percent(column, width), sign.upper() if worst.acted else sign, severity, _use(worst, "") + more)


def _story(life: TokenLife) -> Iterator[str]:
    """Sentences, so that nothing rests on the drawing alone."""
    if life.born_line is not None:
        yield f"Born at line {life.born_line}, turn {life.born_turn}, in {safe.name(life.born_span or '', 40)}."
    else:
        yield "No span but the model's own ever held it."
    if life.takings:
        shown = "; ".join(map(_taking, life.takings[:_TOLD]))
        rest = len(life.takings) - _TOLD
        yield f"Left: {shown}{f'; and {rest} more times' if rest > 0 else ''}."
    elif any(stretch.held == "evidence" for stretch in life.stretches):
        yield "Never left."
    for use in life.uses[:_TOLD]:
        yield f"{_use(use, life.token)}."
    rest = len(life.uses) - _TOLD + life.uses_omitted
    if rest > 0:
        yield f"And {counted(rest, 'more claim')}."


def _taking(taking: Taking) -> str:
    kind = KINDS.get(taking.kind, ("", "edit"))[1].lower()
    return f"{kind} at line {taking.line}, turn {taking.turn}"


def _use(use: TokenUse, token: str) -> str:
    said = f" as {safe.name(use.said, 60)}" if use.said != token else ""
    acted = f", acted on{f' ({safe.line(use.action, 60)})' if use.action else ''}" if use.acted else ""
    sure = "" if use.confidence == "high" else f" ({use.confidence} confidence)"
    return f"Claimed at line {use.line}, turn {use.turn}{said}: {_words(use.verdict)}{sure}{acted}"


def _words(verdict: str) -> str:
    return safe.name(verdict, 20).replace("-", " ")
