"""What a drawing of one trace needs and a report cannot work out: what filled the window, what edits took, token lives.

Everything is small and counted: columns, edits, excerpts and tokens have limits, and what lies beyond them is a number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ctxaudit.model.trace import Attribution, Decider

Held = Literal["evidence", "derivative", "pin"]
Confidence = Literal["high", "medium", "low"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """The window over some neighbouring steps, at its fullest. A span counts once, as in a replay's bars."""

    turn: int
    last_turn: int
    line: int  # of the first step
    system: int = 0
    pinned: int = 0
    surrogates: int = 0
    sources: int = 0
    recorded: int | None = None  # the largest size that the host recorded of a call in this column

    @property
    def total(self) -> int:
        return self.system + self.pinned + self.surrogates + self.sources


@dataclass(frozen=True, slots=True, kw_only=True)
class SpanExcerpt:
    """A span that an edit took or brought, with the part of its text that matters (hostile)."""

    span: str
    role: str
    kind: str
    tokens: int
    excerpt: str
    attribution: Attribution | None = None  # of what left
    copy: str | None = None  # where its external copy is
    stands_for_it: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnEdit:
    """One edit. `left` and `entered` hold the spans that matter most; the counts are of all."""

    line: int
    turn: int
    column: int
    kind: str  # "rewrite", "evict", …
    by: Decider
    spans_left: int
    spans_entered: int
    tokens_left: int
    tokens_entered: int
    attributions: tuple[Attribution, ...] = ()
    left: tuple[SpanExcerpt, ...] = ()
    entered: tuple[SpanExcerpt, ...] = ()
    lost: tuple[str, ...] = ()  # verbatim tokens that stand nowhere after it, those needed later first
    needed: tuple[str, ...] = ()  # those of them that a later claim or call names
    lost_count: int = 0
    needed_count: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """An unbroken time in which something live held a token: columns [start, end)."""

    held: Held
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Taking:
    """The edit after which no live evidence held a token any more."""

    line: int
    turn: int
    column: int
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenUse:
    """A claim. `said` is how it is spelled there; `verdict` is that of the citation rules."""

    line: int
    turn: int
    column: int
    verdict: str
    said: str
    confidence: Confidence = "high"
    acted: bool = False
    action: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenLife:
    """A token from birth through edits to its uses. No birth: no span of the trace ever held it."""

    token: str
    kind: str
    verdict: str  # of the worst use
    acted: bool  # on a use that is not sourced
    confidence: Confidence = "high"  # of the surest among the worst uses
    born_line: int | None = None
    born_turn: int | None = None
    born_span: str | None = None
    stretches: tuple[Stretch, ...] = ()
    takings: tuple[Taking, ...] = ()
    uses: tuple[TokenUse, ...] = ()
    uses_omitted: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture:
    """One trace drawn. `places` gives the column of each line that a finding names."""

    columns: tuple[Column, ...] = ()
    estimated: bool = False
    edits: tuple[DrawnEdit, ...] = ()  # in the order of the trace
    edits_omitted: int = 0
    tokens: tuple[TokenLife, ...] = ()  # the worst first
    tokens_omitted: int = 0
    places: Mapping[int, int] = field(default_factory=dict)
