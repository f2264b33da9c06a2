"""The report for a person as plain text, without colour."""

from __future__ import annotations

from collections.abc import Iterator

from ctxaudit.model import Report
from ctxaudit.reports.layout import screen_rows
from ctxaudit.reports.options import RenderOptions


def render(report: Report, options: RenderOptions) -> Iterator[str]:
    for row in screen_rows(report, options):
        yield row.text().rstrip() + "\n"
