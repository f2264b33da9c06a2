"""A session as OpenCode stores it: messages and parts with their record numbers, wherever they were read from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from ctxaudit.importers._values import part as inner
from ctxaudit.importers._values import said
from ctxaudit.ingest.tally import Tally


@dataclass(slots=True)
class Part:
    """One part of a message; `value` is what stands on disk, `id` is its own or made from its record number."""

    record: int
    id: str
    value: Mapping[str, Any]

    @property
    def kind(self) -> str:
        return said(self.value, "type") or "untyped"


@dataclass(slots=True)
class Message:
    record: int
    id: str
    info: Mapping[str, Any]
    parts: list[Part] = field(default_factory=list)

    @property
    def role(self) -> str | None:
        return said(self.info, "role")

    @property
    def created(self) -> float:
        return millis(inner(self.info, "time").get("created"))


@dataclass(slots=True)
class Session:
    """`tally` has the problems of reading; the replay says what each record gave.

    `damaged`: rows of it may be lost, nobody knows which.
    """

    record: int
    info: Mapping[str, Any]
    messages: list[Message] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    damaged: bool = False

    @property
    def id(self) -> str | None:
        return said(self.info, "id")

    @property
    def parent(self) -> str | None:
        """The session whose agent started this one."""
        return said(self.info, "parentID")


def millis(value: object) -> float:
    """Milliseconds since 1970; 0 for what can be none."""
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) and value > 0 else 0.0


def stamp(value: object) -> str | None:
    """The same as a time of RFC 3339."""
    at = millis(value)
    try:
        return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds") if at else None
    except (OverflowError, ValueError, OSError):
        return None
