"""The values that pass through the pipeline: spans, events, traces, findings, reports. Imports nothing else of ours.

What is said of many runs, and what a drawing needs, is loaded when it is asked for: most audits need neither.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ctxaudit.model.findings import (
    CONFIDENCES,
    GROUPS,
    SEVERITIES,
    Condition,
    Confidence,
    Evidence,
    Finding,
    Group,
    Ledger,
    Looked,
    NotJudged,
    Regime,
    Report,
    Retention,
    Rule,
    RuleCard,
    Said,
    Severity,
    TraceReport,
    Unaudited,
    Verdict,
)
from ctxaudit.model.trace import (
    BASES,
    HOLES,
    ROLE_MAKER,
    Add,
    Allow,
    Attribution,
    Basis,
    Call,
    Checkpoint,
    Citations,
    Cite,
    Conditions,
    Decide,
    Decider,
    Event,
    Evict,
    Header,
    Kind,
    Lines,
    Maker,
    Origin,
    Pin,
    Problem,
    Rank,
    RankEntry,
    RejectedAlternative,
    Restore,
    Rewrite,
    Role,
    Span,
    Trace,
    Truncate,
    Unpin,
)

if TYPE_CHECKING:
    from ctxaudit.model.fleet import (
        Comparison,
        Difference,
        LabelRates,
        Rate,
        RetentionSums,
        Side,
        Statistics,
        WorstRun,
    )
    from ctxaudit.model.picture import (
        Column,
        DrawnEdit,
        Picture,
        SpanExcerpt,
        Stretch,
        Taking,
        TokenLife,
        TokenUse,
    )

__all__ = [
    "BASES",
    "CONFIDENCES",
    "GROUPS",
    "HOLES",
    "ROLE_MAKER",
    "SEVERITIES",
    "Add",
    "Allow",
    "Attribution",
    "Basis",
    "Call",
    "Checkpoint",
    "Citations",
    "Cite",
    "Column",
    "Comparison",
    "Condition",
    "Conditions",
    "Confidence",
    "Decide",
    "Decider",
    "Difference",
    "DrawnEdit",
    "Event",
    "Evict",
    "Evidence",
    "Finding",
    "Group",
    "Header",
    "Kind",
    "LabelRates",
    "Ledger",
    "Lines",
    "Looked",
    "Maker",
    "NotJudged",
    "Origin",
    "Picture",
    "Pin",
    "Problem",
    "Rank",
    "RankEntry",
    "Rate",
    "Regime",
    "RejectedAlternative",
    "Report",
    "Restore",
    "Retention",
    "RetentionSums",
    "Rewrite",
    "Role",
    "Rule",
    "RuleCard",
    "Said",
    "Severity",
    "Side",
    "Span",
    "SpanExcerpt",
    "Statistics",
    "Stretch",
    "Taking",
    "TokenLife",
    "TokenUse",
    "Trace",
    "TraceReport",
    "Truncate",
    "Unaudited",
    "Unpin",
    "Verdict",
    "WorstRun",
]

_LATER = {
    "fleet": frozenset(
        {"Comparison", "Difference", "LabelRates", "Rate", "RetentionSums", "Side", "Statistics", "WorstRun"}
    ),
    "picture": frozenset(
        {"Column", "DrawnEdit", "Picture", "SpanExcerpt", "Stretch", "Taking", "TokenLife", "TokenUse"}
    ),
}

if not TYPE_CHECKING:  # a checker would take every name for one that there is

    def __getattr__(name: str) -> Any:
        for part, names in _LATER.items():
            if name in names:
                value = globals()[name] = getattr(import_module(f"{__name__}.{part}"), name)
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
