"""Values that a tracer wrote as text or spread over numbered attributes, put back together as far as they go."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

import orjson

_DECODER = json.JSONDecoder()
_GAP = re.compile(r"[\s,]*")
_SURROGATE = re.compile("[\ud800-\udfff]")
_DEEPEST = 40


def structured(value: Any) -> tuple[Any, bool]:
    """The value behind a JSON text, and whether all of it is there; anything else is itself.

    Of a list that was cut off, the items that are whole are given.
    """
    if not isinstance(value, str) or value.lstrip()[:1] not in ("[", "{", '"'):
        return value, True
    try:
        return orjson.loads(value), True
    except orjson.JSONDecodeError:
        pass
    try:
        return paired(json.loads(value)), True
    except (ValueError, RecursionError):
        pass
    text = value.lstrip()
    return (_items(text), False) if text.startswith("[") else (value, not text.startswith("{"))


def _items(text: str) -> list[Any]:
    found: list[Any] = []
    at = 1
    while True:
        at = _GAP.match(text, at).end()  # type: ignore[union-attr]
        try:
            value, at = _DECODER.raw_decode(text, at)
        except (ValueError, RecursionError):
            return found
        found.append(paired(value))


def paired(value: Any, depth: int = 0) -> Any:
    """The same with U+FFFD for half a surrogate pair."""
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value) if _SURROGATE.search(value) else value
    if depth > _DEEPEST:
        return None
    if isinstance(value, list):
        return [paired(item, depth + 1) for item in value]
    if isinstance(value, dict):
        return {paired(key): paired(item, depth + 1) for key, item in value.items()}
    return value


def nested(attributes: Mapping[str, Any]) -> dict[str, Any]:
    """Dotted names as objects in objects. A name that is also the beginning of another one gives way to it."""
    root: dict[str, Any] = {}
    for name, value in attributes.items():
        parts = name.split(".", _DEEPEST)
        place = root
        for part in parts[:-1]:
            inner = place.get(part)
            if not isinstance(inner, dict):
                inner = place[part] = {}
            place = inner
        if not isinstance(place.get(parts[-1]), dict):
            place[parts[-1]] = value
    return root


def at(value: Any, *path: str) -> Any:
    """What lies at a path of keys; None where it ends."""
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def numbered(value: Any) -> tuple[list[Any], bool]:
    """The items of a list, or of an object whose keys are numbers, in order; and whether none is missing before the
    last.
    """
    if isinstance(value, list):
        return value, True
    if not isinstance(value, dict):
        return [], True
    places = sorted(int(key) for key in value if key.isascii() and key.isdigit() and len(key) < 9)
    return [value[str(place)] for place in places if str(place) in value], places == list(range(len(places)))


def otlp(entries: Any) -> dict[str, Any]:
    """Attributes of the OTLP JSON form, a list of keys and typed values, as a plain object."""
    found: dict[str, Any] = {}
    for entry in entries if isinstance(entries, list) else ():
        if isinstance(entry, dict) and isinstance(entry.get("key"), str):
            found[entry["key"]] = _any_value(entry.get("value"), 0)
    return found


def _any_value(value: Any, depth: int) -> Any:
    if not isinstance(value, dict) or depth > _DEEPEST:
        return None
    for kind, inner in value.items():
        if kind in ("stringValue", "boolValue", "doubleValue", "bytesValue"):
            return inner
        if kind == "intValue":
            return whole_number(inner)
        if kind == "arrayValue":
            items: Iterable[Any] = inner.get("values") or () if isinstance(inner, dict) else ()
            return [_any_value(item, depth + 1) for item in items]
        if kind == "kvlistValue":
            pairs = inner.get("values") if isinstance(inner, dict) else None
            return {
                pair["key"]: _any_value(pair.get("value"), depth + 1)
                for pair in pairs or ()
                if isinstance(pair, dict) and isinstance(pair.get("key"), str)
            }
    return None


def whole_number(value: Any) -> int:
    """A count, also when it is written as text or as a float; 0 for what is none."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 14:
        return int(value)
    if isinstance(value, float) and 0 < value < 1e12:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 < value < 1 << 40 else 0
