"""`context_history.json`: texts that the harness put in the place of others in what it sends, and since when."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ctxaudit.importers._document import whole
from ctxaudit.ingest.source import Source


@dataclass(frozen=True, slots=True)
class Update:
    """Requests that began after `ts` hold `text` in the place of this block of this message."""

    index: int
    block: int
    ts: int
    text: str


def updates_of(source: Source) -> list[Update]:
    """In the order of their times."""
    beside = source.beside("context_history.json")
    value = whole(beside.text()) if beside is not None else None
    return sorted(_updates(value), key=lambda update: update.ts)


def _updates(value: Any) -> Iterator[Update]:
    for index, entry in _pairs(value):
        blocks = entry[1] if isinstance(entry, list) and len(entry) > 1 else None
        for block, changes in _pairs(blocks):
            for change in changes if isinstance(changes, list) else []:
                if not isinstance(change, list) or len(change) < 3 or not isinstance(change[0], int | float):
                    continue
                texts = change[2]
                if isinstance(texts, list) and texts and isinstance(texts[0], str):
                    yield Update(index, block, int(change[0]), texts[0])


def _pairs(value: Any) -> Iterator[tuple[int, Any]]:
    for entry in value if isinstance(value, list) else []:
        if isinstance(entry, list) and len(entry) == 2 and type(entry[0]) is int and entry[0] >= 0:
            yield entry[0], entry[1]
