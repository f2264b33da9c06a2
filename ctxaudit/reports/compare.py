"""Two fleets side by side, for a person or as JSON."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ctxaudit._version import __version__
from ctxaudit.model import Comparison
from ctxaudit.reports.fleet_json import comparison_json
from ctxaudit.reports.json_v1 import json_text
from ctxaudit.reports.layout.fleet import comparison_rows
from ctxaudit.reports.options import RenderOptions
from ctxaudit.reports.paint import painted


def _for_people(told: Comparison, options: RenderOptions) -> Iterator[str]:
    return painted(comparison_rows(told, options), color=options.color)


def _plain_text(told: Comparison, options: RenderOptions) -> Iterator[str]:
    return painted(comparison_rows(told, options), color=False)


def _json(told: Comparison, options: RenderOptions) -> Iterator[str]:
    del options
    tool = {"name": "ctxaudit", "version": __version__}
    yield json_text({"version": 1, "tool": {**tool}, **comparison_json(told)}) + "\n"


FORMATS: Mapping[str, Callable[[Comparison, RenderOptions], Iterator[str]]] = {
    "terminal": _for_people,
    "text": _plain_text,
    "json": _json,
}
