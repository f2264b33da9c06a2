"""The report for a person as plain text, without colour."""

from __future__ import annotations

from collections.abc import Iterator

from ctxaudit.model import Report
from ctxaudit.reports.layout import screen_rows
from ctxaudit.reports.options import RenderOptions
from ctxaudit.reports.paint import painted


def render(report: Report, options: RenderOptions) -> Iterator[str]:
    return painted(screen_rows(report, options), color=False)
