"""Cuts from a text the part that shows what was asked for, its credentials masked."""

from __future__ import annotations

import re

from ctxaudit.secrets import masked
from ctxaudit.verbatim.literal import first_place

EXCERPT = 240  # characters
_BEFORE = 60
_MARGIN = 10_000  # read around it, so that half a credential is known for one


def excerpt(text: str, asked: str) -> str:
    """At most `EXCERPT` characters around the first place of what was asked for, or the beginning."""
    at = place(text, asked) if asked else 0
    start = max(0, at - _BEFORE)
    margin = min(start, _MARGIN)
    return masked(text[start - margin : start + EXCERPT + _MARGIN])[margin : margin + EXCERPT]


def place(text: str, asked: str) -> int:
    """Where it stands: as a word of its own, else inside one, else with other white space or case; 0 when nowhere."""
    at = first_place(asked, text)
    at = text.find(asked) if at < 0 else at
    if at >= 0:
        return at
    words = asked.split()
    if not words:
        return 0
    found = re.search(r"\s+".join(map(re.escape, words)), text, re.IGNORECASE)
    return 0 if found is None else found.start()
