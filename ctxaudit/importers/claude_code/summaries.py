"""The summary of a compacted conversation: which record it is, what of it the harness wrote, what was kept."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ctxaudit.importers._values import said
from ctxaudit.importers.claude_code.nodes import Node, opens_as_summary
from ctxaudit.importers.claude_code.voices import SUMMARY_OPENING

_LEAD = re.compile(
    r"\s*" + SUMMARY_OPENING + r"[^.\n]{0,200}\.?[ \t]*"
    r"(?:The conversation is summarized below:|The summary below covers the earlier portion of the conversation\.)?\s*"
)
_CLOSINGS = (
    "If you need specific details from before compaction",
    "Please continue the conversation from where we left",
    "Continue the conversation from where it left off",
    "Recent messages are preserved verbatim",
)
_LONGEST_CLOSING = 1500
_POINTER = re.compile(r"read the full transcript at:?[ \t]*(\S+\.jsonl)")


@dataclass(frozen=True, slots=True)
class Frame:
    """Where the summary proper lies, whether the window says that it is one, and the transcript that it points to."""

    start: int
    end: int | None
    told: bool
    transcript: str | None


def frame_of(text: str) -> Frame:
    lead = _LEAD.match(text)
    start = lead.end() if lead else 0
    floor = max(start, len(text) - _LONGEST_CLOSING)
    places = [place for closing in _CLOSINGS if (place := text.find(closing, floor)) >= 0]
    end = min(places) if places else None
    pointer = _POINTER.search(text, end) if end is not None else None
    told = lead is not None or "summar" in text[:300].casefold()
    return Frame(start, end, told, pointer.group(1) if pointer else None)


def summaries_by_boundary(nodes: Sequence[Node]) -> dict[str, Node]:
    """The summary record of each boundary, for those that have one: it says so, or it opens as one right behind."""
    found: dict[str, Node] = {}
    boundary: str | None = None
    for node in nodes:
        if node.kind == "boundary":
            boundary = node.key
        elif boundary is None or node.kind in ("link", "queue", "copy", "attachment"):
            continue
        elif node.kind == "summary" or (node.kind == "user" and opens_as_summary(node)):
            found[boundary] = node
            boundary = None
        elif node.kind == "assistant":
            boundary = None
    return found


@dataclass(frozen=True, slots=True)
class Kept:
    """What a boundary's record says about messages that stayed: their uuids, or the two ends of a run of them."""

    listed: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    head: str | None = None
    tail: str | None = None


def kept_by(boundary: Node) -> Kept:
    metadata = metadata_of(boundary)
    messages = metadata.get("preservedMessages")
    if isinstance(messages, dict) and isinstance(messages.get("uuids"), list):
        return Kept(_strings(messages["uuids"]), _strings(messages.get("allUuids")))
    segment = metadata.get("preservedSegment")
    if isinstance(segment, dict):
        return Kept(head=said(segment, "headUuid"), tail=said(segment, "tailUuid"))
    return Kept()


def metadata_of(boundary: Node) -> Mapping[str, Any]:
    for key in ("compactMetadata", "compact_metadata"):
        metadata = boundary.kept.get(key)
        if isinstance(metadata, dict):
            return metadata
    return {}


def _strings(values: Any) -> tuple[str, ...]:
    return tuple(value for value in values if isinstance(value, str)) if isinstance(values, list) else ()
