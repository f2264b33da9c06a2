"""Values of the model to JSON and back, by the types of their fields, so that what comes back is equal.

Nothing that is read can run: unlike a pickle, a text that somebody else made can only be wrong.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType
from typing import Any, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

_T = TypeVar("_T")
_PLAIN = (str, int, float, bool)


def written(value: object) -> str:
    """ASCII: also what UTF-8 cannot hold survives."""
    return json.dumps(_plain(value), separators=(",", ":"))


def read(kind: type[_T], text: str) -> _T:
    """The value that was written. Raises ValueError, KeyError or TypeError for a text that is none of that type."""
    return cast("_T", _built(kind, json.loads(text)))


def _plain(value: object) -> object:
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    return value


def _built(hint: Any, value: Any) -> object:
    if hint in _PLAIN or get_origin(hint) is Literal:
        return value
    if isinstance(hint, type) and is_dataclass(hint):
        hints = _hints(hint)
        return hint(**{name: _built(hints[name], value[name]) for name in hints})
    arguments = get_args(hint)
    origin = get_origin(hint)
    if origin is tuple:
        kinds = arguments[:1] * len(value) if arguments[-1] is Ellipsis else arguments
        return tuple(_built(kind, one) for kind, one in zip(kinds, value, strict=True))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {arguments[0](key): _built(arguments[1], one) for key, one in value.items()}
    if NoneType in arguments:
        [kind] = [one for one in arguments if one is not NoneType]
        return None if value is None else _built(kind, value)
    raise TypeError(f"there is no way to read {hint}")


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    known = get_type_hints(kind)
    return {field.name: known[field.name] for field in fields(kind)}
