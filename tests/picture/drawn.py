"""Pictures of built traces."""

from __future__ import annotations

from ctxaudit.auditing import audit_trace
from ctxaudit.model import DrawnEdit, Picture, TokenLife
from tests.build import Build


def picture(built: Build) -> Picture:
    drawn = audit_trace(built.trace(), pictures=True).report.picture
    assert drawn is not None
    return drawn


def edits(built: Build) -> tuple[DrawnEdit, ...]:
    return picture(built).edits


def life(built: Build) -> TokenLife:
    """Of the one cited token."""
    [only] = picture(built).tokens
    return only
