"""Roo's tags: which messages of a task's history a summary or a marker stands for, and when it was made."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ctxaudit.importers._values import listed, said
from ctxaudit.importers.cline.ui import Interface

_KEPT_BEHIND = 3  # messages that stayed behind an older kind of summary
_SHARE = 0.5  # of the visible messages but the first, that a truncation hides


@dataclass(frozen=True, slots=True)
class Edit:
    """`index`: where the summary or the marker stands. `due`: the place of the first message that came after it."""

    kind: Literal["summary", "marker"]
    index: int
    id: str | None
    due: int
    certain: bool  # the time is on record, or follows from the place


class Tags:
    def __init__(self, messages: Sequence[Mapping[str, Any]], interface: Interface | None) -> None:
        self.messages = messages
        self.special = {index for index, message in enumerate(messages) if _is_special(message)}
        self.edits: list[Edit] = []
        for index in sorted(self.special):
            self.edits.append(self._edit(index, interface))
        self.edits.sort(key=lambda edit: (edit.due, edit.index))

    def stood_for(self, edit: Edit) -> list[int]:
        key = "condenseParent" if edit.kind == "summary" else "truncationParent"
        if edit.id is None:
            return []
        return [index for index, message in enumerate(self.messages) if message.get(key) == edit.id]

    def visible(self, upto: int, made: Collection[int]) -> list[tuple[int, int | None]]:
        """The messages, and single blocks of them, that are sent once these summaries and markers are made.

        In the order of the array; `None` is the whole message.
        """
        shown = [index for index in range(upto) if index not in self.special or index in made]
        shown += [index for index in sorted(made) if index >= upto]
        start = self._fresh_start(shown)
        shown = [index for index in shown if index >= start]
        hidden = {parent for index in shown for parent in self._stands_for(index)}
        stays = [index for index in shown if not self._is_hidden(index, hidden)]
        return self._with_partners(stays)

    def _is_hidden(self, index: int, hidden: Collection[tuple[str, str]]) -> bool:
        message = self.messages[index]
        named = [(key, said(message, key)) for key in ("condenseParent", "truncationParent") if said(message, key)]
        return any(parent in hidden for parent in named)

    def _with_partners(self, indexes: Sequence[int]) -> list[tuple[int, int | None]]:
        """Results whose calls are gone are not sent."""
        calls = {
            said(block, "id")
            for index in indexes
            for block in listed(self.messages[index].get("content"))
            if block.get("type") == "tool_use"
        }
        found: list[tuple[int, int | None]] = []
        for index in indexes:
            blocks = listed(self.messages[index].get("content"))
            lost = [b for b in blocks if b.get("type") == "tool_result" and said(b, "tool_use_id") not in calls]
            if not lost:
                found.append((index, None))
                continue
            found += [(index, place) for place, block in enumerate(blocks) if block not in lost]
        return found

    def _edit(self, index: int, interface: Interface | None) -> Edit:
        message = self.messages[index]
        summary = message.get("isSummary") is True
        name = said(message, "condenseId" if summary else "truncationId")
        kind: Literal["summary", "marker"] = "summary" if summary else "marker"
        ts = interface.edits.get(name or "") if interface is not None else None
        if ts is not None:
            due = next(
                (at for at in range(index + 1, len(self.messages)) if self._came_after(at, ts)), len(self.messages)
            )
            return Edit(kind, index, name, due, certain=True)
        if summary:
            behind = 0 if message.get("role") == "user" else _KEPT_BEHIND
            return Edit(kind, index, name, min(len(self.messages), index + 1 + behind), certain=behind == 0)
        return Edit(kind, index, name, self._due_by_rule(index, name), certain=False)

    def _came_after(self, index: int, ts: int) -> bool:
        own = self.messages[index].get("ts")
        return index not in self.special and isinstance(own, int) and own > ts

    def _due_by_rule(self, marker: int, name: str | None) -> int:
        """The first model call before which the harness's rule (half of what is visible) hides just so many."""
        removed = sum(message.get("truncationParent") == name for message in self.messages) if name else 0
        earlier = [index for index in sorted(self.special) if index < marker]
        gone = {parent for index in earlier for parent in self._stands_for(index)}
        visible = 0
        for due in range(self._fresh_start(earlier), len(self.messages)):
            message = self.messages[due]
            if due > marker and message.get("role") == "assistant" and _hidden_of(visible) == removed:
                return due
            counts = due not in self.special or due < marker
            visible += counts and not self._is_hidden(due, gone)
        return len(self.messages)

    def _stands_for(self, index: int) -> list[tuple[str, str]]:
        """The tags of what a summary or a marker hides."""
        message = self.messages[index]
        named = (("condenseParent", said(message, "condenseId")), ("truncationParent", said(message, "truncationId")))
        return [(key, name) for key, name in named if name is not None]

    def _fresh_start(self, indexes: Sequence[int]) -> int:
        """The last summary before which nothing survives; the start of the array without one."""
        own = (index for index in reversed(indexes) if self.messages[index].get("isSummary") is True)
        last = next(own, None)
        if last is None or self.messages[last].get("role") != "user" or not said(self.messages[last], "condenseId"):
            return 0
        return last


def _hidden_of(visible: int) -> int:
    """How many messages a truncation hides of so many: half of all but the first, and an even number."""
    half = int((visible - 1) * _SHARE)
    return half - half % 2


def _is_special(message: Mapping[str, Any]) -> bool:
    return message.get("isSummary") is True or message.get("isTruncationMarker") is True
