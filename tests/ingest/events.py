"""Events made from the published schema itself: whole ones, and every way in which one key can be wrong."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

SCHEMA: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "schemas" / "trace-v1.schema.json").read_text(encoding="utf-8")
)
VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    -1,
    1.5,
    2.0,
    2**60,
    "",
    "word",
    [],
    ["word"],
    [1],
    {},
    {"k": "v"},
    {"k": 1},
)


def full(kind: str) -> dict[str, Any]:
    """An object with every key that its schema knows."""
    return {key: _valid(rule) for key, rule in SCHEMA["$defs"][kind]["properties"].items()}


def _valid(rule: dict[str, Any]) -> Any:
    if "$ref" in rule:
        name = rule["$ref"].rpartition("/")[2]
        target = SCHEMA["$defs"][name]
        return full(name) if "properties" in target else _valid(target)
    if "const" in rule:
        return rule["const"]
    if "enum" in rule:
        return rule["enum"][-1]
    if "anyOf" in rule:
        return _valid(rule["anyOf"][-1])
    match rule["type"]:
        case "array":
            return [_valid(rule["items"])]
        case "object":
            return {"k": "v"}
        case "integer" | "number":
            return rule.get("minimum", 0)
        case "boolean":
            return False
        case _:
            return "word"


def changed(kind: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every key of an object, also of those inside it, taken away or given every sort of value."""
    for path in _paths(full(kind)):
        name = ".".join(map(str, path))
        yield f"without {name}", _with(full(kind), path)
        for value in VALUES:
            yield f"{name} = {json.dumps(value)}", _with(full(kind), path, value)


def _paths(value: Any, above: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield (*above, key)
        yield from _paths(part, (*above, key))


def _with(value: dict[str, Any], path: tuple[str | int, ...], *new: Any) -> dict[str, Any]:
    whole: Any = copy.deepcopy(value)
    part = whole
    for step in path[:-1]:
        part = part[step]
    if new:
        part[path[-1]] = new[0]
    else:
        del part[path[-1]]
    return whole  # type: ignore[no-any-return]
