"""Which of many texts could hold a credential at all: most hold no word that one is known by and are let go."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from ctxaudit.secrets.shapes import CUT, SHORTEST, holds_any, needles

_BATCH = 20_000  # texts; bounds the memory that looking through them takes
_COLUMNS = 500_000  # characters; below this, loading the columns costs more than they save
_KELVIN = "\u212a"  # the one character beyond ASCII that is a letter of ASCII when lowered
_FRAGMENT = re.compile(rf"^{CUT}[A-Za-z0-9_+/=-]{{20}}")  # how every piece without its beginning begins, in any engine


def suspects(texts: Iterable[str]) -> Iterator[str]:
    """Those that `masked` may change, and few others, in their order. They are looked through many at once."""
    rest = iter(texts)
    while batch := list(islice(rest, _BATCH)):
        yield from _of_batch([text for text in batch if len(text) >= SHORTEST])


def _of_batch(texts: Sequence[str]) -> Iterator[str]:
    joined = "\n".join(texts)  # no needle holds a line break: what is found here stands in one of the texts
    if len(joined) >= _COLUMNS and _KELVIN not in joined and _encodable(joined):
        return _by_columns(texts)
    met = [needle for needle in needles(folded=False) if needle in joined]
    joined = joined.lower()
    met_lowered = [needle for needle in needles(folded=True) if needle in joined]
    return (
        text
        for text in texts
        if holds_any(text, met) or holds_any(text.lower(), met_lowered) or _FRAGMENT.match(text) is not None
    )


def _by_columns(texts: Sequence[str]) -> Iterator[str]:
    import polars as pl

    column = pl.Series(texts, dtype=pl.String)
    found = column.str.contains_any(list(needles(folded=False)))
    found |= column.str.contains_any(list(needles(folded=True)), ascii_case_insensitive=True)
    found |= column.str.contains(_FRAGMENT.pattern)
    return iter(column.filter(found).to_list())


def _encodable(text: str) -> bool:
    """A column takes no lone surrogate."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
