"""What the person at the command line asked a report to look like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ctxaudit.model import Confidence, Severity

FailOn = Severity | Literal["never"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderOptions:
    """Says nothing about where the report goes. `color` is decided by the caller, who knows the terminal.

    `root` is the folder that other tools tell paths from; empty: paths stay as they were given.
    `max_findings` None lets the screen decide; a number writes out that many, the worst ones, and counts the rest.
    """

    width: int = 80
    color: bool = False
    verbose: bool = False
    quiet: bool = False
    min_confidence: Confidence = "medium"
    fail_on: FailOn = "error"
    max_findings: int | None = None
    root: str = ""
