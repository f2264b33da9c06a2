"""What an audit says: rules, findings with their evidence, and the report of one or many traces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from ctxaudit import model  # for the types of parts that are loaded when they are asked for
from ctxaudit.model.trace import Lines, Origin, Problem

Severity = Literal["error", "warning", "note"]
Confidence = Literal["high", "medium", "low"]
Verdict = Literal["findings", "clean", "not-in-force", "not-judged"]
Group = Literal["attribution", "surrogates", "falsifiers", "ranking", "citations", "protocol"]
Condition = Literal["seed-0", "seed-1", "seed-2", "truncation"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")
CONFIDENCES: tuple[Confidence, ...] = ("high", "medium", "low")
GROUPS: tuple[Group, ...] = ("attribution", "surrogates", "falsifiers", "ranking", "citations", "protocol")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule's declaration. Its slug is its only id; its module's docstring is its page."""

    slug: str
    group: Group
    severity: Severity  # the highest that it gives
    seed: str  # "0", "1", "2", "B", "U", in the order of the rule's sources
    looks_at: str  # plural noun: "rewrites"
    condition: Condition | None = None  # the condition of validity that puts it out of force


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleCard:
    """What a report tells of a rule that was to run: `says` is true of each finding, `uri` a path in the project.

    `fix` says in one paragraph what to do about a finding.
    """

    slug: str
    group: Group
    severity: Severity
    says: str
    page: str
    uri: str
    fix: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One step of the proof. `shows` is the part it plays, `excerpt` the trace's own words (hostile)."""

    line: int
    turn: int
    shows: str
    span: str | None = None
    excerpt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A claim about one place of one trace. `follows` says in a sentence what the loss did, when the trace shows it."""

    rule: str
    severity: Severity
    confidence: Confidence
    line: int
    turn: int
    message: str
    spans: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    acted: bool = False
    evidence: tuple[Evidence, ...] = ()
    follows: str = ""
    edit: int | None = None  # line of the edit that caused it, for grouping
    edit_kind: str = ""  # the type of that event: "rewrite", "evict", …
    origin: Origin | None = None
    fingerprint: str = ""
    suppressed: str | None = None


@dataclass(frozen=True, slots=True)
class Looked:
    """A rule looked at this many things of the kind that its declaration names."""

    count: int = 1


@dataclass(frozen=True, slots=True)
class NotJudged:
    """One thing that a rule looked at and could not judge, with the reason."""

    line: int
    why: str


Said = Finding | Looked | NotJudged


@dataclass(frozen=True, slots=True, kw_only=True)
class Regime:
    """Whether the conditions of validity of a seed hold in this trace, and what says so."""

    seed: int
    in_force: bool
    because: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Retention:
    """What one rewrite kept of its sources' verbatim tokens. Counts of distinct tokens."""

    line: int
    turn: int
    surrogate: str
    tokens_in_sources: int
    kept: int
    pinned: int
    lost: int
    needed_later: int
    lost_tokens: tuple[str, ...] = ()  # most used later first
    needed_tokens: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ledger:
    """Tokens of spans: what entered, what is live at the end, and where the rest went."""

    entered: int = 0
    live: int = 0
    evicted_external: int = 0
    evicted_dispensable: int = 0
    withdrawn: int = 0
    rewritten: int = 0
    truncated: int = 0
    unattributed: int = 0
    estimated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TraceReport:
    path: str
    id: str
    format: str
    lane: str | None
    lines: Lines
    turns: int
    spans: int
    calls: int
    edits: Mapping[str, int]
    ledger: Ledger
    regime: tuple[Regime, ...]
    retention: tuple[Retention, ...]
    verdicts: Mapping[str, Verdict]
    verdict_notes: Mapping[str, str]
    findings: tuple[Finding, ...]
    problems: tuple[Problem, ...]
    notes: tuple[str, ...]
    labels: Mapping[str, str] = field(default_factory=dict)
    budget: int | None = None
    picture: model.Picture | None = None  # only when it was asked for


@dataclass(frozen=True, slots=True, kw_only=True)
class Unaudited:
    """An input without a report. `named`: the user asked for it by name, so it is refused, not passed over."""

    path: str
    why: str
    named: bool = True
    broke: bool = False  # our fault, not the input's


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    version: int
    tool_version: str
    traces: tuple[TraceReport, ...]
    unaudited: tuple[Unaudited, ...] = ()
    passed_over: int = 0
    rules_run: int = 0
    rules: tuple[RuleCard, ...] = ()  # those that were to run
    notes: tuple[str, ...] = ()  # about the run, not about one trace: allowances that are stale or expired
    statistics: model.Statistics | None = None  # only when they were asked for
