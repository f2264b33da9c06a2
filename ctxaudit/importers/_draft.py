"""A span that has no id yet, and pieces of a window that can be found again by what they say; it knows no format."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ctxaudit.importers._values import said
from ctxaudit.model import Maker, Role, Span


@dataclass(frozen=True, slots=True)
class Draft:
    text: str
    role: Role
    by: Maker
    fields: Mapping[str, Any] = field(default_factory=dict)

    def span(self, name: str) -> Span:
        return Span(id=name, text=self.text, role=self.role, by=self.by, **self.fields)


def spoken(blocks: Iterable[Mapping[str, Any]], role: Role, maker: Maker) -> list[Draft]:
    """A draft for each block of a message; one that holds no text (an image) is named, and its span is incomplete."""
    drafts: list[Draft] = []
    for block in blocks:
        text = said(block, "text")
        if text:
            drafts.append(Draft(text, role, maker))
        elif said(block, "type") not in (None, "text"):
            drafts.append(Draft(f"[{block['type']}]"[:40], role, maker, {"complete": False}))
    return drafts


@dataclass(frozen=True, slots=True)
class Piece:
    """What the log tells as one: the spans that it is made of, and the key by which a copy of it is known."""

    key: Hashable
    drafts: tuple[Draft, ...]

    @property
    def by(self) -> Maker:
        return self.drafts[0].by

    @property
    def text(self) -> str:
        return "".join(draft.text for draft in self.drafts)


@dataclass(frozen=True, slots=True)
class Unit:
    """A piece that stands in the window: the ids of its spans, in order."""

    piece: Piece
    ids: tuple[str, ...]


def matched(after: Sequence[Hashable], before: Sequence[Hashable]) -> list[int | None]:
    """For each key of a new window the place in the old one of the same key, each place once, the newest first."""
    places: dict[Hashable, list[int]] = defaultdict(list)
    for place, key in enumerate(before):
        places[key].append(place)
    found = [places[key].pop() if places.get(key) else None for key in reversed(after)]
    return found[::-1]


def named(stem: str, count: int) -> list[str]:
    """Ids for so many spans of one record."""
    return [stem] if count == 1 else [f"{stem}.{number}" for number in range(count)]
