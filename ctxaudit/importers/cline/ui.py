"""What the interface's own record, beside a task's history, tells of each model call: when, how large, what was cut."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ctxaudit.importers._document import whole
from ctxaudit.importers._values import listed, part, said, tokens_of
from ctxaudit.ingest.source import Source

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Request:
    """One request as the interface saw it begin."""

    ts: int
    index: int | None  # the last message of the history then
    tokens: int | None


@dataclass(frozen=True, slots=True)
class Interface:
    requests: Sequence[Request]
    ranges: Mapping[int, Range | None]  # the deleted range as of each length of the history
    edits: Mapping[str, int]  # the id of a condensation or a truncation: when it was made

    def request_of(self, index: int, after: int, before: int) -> Request | None:
        """Of the answer at that place of the history, which came between these two times."""
        placed = any(request.index is not None for request in self.requests)
        found = [
            request
            for request in self.requests
            if (request.index == index - 2 if placed else after < request.ts <= before)
        ]
        return found[-1] if found else None


def interface_of(source: Source) -> Interface | None:
    beside = source.beside("ui_messages.json")
    rows = listed(whole(beside.text())) if beside is not None else []
    return Interface(_requests(rows), _ranges(rows), dict(_edits(rows))) if rows else None


def _requests(rows: Sequence[Mapping[str, Any]]) -> list[Request]:
    return [
        Request(_whole(row.get("ts")) or 0, _whole(row.get("conversationHistoryIndex")), _size(row))
        for row in rows
        if row.get("say") == "api_req_started"
    ]


def _size(row: Mapping[str, Any]) -> int | None:
    value = whole(said(row, "text") or "")
    info = value if isinstance(value, dict) else {}
    parts = [tokens_of(info.get("tokensIn"))]
    if "apiProtocol" not in info:  # with it, the cached ones are counted in already
        parts += [tokens_of(info.get("cacheWrites")), tokens_of(info.get("cacheReads"))]
    return sum(parts) or None


def _ranges(rows: Iterable[Mapping[str, Any]]) -> dict[int, Range | None]:
    """A row that was written while a call was on holds the range with which that call was made."""
    found: dict[int, Range | None] = {}
    for row in rows:
        index, cut = _whole(row.get("conversationHistoryIndex")), row.get("conversationHistoryDeletedRange")
        if index is None or row.get("say") == "api_req_started":
            continue
        whole_cut = isinstance(cut, list) and len(cut) == 2 and all(_whole(end) is not None for end in cut)
        found[index + 1] = (cut[0], cut[1]) if whole_cut and isinstance(cut, list) else None
    return found


def _edits(rows: Iterable[Mapping[str, Any]]) -> Iterable[tuple[str, int]]:
    for row in rows:
        for key, name in (("contextCondense", "condenseId"), ("contextTruncation", "truncationId")):
            edit, ts = said(part(row, key), name), _whole(row.get("ts"))
            if edit is not None and ts is not None:
                yield edit, ts


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
