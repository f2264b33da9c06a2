"""Tool results that the harness moved out of the window into files beside the log.

Newer versions say so in a record; some moved results without one, and then only the files and a fall of the recorded
size tell. Files alone prove nothing: small results are copied there as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ctxaudit.importers._values import said
from ctxaudit.importers.claude_code.blocks import SPILLED
from ctxaudit.importers.claude_code.nodes import Node
from ctxaudit.ingest.source import Source
from ctxaudit.model import Span

FALL = 2000  # tokens: a smaller fall of the recorded size is no sign of anything
BYTES_PER_TOKEN = 4


@dataclass(slots=True)
class Sidecars:
    """The copies of one session by tool call id, found once and when first asked for."""

    source: Source
    folders: Sequence[str]
    _found: dict[str, str] | None = field(default=None)

    def copy_of(self, call: str) -> str | None:
        """Where the whole result lies, as a path beside the log."""
        return self.known().get(call)

    def known(self) -> Mapping[str, str]:
        if self._found is None:
            self._found = dict(self._look())
        return self._found

    def _look(self) -> Iterable[tuple[str, str]]:
        for folder in dict.fromkeys(self.folders):
            for member in self.source.members(f"{folder}/tool-results"):
                stem = member.name.removesuffix(".txt").removesuffix(".json")
                yield stem, f"{folder}/tool-results/{member.name}"


@dataclass(frozen=True, slots=True)
class Clearing:
    """What a micro-compaction's record names: tool calls whose results left, attachments that left."""

    calls: tuple[str, ...]
    attachments: tuple[str, ...]


def clearing_of(node: Node) -> Clearing:
    metadata = node.kept.get("microcompactMetadata")
    if not isinstance(metadata, dict):
        return Clearing((), ())
    return Clearing(_strings(metadata.get("compactedToolIds")), _strings(metadata.get("clearedAttachmentUUIDs")))


def moved_silently(results: Sequence[Span], fell: int, copies: Sidecars, *, last: bool) -> list[Span]:
    """The results that a fall of the recorded size took: those with a copy beside the log that stand whole in it.

    At the last fall all of them; at an earlier one the oldest, as many as come nearest to the fall.
    """
    whole = [
        span
        for span in results
        if span.call_id and not span.text.startswith(SPILLED) and copies.copy_of(span.call_id) is not None
    ]
    if last:
        return whole
    freed, best, gap = 0, 0, fell
    for count, span in enumerate(whole, 1):
        freed += len(span.text) // BYTES_PER_TOKEN
        if abs(fell - freed) <= gap:
            best, gap = count, abs(fell - freed)
    return whole[:best]


@dataclass(frozen=True, slots=True)
class Applied:
    """What the provider itself cleared before a call, as counts: it does not say which."""

    results: int = 0
    thinking_turns: int = 0


def applied_edits(message: Mapping[str, Any]) -> Applied | None:
    management = message.get("context_management")
    edits = management.get("applied_edits") if isinstance(management, dict) else None
    if not isinstance(edits, list) or not edits:
        return None
    results = turns = 0
    for edit in edits:
        if isinstance(edit, dict):
            kind = said(edit, "type") or ""
            results += _count(edit.get("cleared_tool_uses")) if kind.startswith("clear_tool_uses") else 0
            turns += _count(edit.get("cleared_thinking_turns")) if kind.startswith("clear_thinking") else 0
    return Applied(results, turns)


def _count(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def _strings(values: object) -> tuple[str, ...]:
    return tuple(value for value in values if isinstance(value, str)) if isinstance(values, list) else ()
