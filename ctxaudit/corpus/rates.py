"""Rates over many runs, from their report: counted by run, never by finding, so that one bad run counts once."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from ctxaudit.corpus.chance import wilson
from ctxaudit.model import (
    CONFIDENCES,
    Confidence,
    Finding,
    LabelRates,
    Rate,
    Report,
    RetentionSums,
    Statistics,
    TraceReport,
    WorstRun,
)

if TYPE_CHECKING:
    from polars import DataFrame

WRONG_RULES = ("altered-citation", "unsourced-citation")
MOST_VALUES = 24  # a label with more is the name of a run and no group
MOST_WORST = 10
_SUMS = ("tokens_in_sources", "kept", "pinned", "lost", "needed_later")


def statistics(report: Report, min_confidence: Confidence = "medium") -> Statistics:
    """Every trace is a run. Findings that are suppressed, or less sure than was asked for, count nowhere."""
    import polars as pl

    counted = _frame(report.traces, min_confidence)
    by_rule = dict(counted.group_by("rule").agg(pl.col("run").n_unique()).iter_rows())
    claims = counted.filter(pl.col("rule").is_in(WRONG_RULES))
    wrong = set(claims["run"].to_list())
    acted = set(claims.filter(pl.col("acted"))["run"].to_list())
    labels, left_out = _labels(report.traces, wrong, acted)
    runs = len(report.traces)
    return Statistics(
        runs=runs,
        wrong=rate("wrong", len(wrong), runs),
        acted=rate("acted on wrong", len(acted), runs),
        rules=tuple(
            rate(card.slug, by_rule.get(card.slug, 0), runs, _judged(report.traces, card.slug)) for card in report.rules
        ),
        labels=labels,
        labels_left_out=left_out,
        retention=_retention(report.traces),
        worst=_worst(report.traces, counted, wrong, acted),
    )


def rate(name: str, hits: int, runs: int, judged: int | None = None) -> Rate:
    low, high = wilson(hits, runs)
    return Rate(name=name, hits=hits, runs=runs, low=low, high=high, judged=judged)


def _frame(traces: Sequence[TraceReport], least: Confidence) -> DataFrame:
    """One row a finding that counts: the run's number and what is counted by."""
    import polars as pl

    rows = [
        (run, finding.rule, finding.severity, finding.acted)
        for run, trace in enumerate(traces)
        for finding in _counting(trace, least)
    ]
    schema = {"run": pl.UInt32, "rule": pl.String, "severity": pl.String, "acted": pl.Boolean}
    return pl.DataFrame(rows, schema=schema, orient="row")


def _counting(trace: TraceReport, least: Confidence) -> Iterator[Finding]:
    sure = CONFIDENCES[: CONFIDENCES.index(least) + 1]
    return (finding for finding in trace.findings if finding.suppressed is None and finding.confidence in sure)


def _judged(traces: Sequence[TraceReport], rule: str) -> int:
    return sum(trace.verdicts.get(rule) in ("findings", "clean") for trace in traces)


def _labels(
    traces: Sequence[TraceReport], wrong: Collection[int], acted: Collection[int]
) -> tuple[tuple[LabelRates, ...], tuple[str, ...]]:
    """The rates of every value of every label, and the labels that have too many values."""
    groups: dict[str, dict[str, list[int]]] = {}
    for run, trace in enumerate(traces):
        for label, value in trace.labels.items():
            groups.setdefault(label, {}).setdefault(value, []).append(run)
    left_out = tuple(sorted(label for label, values in groups.items() if len(values) > MOST_VALUES))
    rates = [
        LabelRates(
            label=label,
            value=value,
            wrong=rate("wrong", sum(run in wrong for run in runs), len(runs)),
            acted=rate("acted on wrong", sum(run in acted for run in runs), len(runs)),
        )
        for label, values in sorted(groups.items())
        if label not in left_out
        for value, runs in sorted(values.items())
    ]
    return tuple(rates), left_out


def _retention(traces: Sequence[TraceReport]) -> RetentionSums:
    every = [one for trace in traces for one in trace.retention]
    return RetentionSums(rewrites=len(every), **{name: sum(getattr(one, name) for one in every) for name in _SUMS})


def _worst(
    traces: Sequence[TraceReport], counted: DataFrame, wrong: Collection[int], acted: Collection[int]
) -> tuple[WorstRun, ...]:
    """Runs with an error or a warning: first those that acted on a wrong claim, then by errors and warnings."""
    import polars as pl

    severities = counted.group_by("run").agg(
        errors=(pl.col("severity") == "error").sum(), warnings=(pl.col("severity") == "warning").sum()
    )
    rows = sorted(
        severities.filter(pl.col("errors") + pl.col("warnings") > 0).iter_rows(),
        key=lambda row: (row[0] not in acted, -row[1], -row[2], row[0]),
    )
    return tuple(
        WorstRun(
            path=traces[run].path,
            id=traces[run].id,
            errors=errors,
            warnings=warnings,
            wrong=run in wrong,
            acted=run in acted,
        )
        for run, errors, warnings in rows[:MOST_WORST]
    )
