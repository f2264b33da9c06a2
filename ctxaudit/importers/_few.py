"""A few notes of many: a person reads some lines, not a thousand."""

from __future__ import annotations

from collections.abc import Sequence


def few(notes: Sequence[str], most: int = 8) -> list[str]:
    """The first of them, and how many more there were."""
    more = len(notes) - most
    if more <= 0:
        return list(notes)
    return [*notes[:most], f"{more} more note{'s' if more > 1 else ''} of this kind"]
