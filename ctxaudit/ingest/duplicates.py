"""Keys that an object names twice: JSON parsers keep the last value and say nothing."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any


def repeated_keys(raw: bytes, value: dict[str, Any]) -> list[str]:
    """The keys that stand twice in one object of a record, each once, in the order of their second mention.

    Nearly every record is let through by counting quotes: two for each string that was read, and those inside of it.
    """
    try:
        spare = raw.count(b'"') - _enclosing(value)
        return _read_again(raw) if spare and spare != _enclosed(value.values()) else []
    except RecursionError:  # nested some thousand deep, which only unknown keys can be
        return []


def _enclosing(value: dict[str, Any]) -> int:
    """How many quotes enclose the strings of an object: its keys and its texts, all the way down."""
    return 2 * len(value) + _enclosing_texts(value.values())


def _enclosing_texts(parts: Iterable[Any]) -> int:
    count = 0
    for part in parts:
        if type(part) is str:
            count += 2
        elif type(part) is dict:
            count += _enclosing(part)
        elif type(part) is list:
            count += _enclosing_texts(part)
    return count


def _enclosed(parts: Iterable[Any]) -> int:
    """How many quotes stand inside of its texts, if each is written as a backslash and a quote."""
    count = 0
    for part in parts:
        if type(part) is str:
            count += part.count('"')
        elif type(part) is dict:
            count += _enclosed(part.values())
        elif type(part) is list:
            count += _enclosed(part)
    return count


def _read_again(raw: bytes) -> list[str]:
    repeated: dict[str, None] = {}

    def noted(pairs: list[tuple[str, Any]]) -> None:
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                repeated[key] = None
            seen.add(key)

    json.loads(raw, object_pairs_hook=noted, parse_int=float)
    return list(repeated)
