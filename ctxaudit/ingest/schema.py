"""The published schema of the native trace, compiled once: does an event keep it, and if not, why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any

import orjson

from ctxaudit.ingest.locate import schema_path

_FORMAT = "trace-v1"
_KEYS_NAMED = 8
_ERRORS_WEIGHED = 16


@dataclass(frozen=True, slots=True)
class Shape:
    """The keys that the schema knows of one event type or object, and those of its values that are objects too."""

    keys: frozenset[str]
    objects: Mapping[str, Shape]  # values, or entries of a list


def event_types() -> tuple[str, ...]:
    """Every type that a line may have, the header's `trace` first."""
    return tuple(name for name, schema in _schema()["$defs"].items() if "type" in schema.get("properties", ()))


@cache
def checks() -> Mapping[str, Callable[[object], bool]]:
    """For every type: whether a value keeps its schema. Keys that the schema does not know are no refusal."""
    from jsonschema_rs import validator_for

    return {name: validator_for(_rooted(name)).is_valid for name in event_types()}


@cache
def shapes() -> Mapping[str, Shape]:
    """For every type: the keys that it knows, down to the last object."""
    return {name: _shape(_schema()["$defs"][name]) for name in event_types()}


def unknown_keys(value: Mapping[str, Any], shape: Shape) -> list[str]:
    """The places of keys that the schema does not know, such as `span.colour` or `order[2].weight`."""
    found = [] if value.keys() <= shape.keys else [key for key in value if key not in shape.keys]
    for key, inner in shape.objects.items():
        part = value.get(key)
        if isinstance(part, dict):
            found += [f"{key}.{place}" for place in unknown_keys(part, inner)]
        elif isinstance(part, list):
            for number, entry in enumerate(part):
                if isinstance(entry, dict) and not entry.keys() <= inner.keys:
                    found += [f"{key}[{number}].{place}" for place in unknown_keys(entry, inner)]
    return found


def named(places: list[str]) -> str:
    """The places in quotes, the first few of many, each cut to a length that a line can hold."""
    shown = ", ".join(f'"{place[:60]}"' for place in places[:_KEYS_NAMED])
    return shown if len(places) <= _KEYS_NAMED else f"{shown} and {len(places) - _KEYS_NAMED} more"


def refusal(kind: str, value: object) -> str | None:
    """Why the schema of that type refuses a value: the key, what it must be, what it is. None when it does not."""
    from ctxaudit.ingest.wording import worded

    errors: Iterator[Any] = islice(_explainer(kind).iter_errors(value), _ERRORS_WEIGHED)
    shallowest = min(errors, key=lambda error: len(error.absolute_path), default=None)
    return None if shallowest is None else worded(shallowest)


@cache
def _schema() -> dict[str, Any]:
    schema: dict[str, Any] = orjson.loads(schema_path(_FORMAT).read_bytes())
    return schema


def _rooted(name: str) -> dict[str, Any]:
    return {"$schema": _schema()["$schema"], "$ref": f"#/$defs/{name}", "$defs": _schema()["$defs"]}


@cache
def _explainer(kind: str) -> Any:
    from jsonschema import Draft202012Validator

    return Draft202012Validator(_inlined(_schema()["$defs"][kind]))


def _inlined(rule: Any) -> Any:
    """The same rule without references, which are slow to follow. No definition refers to itself."""
    if isinstance(rule, list):
        return [_inlined(part) for part in rule]
    if not isinstance(rule, dict):
        return rule
    target = _inlined(_schema()["$defs"][rule["$ref"].rpartition("/")[2]]) if "$ref" in rule else {}
    return target | {key: _inlined(part) for key, part in rule.items() if key != "$ref"}


def _shape(schema: Mapping[str, Any]) -> Shape:
    keys = schema["properties"]
    inner = {key: found for key, rule in keys.items() if (found := _object_in(rule)) is not None}
    return Shape(frozenset(keys), {key: _shape(found) for key, found in inner.items()})


def _object_in(rule: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The schema of the object that a key holds, by itself, in a list, or as one of several choices."""
    for part in (rule, rule.get("items", {}), *rule.get("items", {}).get("anyOf", ())):
        if "$ref" in part:
            target: Mapping[str, Any] = _schema()["$defs"][part["$ref"].rpartition("/")[2]]
            return target if "properties" in target else None
    return None
