"""What came of a surrogate, where the trace shows it."""

from __future__ import annotations

from ctxaudit.model import Restore, Rewrite
from ctxaudit.timeline import Life, Timeline


def sequel(timeline: Timeline, made: Life) -> str:
    """One clause on the edit that replaced it: the model restored text from it, or it was rewritten; else nothing."""
    left = timeline.left_by(made)
    if left is None or made.successor is None:
        return ""
    if isinstance(left.event, Restore) and left.event.source == "model":
        return f"at line {left.line} the model restored {made.successor.id} from {made.id}"
    if isinstance(left.event, Rewrite):
        return f"at line {left.line} {made.id} went into another rewrite, {made.successor.id}"
    return ""
