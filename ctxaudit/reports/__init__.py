"""The formats that a report can be written in: one module and one entry each, imported when the format is asked for.

Rules and files are unknown here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any

from ctxaudit.model import Report
from ctxaudit.reports.options import FailOn, RenderOptions

Renderer = Callable[[Report, RenderOptions], Iterator[str]]


def _of(module: str, function: str = "render") -> Callable[[Report, RenderOptions], Iterator[Any]]:
    def render(report: Report, options: RenderOptions) -> Iterator[Any]:
        pieces: Iterator[Any] = getattr(import_module(f"{__name__}.{module}"), function)(report, options)
        return pieces

    return render


FORMATS: Mapping[str, Renderer] = {
    "terminal": _of("terminal"),
    "text": _of("text"),
    "json": _of("json_v1"),
    "jsonl": _of("jsonl"),
    "sarif": _of("sarif"),
    "junit": _of("junit"),
    "github": _of("github"),
    "markdown": _of("markdown"),
    "csv": _of("table", "render_csv"),
    "html": _of("html"),
}
# The formats that are no text.
BINARY: Mapping[str, Callable[[Report, RenderOptions], Iterator[bytes]]] = {"parquet": _of("table", "render_parquet")}
PICTURED = frozenset({"html"})  # the formats that show the pictures of traces

__all__ = ["BINARY", "FORMATS", "PICTURED", "FailOn", "RenderOptions", "Renderer"]
