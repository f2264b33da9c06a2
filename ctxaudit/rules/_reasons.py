"""What the rules on lost reasons have in common: the edit named, the words of the trace in quotes."""

from __future__ import annotations

from ctxaudit.model import Evict, Restore, Rewrite, Truncate
from ctxaudit.timeline import Step

_QUOTE_MOST = 110


def edit_named(step: Step) -> str:
    """What took spans out of the window, as the subject of a sentence."""
    match step.event:
        case Rewrite() as rewrite:
            return f"the rewrite into {rewrite.surrogate.id}"
        case Evict() as evict:
            return f"the eviction ({evict.reason})"
        case Restore() as restore:
            return f"the restore of {restore.of}"
        case Truncate():
            return "the truncation"
        case _:
            return "the checkpoint"


def quoted(text: str, most: int = _QUOTE_MOST) -> str:
    """The beginning of the trace's own words, on one line and in quotes."""
    words = " ".join(text[: 2 * most].split())
    cut = words[:most].rstrip()
    return f"“{cut}{'…' if len(cut) < len(words) or len(text) > 2 * most else ''}”"
