"""What fills the window, as changes from moment to moment: a span counts once, as pinned or as what it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from ctxaudit.timeline.life import Life

Part = Literal["system", "pinned", "surrogates", "sources"]
PARTS: tuple[Part, ...] = ("system", "pinned", "surrogates", "sources")


def changes(life: Life) -> Iterator[tuple[int, Part, int]]:
    """From which moment a life fills how much more of which part."""
    part = life.fills
    for start, end in life.stays:
        yield start, part, life.tokens
        if end is not None:
            yield end, part, -life.tokens
    for start, end in life.pinned_stays():
        yield start, part, -life.tokens
        yield start, "pinned", life.tokens
        if end is not None:
            yield end, part, life.tokens
            yield end, "pinned", -life.tokens
