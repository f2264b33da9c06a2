"""The formats that a report can be written in: one module and one entry each. Rules and files are unknown here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from ctxaudit.model import Report
from ctxaudit.reports import github, html, json_v1, jsonl, junit, markdown, sarif, table, terminal, text
from ctxaudit.reports.options import FailOn, RenderOptions

Renderer = Callable[[Report, RenderOptions], Iterator[str]]

FORMATS: Mapping[str, Renderer] = {
    "terminal": terminal.render,
    "text": text.render,
    "json": json_v1.render,
    "jsonl": jsonl.render,
    "sarif": sarif.render,
    "junit": junit.render,
    "github": github.render,
    "markdown": markdown.render,
    "csv": table.render_csv,
    "html": html.render,
}
# The formats that are no text.
BINARY: Mapping[str, Callable[[Report, RenderOptions], Iterator[bytes]]] = {"parquet": table.render_parquet}
PICTURED = frozenset({"html"})  # the formats that show the pictures of traces

__all__ = ["BINARY", "FORMATS", "PICTURED", "FailOn", "RenderOptions", "Renderer"]
