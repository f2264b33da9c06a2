"""Counts the records of a log that are in memory at once, while it is read."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch
from weakref import WeakSet

import orjson

from ctxaudit.ingest import lines

MARK = "\0held"


class _Mark:
    """Lives as long as the record that it stands in."""


class Held:
    """`most`: how many records of lines were there at once. `count`: how many still are."""

    JSONDecodeError = orjson.JSONDecodeError

    def __init__(self) -> None:
        self.most = 0
        self.read = 0
        self._marks: WeakSet[_Mark] = WeakSet()

    @property
    def count(self) -> int:
        return len(self._marks)

    def loads(self, raw: bytes) -> Any:
        """What `orjson.loads` gives, with a mark in every object that stands by itself on a line."""
        value = orjson.loads(raw)
        if isinstance(value, dict):
            mark = _Mark()
            value[MARK] = mark
            self._marks.add(mark)
            self.read += 1
            self.most = max(self.most, self.count)
        return value


@contextmanager
def counting() -> Iterator[Held]:
    """Within it every record that a line gives is counted for as long as anything holds it."""
    held = Held()
    with patch.object(lines, "orjson", held):
        yield held


def texts_within(*roots: object) -> Iterable[str]:
    """Every text that can be reached from these objects through containers and fields."""
    waiting: list[object] = list(roots)
    seen: set[int] = set()
    while waiting:
        item = waiting.pop()
        if id(item) in seen or isinstance(item, type) or callable(item):
            continue
        seen.add(id(item))
        if isinstance(item, str):
            yield item
        else:
            waiting += gc.get_referents(item)
