"""A schema's refusal as one sentence that names the key, what it must be, and what it is."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

from ctxaudit.ingest.repair import shape_of

if TYPE_CHECKING:
    from jsonschema import ValidationError

_SHOWN = 40
_TYPES = {
    "string": "a string",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "an array",
    "object": "an object",
}


def worded(error: ValidationError) -> str:
    """The refusal in words. It never quotes more than a few characters of the value."""
    rule, value = cast("Any", error.validator_value), cast("Any", error.instance)
    key = place(error.absolute_path)
    match error.validator:
        case "required":
            missing = next(name for name in rule if name not in value)
            return f'required key "{_joined(key, missing)}" is missing'
        case "type":
            return _must(key, f"be {_TYPES[rule]}", value)
        case "enum":
            return _must(key, f"be one of {', '.join(rule)}", value)
        case "const":
            return _must(key, f"be {json.dumps(rule)}", value)
        case "minimum":
            return _must(key, f"be at least {rule}", value)
        case "maximum":
            return _must(key, f"be at most {rule}", value)
        case "minItems":
            return f'"{key}" must name at least {rule}'
    return _choice(key, error)


def place(path: Iterable[str | int]) -> str:
    """The dotted name of a key: `span.tokens`, `order[1].score`; the line itself is `event`."""
    found = ""
    for step in path:
        found = f"{found}[{step}]" if isinstance(step, int) else _joined(found, step)
    return found or "event"


def _joined(found: str, key: str) -> str:
    return f"{found}.{key[:60]}" if found and found != "event" else key[:60]


def _choice(key: str, error: ValidationError) -> str:
    """None of several schemas holds."""
    choices: Any = error.validator_value
    if all("required" in choice for choice in choices):
        names = " or ".join(f'"{choice["required"][0]}"' for choice in choices)
        return f"required key {names} is missing"
    nearer = [part for part in error.context or () if part.validator != "type" or part.path]
    if isinstance(error.instance, dict) and nearer:
        return worded(nearer[0])
    allowed = " or ".join(dict.fromkeys(_allowed(choice) for choice in choices))
    return _must(key, f"be {allowed}", error.instance)


def _allowed(choice: dict[str, object]) -> str:
    if "const" in choice:
        return json.dumps(choice["const"])
    return _TYPES[str(choice.get("type", "object"))]


def _must(key: str, wish: str, value: object) -> str:
    return f'"{key}" must {wish}, and is {_shown(value)}'


def _shown(value: object) -> str:
    if value is None:
        return "null (a key without a value is left out)"
    if isinstance(value, dict | list):
        return shape_of(value)
    if isinstance(value, str):
        return f"{json.dumps(value[:_SHOWN])}{'…' * (len(value) > _SHOWN)}"
    return json.dumps(value)
