"""What an answer to "why is this absent?" is made of: plain values, with the trace's own words in them (hostile)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ctxaudit.model import Attribution, Basis, Decider, Kind, Maker, Role, Severity
from ctxaudit.sourcing.claims import Standing
from ctxaudit.timeline.life import Arrival

Asked = Literal["span", "token", "phrase", "nothing"]
Nature = Literal["evidence", "derivative", "words"]
Ending = Literal["live", "gone", "nothing"]
How = Literal["token", "inside", "words", "id"]
UseVerdict = Standing  # of a claim
Stretch = tuple[int, int | None]  # moments [from, to); no end: it is live


@dataclass(frozen=True, slots=True, kw_only=True)
class Taken:
    """The edit that took a stay. `attribution` "unattributed": nothing in the trace says why it went."""

    line: int
    turn: int
    edit: str  # "rewrite", "evict", …
    by: Decider
    basis: Basis
    attribution: Attribution
    copy: str | None = None  # the reference to an external copy, when one can be followed


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A finding of the audit about the edit that took a stay."""

    rule: str
    line: int
    severity: Severity
    suppressed: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Stay:
    """One life of a span. `nature`: what a claim makes of it: evidence, a derivative, or the model's own words.

    `chain` is what stood for it since it left, one after the other to the end; the links have no chain of their own.
    """

    span: str
    role: Role
    kind: Kind
    by: Maker
    tool: str | None
    nature: Nature
    arrival: Arrival
    made_of: tuple[str, ...]
    tokens: int
    estimated: bool
    pinned: bool
    line: int
    turn: int
    stretches: tuple[Stretch, ...]
    excerpt: str
    holds: bool | None = None  # whether it holds what was asked for; None where that is no question
    taken: Taken | None = None
    chain: tuple[Stay, ...] = ()
    chain_omitted: int = 0
    ending: Ending = "live"  # of the last in the chain
    findings: tuple[Named, ...] = ()
    silence: str = ""  # why no finding names an absence that nothing explains


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """A claim of the token, or of a token of the span. `instead`: what its source said, where the claim altered it."""

    line: int
    turn: int
    moment: int
    span: str | None
    token: str
    verdict: UseVerdict
    instead: str | None
    explicit: bool
    acted: bool
    action: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Spell:
    """An unbroken time in which some live evidence held it. No end: until the trace ends."""

    from_line: int
    from_turn: int
    to_line: int | None
    to_turn: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Now:
    """Where it stands when the trace ends. `last`: the stay in evidence that was the last to leave, if none is live."""

    spells: tuple[Spell, ...] = ()
    evidence: tuple[str, ...] = ()
    derivatives: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    pin: str | None = None
    last: Stay | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearest:
    """The nearest thing to what is not there: a misspelled token, a longer word, a line of like words, a span's id."""

    how: How
    text: str
    span: str
    line: int
    live: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """The moments of a trace: how many there are, and at which of them some turns begin."""

    end: int
    ticks: tuple[tuple[int, int], ...]  # (moment, turn)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """`stays`: of a span its lives, of a token or a phrase the lives whose text holds it. `holders`: other lives that
    hold the whole text of a span. `what` is "nothing" when no span of the trace ever held it."""

    asked: str
    what: Asked
    axis: Axis
    canonical: str = ""
    token_kind: str = ""
    stays: tuple[Stay, ...] = ()
    holders: tuple[Stay, ...] = ()
    now: Now = Now()
    uses: tuple[Use, ...] = ()
    nearest: Nearest | None = None
    stays_omitted: int = 0
    uses_omitted: int = 0

    @property
    def found(self) -> bool:
        return self.what != "nothing"
