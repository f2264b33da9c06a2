"""The report as one HTML file: a picture of each trace, its findings by edit, what was lost. It loads nothing."""

from __future__ import annotations

from collections.abc import Iterator

from ctxaudit.model import Report
from ctxaudit.reports.html.page import page
from ctxaudit.reports.html.pen import written
from ctxaudit.reports.options import RenderOptions


def render(report: Report, options: RenderOptions) -> Iterator[str]:
    """`max_findings` is for each trace. The worst traces are drawn; the others are rows of a table."""
    yield from written(page(report, options))
