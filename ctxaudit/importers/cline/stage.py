"""The messages of one log on their way into the window, by their place in the array and by their block."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from ctxaudit.importers._draft import Draft, named
from ctxaudit.importers._values import said
from ctxaudit.importers.cline.blocks import Reader
from ctxaudit.importers.window import Place, Window
from ctxaudit.model import Basis, Span

_UUID = re.compile(r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F-]{14,}")
_LATEST = 1 << 43  # milliseconds; a later time is none


@dataclass(slots=True)
class Stage:
    """`events` and `idle` are the law of records: those that gave an event, and the others by kind."""

    window: Window
    reader: Reader
    messages: Sequence[Mapping[str, Any]]
    events: set[int] = field(default_factory=set)
    idle: dict[int, str] = field(default_factory=dict)
    _spans: dict[int, list[list[Span]]] = field(default_factory=dict)
    _taken: set[str] = field(default_factory=set)

    def place(self, index: int) -> Place:
        message = self.messages[min(index, len(self.messages) - 1)]
        return Place(index + 1, at_of(message.get("ts")), said(message, "id"))

    def enter(self, index: int, basis: Basis = "recorded") -> None:
        place = self.place(index)
        for span in self.spans_of(index):
            self.window.add(span, place, basis=basis)
            self.events.add(index + 1)
        if not self.spans_of(index):
            self.idle.setdefault(index + 1, "message (nothing in it that can be read)")

    def call(self, index: int, tokens: int | None) -> None:
        self.window.call(self.place(index), tokens=tokens)
        self.events.add(index + 1)

    def blocks_of(self, index: int) -> list[list[Span]]:
        """The spans of each block of a message, made when first asked for."""
        if index not in self._spans:
            message = self.messages[index]
            self._spans[index] = self.made(self.reader.drafts_of(message), said(message, "id") or f"m{index}")
        return self._spans[index]

    def made(self, blocks: Sequence[Sequence[Draft]], name: str) -> list[list[Span]]:
        count = sum(len(drafts) for drafts in blocks)
        names = iter(named(short(name), count))
        return [[draft.span(self._free(next(names))) for draft in drafts] for drafts in blocks]

    def _free(self, wanted: str) -> str:
        """Also apart from the ids of spans that are made and have not come in yet."""
        name, number = wanted, 2
        while name in self._taken:
            name, number = f"{wanted}-{number}", number + 1
        self._taken.add(name)
        return name

    def spans_of(self, index: int) -> list[Span]:
        return [span for block in self.blocks_of(index) for span in block]

    def put(self, index: int, block: int, spans: Iterable[Span]) -> None:
        """From now on this block of the message is these spans."""
        self.blocks_of(index)[block] = list(spans)


def short(name: str) -> str:
    """An id as spans wear it: eight digits of a uuid, the tail of a long one cut."""
    if _UUID.fullmatch(name):
        return name[:8]
    name = name.partition("_tool_")[0]
    return name if len(name) <= 24 else name[:16]


def at_of(ts: object) -> str | None:
    """Milliseconds since 1970 as a time of RFC 3339."""
    if not isinstance(ts, int | float) or isinstance(ts, bool) or not 0 < ts < _LATEST:
        return None
    return datetime.fromtimestamp(ts / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
