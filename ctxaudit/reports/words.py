"""How the reports for people write numbers, plurals and lists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from ctxaudit.reports import safe

_CONDITIONS = {0: "evictions and rewrites", 1: "rejected options", 2: "ranking after rewrites"}


def condition_words(number: int) -> str:
    """What the rules are about that stand or fall with one of the conditions of validity."""
    return _CONDITIONS.get(number, f"condition {number}")


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """`1 span`, `1,204 spans`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def joined(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def some(parts: Sequence[str], limit: int) -> str:
    """The first `limit` parts and how many more there are; one more is written out, since the count is no shorter."""
    if len(parts) <= limit + 1:
        return ", ".join(parts)
    return f"{', '.join(parts[:limit])} and {len(parts) - limit:,} more"


def tally(names: Iterable[str] | Mapping[str, int], limit: int | None = None) -> str:
    """`8 faded-citation, 2 split-pair`, the most frequent first; names are cut and made safe."""
    ranked = sorted(Counter(names).items(), key=lambda item: (-item[1], item[0]))
    parts = [f"{number:,} {safe.line(name, 80)}" for name, number in ranked]
    if limit is None or len(parts) <= limit + 1:
        return ", ".join(parts)
    rest = sum(number for _, number in ranked[limit:])
    return f"{', '.join(parts[:limit])} and {rest:,} of {len(ranked) - limit:,} other kinds"
