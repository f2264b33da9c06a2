"""What a recorded run is made of: spans, events, the header, the trace and its own problems.

Field names are those of the native trace format, but for `from` and `in`, which Python keeps for itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ctxaudit.packed import Packed

Role = Literal["system", "user", "assistant", "tool", "memory", "scratchpad"]
Maker = Literal["human", "model", "tool", "host"]
Kind = Literal["message", "tool-call", "tool-result", "read", "summary", "plan", "decision"]
Decider = Literal["model", "host", "human"]
Basis = Literal["recorded", "derived", "inferred"]
Attribution = Literal[
    "evicted-with-external-copy", "evicted-as-dispensable", "rewritten-with-surrogate", "withdrawn", "unattributed"
]
Citations = Literal["explicit", "implicit", "both"]

ROLE_MAKER: Mapping[str, Maker] = {
    "user": "human",
    "assistant": "model",
    "scratchpad": "model",
    "tool": "tool",
    "system": "host",
    "memory": "host",
}
BASES: tuple[Basis, ...] = ("recorded", "derived", "inferred")


@dataclass(frozen=True, slots=True)
class Origin:
    """Where in a foreign log an event comes from: the file's name, a 1-based line or record number, the record's id."""

    file: str | None = None
    line: int | None = None
    record: int | None = None
    id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Span(Packed):
    """A piece of the window. `text` is what the window holds, never what a log keeps beside it."""

    id: str
    text: str
    role: Role
    by: Maker
    tokens: int | None = None  # as recorded; None: nobody counted
    kind: Kind = "message"
    call_id: str | None = None
    name: str | None = None
    external_copy: str | bool | None = None  # a reference, True for "somewhere, unnamed", None or "" for none
    external_source: bool = False
    falsifier: bool = False
    pinned: bool = False
    tags: tuple[str, ...] = ()
    complete: bool = True  # False: the log cut this text, so absence of a token in it proves nothing
    provenance: tuple[str, ...] = ()
    lossy: bool = False
    body_start: int = 0  # code points
    body_end: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Event:
    line: int  # 1-based physical line of the file that was read
    turn: int
    at: str | None = None
    by: Decider = "model"
    basis: Basis = "recorded"
    origin: Origin | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Add(_Event):
    span: Span
    before: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Evict(_Event):
    spans: tuple[str, ...]
    reason: Literal["external-copy", "dispensable", "withdrawn"]
    copies: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class RejectedAlternative:
    """An entry of `rejected_alternatives` or of a decision's `rejected`; a bare string is an alternative alone."""

    alternative: str
    reason: str = ""
    span: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewrite(_Event):
    sources: tuple[str, ...]
    surrogate: Span
    tokens_before: int | None = None
    tokens_after: int | None = None
    rejected_alternatives: tuple[str | RejectedAlternative, ...] = ()
    refused: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Truncate(_Event):
    spans: tuple[str, ...]
    budget: int | None = None
    by: Decider = "host"


@dataclass(frozen=True, slots=True)
class RankEntry:
    span: str
    score: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rank(_Event):
    order: tuple[RankEntry, ...]
    cut: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pin(_Event):
    spans: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    by: Decider = "host"


@dataclass(frozen=True, slots=True, kw_only=True)
class Unpin(_Event):
    spans: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    by: Decider = "host"


@dataclass(frozen=True, slots=True, kw_only=True)
class Restore(_Event):
    of: str
    source: Literal["external", "retained", "model"]  # the format's `from`
    span: Span | None = None
    copy: str | None = None
    failed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Decide(_Event):
    id: str
    choice: str
    rejected: tuple[RejectedAlternative, ...] = ()
    span: str | None = None
    reopens: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Cite(_Event):
    token: str
    span: str | None = None  # claimed provenance
    claim: str | None = None  # the format's `in`: the span that makes the claim
    action: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call(_Event):
    tokens: int | None = None
    unseen: int = 0
    id: str | None = None
    by: Decider = "host"


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint(_Event):
    spans: tuple[str, ...]
    tokens: int | None = None
    by: Decider = "host"


@dataclass(frozen=True, slots=True, kw_only=True)
class Allow(_Event):
    rules: tuple[str, ...]
    reason: str
    spans: tuple[str, ...] | None = None
    tokens: tuple[str, ...] | None = None
    by: Decider = "host"


Event = (
    Add | Evict | Rewrite | Truncate | Rank | Pin | Unpin | Restore | Decide | Cite | Call | Checkpoint | Allow
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Conditions:
    """What the host declares about its context policy; None = it says nothing."""

    relevance: Literal["reversible", "monotonic"] | None = None
    eviction: Literal["model", "deterministic"] | None = None
    retains: tuple[str, ...] = ()
    retention: Literal["none", "host-only", "readable"] | None = None
    external_store: Literal["none", "partial", "authoritative"] | None = None
    verifier: bool | None = None
    truncation: Literal["hard", "none"] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The first line of a trace."""

    id: str
    line: int = 1
    budget: int | None = None
    agent: str | None = None
    model: str | None = None
    tokenizer: str | None = None
    started_at: str | None = None
    citations: Citations = "explicit"
    conditions: Conditions = Conditions()
    cwd: str | None = None
    lane: str | None = None
    parent: str | None = None
    labels: Mapping[str, str] = field(default_factory=dict)


HOLES = frozenset({"malformed-line", "torn-tail", "nul-run", "invalid-utf8", "two-records-on-a-line"})


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault of the trace itself. `hole`: the line gave no event although it should have."""

    problem: str  # a kind: "malformed-line", "unknown-key", "not-live", …
    line: int
    detail: str
    hole: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """The law of lines: read = events + blank + problems + the sum of not_context.

    `events` counts lines that gave the header or at least one event, `problems` lines that gave nothing but a problem.
    """

    read: int = 0
    events: int = 0
    blank: int = 0
    problems: int = 0
    not_context: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """One recorded lane of one run, before any replay. `notes` say what its reader found worth telling a person."""

    path: str
    format: str
    header: Header
    events: Sequence[Event]
    problems: Sequence[Problem] = ()
    lines: Lines = Lines()
    notes: Sequence[str] = ()
