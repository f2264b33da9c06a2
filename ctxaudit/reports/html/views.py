"""What the templates are given: a page of plain values, in which text is still text and places are percentages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ctxaudit.model import Severity

Mark = Literal["", "needed", "lost", "named"]


@dataclass(frozen=True, slots=True)
class Piece:
    """Part of an excerpt; `mark` says why it is highlighted."""

    text: str
    mark: Mark = ""


Excerpt = tuple[tuple[Piece, ...], ...]  # lines


@dataclass(frozen=True, slots=True)
class Count:
    severity: Severity
    words: str


@dataclass(frozen=True, slots=True)
class Step:
    """One numbered step of a proof."""

    place: str
    shows: str
    excerpt: Excerpt


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One finding."""

    anchor: str
    severity: Severity
    rule: str
    place: str
    message: str
    acted: bool
    steps: tuple[Step, ...]
    more_steps: str
    follows: str
    tokens: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """The worst finding of a place, and the others there."""

    lead: Card
    others: tuple[Card, ...]
    beside: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A span that an edit took or brought."""

    name: str
    what: str
    fate: str
    excerpt: Excerpt


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One side of an edit. `missing` says what stands where there is no span."""

    title: str
    size: str
    spans: tuple[Span, ...]
    more: str
    missing: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """An edit as a line of words, with both its sides. `loss` is empty where nothing was lost."""

    anchor: str
    kind: str
    letter: str
    title: str
    left: str
    entered: str
    loss: str
    needed: tuple[str, ...]
    lost: tuple[str, ...]
    more_lost: str
    sides: tuple[Side, ...]
    href: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """What one edit caused."""

    anchor: str
    title: str
    counts: tuple[Count, ...]
    edit: Edit | None
    loss: str
    claims: tuple[Claim, ...]
    folded: tuple[Claim, ...]
    more: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A line of what opens at a pin."""

    severity: str
    head: str
    text: str
    href: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Pin:
    """A pin or an edit's mark, or several that stand too close to be told apart."""

    anchor: str
    x: str
    sign: str
    kind: str  # a severity, or "edit"
    number: str
    label: str
    href: str
    items: tuple[Item, ...]
    more: str


@dataclass(frozen=True, slots=True)
class Layer:
    name: str
    path: str


@dataclass(frozen=True, slots=True)
class Tick:
    at: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """`width` is the number of columns, to which the paths are drawn; heights are thousandths."""

    width: int
    summary: str
    layers: tuple[Layer, ...]
    legend: tuple[str, ...]  # from the top down
    recorded: str
    budget: str
    budget_note: str
    grid: tuple[Tick, ...]
    turns: tuple[Tick, ...]
    lines: tuple[str, ...]
    pins: tuple[Pin, ...]
    marks: tuple[Pin, ...]
    letters: tuple[tuple[str, str], ...]
    severities: tuple[Severity, ...]


@dataclass(frozen=True, slots=True)
class Segment:
    held: str
    start: str
    end: str


@dataclass(frozen=True, slots=True)
class Dot:
    at: str
    sign: str
    verdict: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenRow:
    token: str
    verdict: str
    severity: str
    acted: bool
    segments: tuple[Segment, ...]
    birth: str
    cuts: tuple[tuple[str, str], ...]
    uses: tuple[Dot, ...]
    story: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RetentionRow:
    """Counts of one rewrite, and its bar in percent: kept, pinned, needed, lost."""

    line: int
    turn: int
    surrogate: str
    held: int
    kept: int
    pinned: int
    lost: int
    needed: int
    bar: tuple[tuple[str, str, str], ...]  # class, x, width
    tokens: Sequence[tuple[str, bool]]  # lost, and whether it was needed
    more: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One trace."""

    anchor: str
    title: str
    about: str
    counts: tuple[Count, ...]
    verdict: str  # one sentence where there are no findings
    facts: tuple[tuple[str, str], ...]
    drawing: Drawing | None
    no_drawing: str
    groups: tuple[Group, ...]
    folded: tuple[Group, ...]
    more: str
    apart: tuple[tuple[str, tuple[Card, ...], str], ...]  # suppressed, and less sure
    retention: tuple[RetentionRow, ...]
    retention_folded: tuple[RetentionRow, ...]
    retention_more: str
    tokens: tuple[TokenRow, ...]
    tokens_folded: tuple[TokenRow, ...]
    tokens_unsure: tuple[TokenRow, ...]
    tokens_more: str
    edits: tuple[Edit, ...]
    edits_more: str
    panels: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexRow:
    href: str
    title: str
    about: str
    numbers: tuple[tuple[str, str, str], ...]  # class, number, of what: by severity, then acted on
    worst: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleText:
    slug: str
    says: str
    page: tuple[str, ...]  # lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    title: str
    version: str
    headline: tuple[Count, ...]
    clean: str
    closing: str
    index: tuple[IndexRow, ...]
    index_more: str
    sections: tuple[Section, ...]
    unaudited: tuple[tuple[str, str], ...]
    unaudited_more: str
    notes: tuple[str, ...]
    rules: tuple[RuleText, ...]
