"""A short builder of reports for tests: every value may be given, what is not given is small and ordinary."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ctxaudit.model import Evidence, Finding, Ledger, Lines, Problem, Regime, Report, Retention, TraceReport
from ctxaudit.reports import FORMATS, RenderOptions

NOT_CONTEXT = {"progress": 7, "snapshot": 2}


def finding(rule: str = "faded-citation", /, line: int = 30, **keys: Any) -> Finding:
    keys = {"severity": "warning", "confidence": "high", "turn": line // 10, **keys}
    keys.setdefault("message", f"the claim at line {line} rests on text that is gone")
    return Finding(rule=rule, line=line, **keys)


def altered(line: int = 30, /, edit: int | None = 20, **keys: Any) -> Finding:
    """A whole finding: what a person sees in full."""
    steps = (
        Evidence(line=8, turn=1, span="r1", shows="the source", excerpt="retry_delay = 4500"),
        Evidence(line=20, turn=2, span="m1", shows="the rewrite that took it", excerpt="a delay of some seconds"),
    )
    whole: dict[str, Any] = {
        "severity": "error",
        "turn": 3,
        "message": f"the call at line {line} passes 3000, but its source at line 8 said 4500",
        "spans": ("a4",),
        "tokens": ("3000",),
        "acted": True,
        "evidence": steps,
        "follows": "the tool refused the value at line 31",
        "edit": edit,
        "fingerprint": "f1",
    }
    return finding("altered-citation", line, **{**whole, **keys})


def kept(line: int = 20, /, **keys: Any) -> Retention:
    counts: dict[str, Any] = {"tokens_in_sources": 44, "kept": 12, "pinned": 3, "lost": 29, "needed_later": 2}
    tokens = {"lost_tokens": ("4500", "pool_size"), "needed_tokens": ("4500", "pool_size")}
    return Retention(line=line, turn=line // 10, **{"surrogate": "m1", **counts, **tokens, **keys})


def trace(*findings: Finding, path: str = "run.jsonl", **keys: Any) -> TraceReport:
    whole: dict[str, Any] = {
        "id": "run-1",
        "format": "native",
        "lane": None,
        "lines": Lines(read=40, events=30, blank=1, problems=0, not_context=NOT_CONTEXT),
        "turns": 6,
        "spans": 18,
        "calls": 5,
        "edits": {"rewrite": 1},
        "ledger": Ledger(entered=900, live=500, rewritten=400),
        "regime": (Regime(seed=0, in_force=True, because="r1 was restored at line 25"),),
        "retention": (),
        "verdicts": {"split-pair": "clean", "demoted-pin": "not-judged"},
        "verdict_notes": {"split-pair": "1 edit", "demoted-pin": "nothing is pinned"},
        "problems": (),
        "notes": (),
    }
    return TraceReport(path=path, findings=findings, **{**whole, **keys})


def problem(kind: str = "unknown-key", line: int = 7, detail: str = "`colour` is no key of add") -> Problem:
    return Problem(kind, line, detail)


def report(*traces: TraceReport, **keys: Any) -> Report:
    return Report(version=1, tool_version="0.1.0", traces=traces, **{"rules_run": 33, **keys})


def written(made: Report, name: str = "text", **options: Any) -> str:
    return "".join(FORMATS[name](made, RenderOptions(**options)))


def lines(made: Report, **options: Any) -> Sequence[str]:
    return written(made, **options).split("\n")[:-1]
