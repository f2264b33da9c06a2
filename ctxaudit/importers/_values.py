"""What a value of a foreign record says, when it says it in the shape that one hopes for; it knows no log format."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

import orjson

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)")
_UUID = re.compile(r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F-]{14,}")
_MOST_TOKENS = 1 << 40  # more is no count


def said(mapping: Mapping[str, Any], key: str) -> str | None:
    """The value when it is a string that says something."""
    value = mapping.get(key)
    return value if isinstance(value, str) and value else None


def time_of(mapping: Mapping[str, Any], key: str = "timestamp") -> str | None:
    """The value when it is a time of RFC 3339."""
    at = mapping.get(key)
    return at if isinstance(at, str) and _TIME.fullmatch(at) else None


def part(mapping: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    """The value when it is an object, else an empty one."""
    value = mapping.get(key)
    return value if isinstance(value, dict) else {}


def picked(mapping: Mapping[str, Any], keys: Iterable[str]) -> dict[str, Any]:
    """A mapping of its own with these keys alone, so that nobody holds the rest."""
    return {key: mapping[key] for key in keys if key in mapping}


def listed(value: Any) -> list[Mapping[str, Any]]:
    """The objects of a list; none when the value is no list."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def tokens_of(count: object) -> int:
    """A count of tokens; 0 for what can be none."""
    return count if type(count) is int and 0 < count < _MOST_TOKENS else 0


def tokens_in(counts: Mapping[str, Any], keys: Iterable[str]) -> int:
    """The counts of these keys together."""
    tokens = 0
    for key in keys:
        count = counts.get(key)
        if type(count) is int and 0 < count < _MOST_TOKENS:
            tokens += count
    return tokens


def as_json(value: Any) -> str:
    """One line of JSON; no arguments at all are an empty object."""
    try:
        return orjson.dumps({} if value is None else value).decode()
    except TypeError:  # an integer beyond 64 bits, a lone surrogate
        return json.dumps(value, ensure_ascii=True)


def short(key: str) -> str:
    """A record's id as spans wear it: eight digits of a uuid, other ids whole."""
    return key[:8] if _UUID.fullmatch(key) else key[:80]
