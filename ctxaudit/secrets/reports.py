"""A report without credentials. What holds none is not made anew: most reports come back as they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from operator import attrgetter, is_not
from types import NoneType
from typing import Any, cast

from ctxaudit.model import Report, RuleCard
from ctxaudit.secrets.screen import suspects
from ctxaudit.secrets.text import masked

_NO_TEXT = frozenset({int, bool, float, NoneType})
_MANY = 8  # elements of a tuple that are looked at one by one


def masked_report(report: Report) -> Report:
    """The report with every text masked. Rules' own pages and fingerprints are as they were."""
    masks = {text: hidden for text in suspects(texts_of(report)) if (hidden := masked(text)) != text}
    return cast("Report", _replaced(report, masks)) if masks else report


def texts_of(value: object) -> set[str]:
    """Every text that stands anywhere in the value, but for what is never masked."""
    found: set[str] = set()
    level: list[Any] = [value]
    while level:
        below: list[Any] = []
        for one in level:
            kind: Any = type(one)
            if kind is str:
                found.add(one)
            elif kind is tuple:
                if len(one) > _MANY and set(map(type, one)) == {str}:
                    found.update(one)
                else:
                    below.extend(one)
            elif kind not in _NO_TEXT:
                below.extend(_parts(kind)(one))
        level = below
    return found


@cache
def _parts(kind: Any) -> Callable[[Any], Iterable[object]]:
    """What is to be looked at of a value of this type that is neither a plain text nor a plain tuple."""
    if issubclass(kind, str):
        return lambda text: (str(text),)
    if issubclass(kind, tuple):
        return tuple
    if issubclass(kind, Mapping):
        return lambda table: (*table, *table.values())
    names = _fields(kind)
    return attrgetter(*names) if len(names) > 1 else lambda value: [getattr(value, name) for name in names]


@cache
def _fields(kind: Any) -> tuple[str, ...]:
    if issubclass(kind, RuleCard) or not is_dataclass(kind):
        return ()
    return tuple(field.name for field in fields(kind) if field.name != "fingerprint")


def _replaced(value: Any, masks: Mapping[str, str]) -> Any:
    """The same value where no text of it has a mask, else one with the masks in their places."""
    kind: Any = type(value)
    if kind in _NO_TEXT:
        return value
    if issubclass(kind, str):
        return masks.get(value, value)
    if issubclass(kind, tuple):
        parts = tuple(_replaced(one, masks) for one in value)
        return parts if any(map(is_not, parts, value)) else value
    if issubclass(kind, Mapping):
        texts = tuple(value), tuple(value.values())
        keys, values = _replaced(texts, masks)
        return value if keys is texts[0] and values is texts[1] else dict(zip(keys, values, strict=True))
    changed = {}
    for name in _fields(kind):
        old = getattr(value, name)
        new = _replaced(old, masks)
        if new is not old:
            changed[name] = new
    return replace(value, **changed) if changed else value
