"""What fills the window, as changes from moment to moment: a span counts once, as pinned or as what it is."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from math import inf
from typing import Literal

from ctxaudit.timeline.life import Life
from ctxaudit.timeline.moments import During, ended, pinned_stays

Part = Literal["system", "pinned", "surrogates", "sources"]
PARTS: tuple[Part, ...] = ("system", "pinned", "surrogates", "sources")


def changes(life: Life) -> Iterator[tuple[int, Part, int]]:
    """From which moment a life fills how much more of which part."""
    for stay in ended(life.stays):
        yield from _during(stay, life.fills, life.tokens)
    for stay in pinned_stays(life):
        both = zip(_during(stay, life.fills, -life.tokens), _during(stay, "pinned", life.tokens), strict=True)
        yield from chain.from_iterable(both)


def _during(stay: During, part: Part, tokens: int) -> Iterator[tuple[int, Part, int]]:
    start, end = stay
    yield int(start), part, tokens
    if end < inf:
        yield int(end), part, -tokens
