"""Dataclasses as JSON values, field by field, under the names that they have in Python."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass

from ctxaudit.model import Trace
from ctxaudit.reports.json_v1 import Json


def plain(value: object) -> Json:
    """Tuples become lists. What is neither a dataclass nor JSON is refused."""
    match value:
        case None | bool() | int() | str():
            return value
        case tuple() | list():
            return [plain(one) for one in value]
        case Mapping():
            return {str(key): plain(one) for key, one in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def trace_names(trace: Trace) -> dict[str, Json]:
    """Which trace is spoken of."""
    return {"path": trace.path, "id": trace.header.id, "format": trace.format, "lane": trace.header.lane}
