"""Draws a replayed trace as plain values: what filled the window, what each edit took, the lives of cited tokens.

Knows no report format: what comes out is as small for a trace of a million events as for one of a hundred.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ctxaudit.case import Case
from ctxaudit.model import Finding, Picture, Retention
from ctxaudit.picture.axis import Axis, columns
from ctxaudit.picture.edits import drawn_edits
from ctxaudit.picture.tokens import token_lives

__all__ = ["picture_of"]


def picture_of(case: Case, findings: Sequence[Finding], retention: Sequence[Retention]) -> Picture:
    """The picture of a trace whose audit gave these findings and rows. Every text in it is masked."""
    timeline = case.timeline
    axis = Axis(timeline)
    edits, edits_omitted = drawn_edits(case, axis, findings, retention)
    tokens, tokens_omitted = token_lives(case, axis)
    return Picture(
        columns=columns(timeline, axis),
        estimated=timeline.estimated,
        edits=edits,
        edits_omitted=edits_omitted,
        tokens=tokens,
        tokens_omitted=tokens_omitted,
        places=_places(axis, findings),
    )


def _places(axis: Axis, findings: Iterable[Finding]) -> Mapping[int, int]:
    """The column of each line that a finding names; of a line without an event that of its turn."""
    return {finding.line: axis.column_of_line(finding.line, finding.turn) for finding in findings}
