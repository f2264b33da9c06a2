"""The compaction file beside a transcript, and whether it was made of that transcript."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import orjson

from ctxaudit.importers._document import whole
from ctxaudit.importers._values import listed, part, said, time_of
from ctxaudit.importers.cline.wording import shown_input
from ctxaudit.ingest.source import Source
from ctxaudit.model import Basis

_HASHED = ("role", "content", "agent", "sessionId", "metadata", "modelInfo", "metrics")
_SALT = b"cline-session-compaction-source-v2\n"


@dataclass(frozen=True, slots=True)
class Sidecar:
    """The last compaction: the messages that replaced the first `count` of the transcript."""

    messages: list[Mapping[str, Any]]
    count: int
    at: str | None
    basis: Basis
    why: str  # how it is known to belong to the transcript


def sidecar_of(source: Source, messages: Sequence[Mapping[str, Any]], *, torn: bool) -> Sidecar | str | None:
    """None without such a file; a sentence when it is there and cannot be of this transcript.

    Of a torn transcript only a hash that holds is proof enough.
    """
    stem = source.name.removesuffix(".gz").removesuffix(".zst").removesuffix(".json").removesuffix(".messages")
    beside = source.beside(f"{stem}.compaction.json")
    if beside is None:
        return None
    value = whole(beside.text())
    if not isinstance(value, dict) or not listed(value.get("messages")):
        return f"{beside.name} beside the log cannot be read: the compaction that it holds is not in the trace"
    compacted = listed(value["messages"])
    count, at = value.get("source_message_count"), time_of(value, "updated_at")
    claimed = said(value, "source_prefix_hash")
    if isinstance(count, int) and not isinstance(count, bool) and 0 < count <= len(messages):
        if claimed is not None and prefix_hash(messages[:count]) == claimed:
            return Sidecar(compacted, count, at, "recorded", "its hash of the transcript holds")
        if not torn and said(value, "source_last_message_key") == f"id:{said(messages[count - 1], 'id')}":
            why = "its hash does not hold" if claimed else "it has no hash"
            return Sidecar(compacted, count, at, "derived", f"{why}, but it names the last message that it replaced")
    elif count is None and not torn:
        places = {said(message, "id"): place for place, message in enumerate(messages, 1) if said(message, "id")}
        kept = [places.get(said(message, "id")) for message in compacted if not is_summary(message)]
        known = [place for place in kept if place is not None]
        if known and len(known) == len(kept):
            return Sidecar(compacted, max(known), at, "derived", "it has no hash and no count, but shares messages")
    return f"{beside.name} beside the log was made of another transcript (its hash does not hold): it is left out"


def is_summary(message: Mapping[str, Any]) -> bool:
    """A compacted message that is no mere copy of one in the transcript."""
    return str(part(message, "metadata").get("kind", "")).startswith("compaction")


def prefix_hash(messages: Sequence[Mapping[str, Any]]) -> str:
    """The harness's own fingerprint of a transcript's beginning; ids and times are no part of it."""
    digest = sha256(_SALT)
    digest.update(b"%d\n" % len(messages))
    for message in messages:
        shown = {**message, "content": _shown(message)}
        try:
            digest.update(orjson.dumps([[key, shown.get(key)] for key in _HASHED]) + b"\n")
        except TypeError:  # an integer beyond 64 bits: whatever the harness made of it, it is not this
            return ""
    return f"sha256:{digest.hexdigest()}"


def _shown(message: Mapping[str, Any]) -> Any:
    content = message.get("content")
    if message.get("role") != "user":
        return content
    if isinstance(content, str):
        return shown_input(content)
    if not isinstance(content, list):
        return content
    return [_shown_block(block) for block in content]


def _shown_block(block: Any) -> Any:
    if not isinstance(block, dict) or block.get("type") != "text" or not isinstance(block.get("text"), str):
        return block
    return {**block, "text": shown_input(block["text"])}
