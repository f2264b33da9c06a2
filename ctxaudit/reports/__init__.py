"""The formats that a report can be written in: one module and one entry each. Rules and files are unknown here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ctxaudit.model import Report
from ctxaudit.reports import json_v1, terminal, text
from ctxaudit.reports.options import FailOn, RenderOptions

Renderer = Callable[[Report, RenderOptions], Iterator[str]]

FORMATS: Mapping[str, Renderer] = {
    "terminal": terminal.render,
    "text": text.render,
    "json": json_v1.render,
}

__all__ = ["FORMATS", "FailOn", "RenderOptions", "Renderer"]
