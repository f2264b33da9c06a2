"""Rates, and two fleets side by side, as JSON: shares and chances to six places, so that bytes repeat."""

from __future__ import annotations

from ctxaudit.model import Comparison, Difference, Rate, Statistics
from ctxaudit.reports.json_v1 import Json


def statistics_json(told: Statistics) -> dict[str, Json]:
    sums = told.retention
    return {
        "runs": told.runs,
        "wrong": rate_json(told.wrong),
        "acted": rate_json(told.acted),
        "rules": {one.name: {**rate_json(one), "judged": one.judged} for one in told.rules},
        "labels": [
            {"label": one.label, "value": one.value, "wrong": rate_json(one.wrong), "acted": rate_json(one.acted)}
            for one in told.labels
        ],
        "labels_left_out": [*told.labels_left_out],
        "retention": {
            "rewrites": sums.rewrites,
            "tokens_in_sources": sums.tokens_in_sources,
            "kept": sums.kept,
            "pinned": sums.pinned,
            "lost": sums.lost,
            "needed_later": sums.needed_later,
        },
        "worst": [
            {
                "path": one.path,
                "id": one.id,
                "errors": one.errors,
                "warnings": one.warnings,
                "wrong": one.wrong,
                "acted": one.acted,
            }
            for one in told.worst
        ],
    }


def comparison_json(told: Comparison) -> dict[str, Json]:
    return {
        "sides": [
            {"path": side.path, "runs": side.runs, "unaudited": side.unaudited} for side in (told.first, told.second)
        ],
        "wrong": _difference(told.wrong),
        "acted": _difference(told.acted),
        "rules": {one.name: _difference(one) for one in told.rules},
    }


def rate_json(one: Rate) -> dict[str, Json]:
    return {
        "hits": one.hits,
        "runs": one.runs,
        "share": round(one.share, 6),
        "low": round(one.low, 6),
        "high": round(one.high, 6),
    }


def _difference(one: Difference) -> dict[str, Json]:
    return {
        "first": rate_json(one.first),
        "second": rate_json(one.second),
        "difference": round(one.share, 6),
        "low": round(one.low, 6),
        "high": round(one.high, 6),
        "p": float(f"{one.p:.6g}"),
        "p_adjusted": float(f"{one.adjusted:.6g}"),
        "more_than_noise": one.more_than_noise,
    }
