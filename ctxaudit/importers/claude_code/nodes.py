"""One record of the log as a node of its conversation tree: what kind it is, what it hangs on, what it answers.

A node holds what the window can hold of its record and what is asked of it later, never the record itself: two thirds
of a log's bytes are kept beside the window (a result once more as an object, files before an edit, signatures).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ctxaudit.importers._values import said, time_of, tokens_in, tokens_of
from ctxaudit.importers.claude_code.attachments import told_by
from ctxaudit.importers.claude_code.contents import Block, block_of
from ctxaudit.importers.claude_code.voices import SUMMARY_OPENING
from ctxaudit.packed import packed

NodeKind = Literal["user", "assistant", "attachment", "summary", "boundary", "clearing", "queue", "link", "copy"]
TALK: frozenset[str] = frozenset({"user", "assistant", "attachment", "summary", "boundary", "clearing"})

_INPUT_TOKENS = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")
_KEPT: Mapping[str, tuple[str, ...]] = {
    "boundary": ("logicalParentUuid", "compactMetadata", "compact_metadata"),
    "clearing": ("microcompactMetadata",),
    "queue": ("operation", "content"),
}
NOTHING: Mapping[str, Any] = {}


@dataclass(slots=True, eq=False)
class Node:
    """`key` is the record's uuid, or made from its line when it has none; `id` is the uuid alone.

    `parent` is the uuid that the record names, and empty where it names none on purpose. `group` is the call that an
    assistant record belongs to, `answers` the calls whose results a user record brings. `kept` holds, of a record that
    is no message, the values that are asked for later. `by_host`: an assistant's or a user's record that the harness
    wrote itself.
    """

    kind: NodeKind
    line: int
    key: str
    kept: Mapping[str, Any]
    id: str | None = None
    parent: str | None = None
    at: str | None = None
    blocks: tuple[Block, ...] = ()
    group: str = ""
    answers: tuple[str, ...] = ()
    by_host: bool = False
    above: str | None = None  # once it is in the window: the key of the record that it hangs on there


def node_of(record: Mapping[str, Any], line: int) -> Node | None:
    """The record's node; None when it is no part of the tree and no queued message."""
    kind = _kind(record)
    uuid, parent = record.get("uuid"), record.get("parentUuid")
    if not isinstance(uuid, str):
        if kind == "link":
            return None
        uuid = None
    if parent is None and "parentUuid" in record:
        parent = ""
    elif not isinstance(parent, str) or not parent:
        parent = None
    node = Node(kind, line, uuid or f"line-{line}", NOTHING, uuid or None, parent, time_of(record))
    if kind == "assistant":
        message = record["message"]
        node.blocks = _blocks_of(message)
        node.by_host = bool(message.get("model") == "<synthetic>")
        node.group = _group(record, line, synthetic=node.by_host)
    elif kind == "user":
        node.blocks = blocks = _blocks_of(record["message"])
        node.answers = tuple([block.call for block in blocks if block.kind == "tool_result" and block.call])
        node.by_host = record.get("isMeta") is True
    elif kind == "summary":
        node.blocks = _blocks_of(record["message"])
    elif kind == "attachment":
        node.kept = _attached(record["attachment"])
    elif kind != "link":
        node.kept = {key: record[key] for key in _KEPT[kind] if key in record}
    return node


def used_tokens(message: Mapping[str, Any]) -> tuple[int, int]:
    """The size of the window and of the answer as the provider counted them; 0 where nobody did."""
    usage = message.get("usage")
    if not isinstance(usage, dict):
        return 0, 0
    return tokens_in(usage, _INPUT_TOKENS), tokens_of(usage.get("output_tokens"))


def is_api_error(record: Mapping[str, Any]) -> bool:
    return record.get("type") == "assistant" and record.get("isApiErrorMessage") is True


def opens_as_summary(node: Node) -> bool:
    text = node.blocks[0].words if node.blocks else None
    return text is not None and text.lstrip().startswith(SUMMARY_OPENING)


def _blocks_of(message: Mapping[str, Any]) -> tuple[Block, ...]:
    content = message.get("content")
    if isinstance(content, str):
        return (Block("text", packed(content)),)
    if not isinstance(content, list):
        return ()
    if len(content) == 1 and isinstance(content[0], dict):  # nearly always
        return (block_of(content[0]),)
    return tuple([block_of(block) for block in content if isinstance(block, dict)])


def _attached(attachment: Mapping[str, Any]) -> Mapping[str, Any]:
    """What it put into the window, and the texts of a message that was typed while the model was at work."""
    prompt = attachment.get("prompt")
    blocks = prompt if isinstance(prompt, list) else [{"text": prompt}]
    texts = [text for block in blocks if isinstance(block, dict) and (text := said(block, "text"))]
    return {"type": attachment.get("type"), "texts": texts, "told": told_by(attachment)}


def _kind(record: Mapping[str, Any]) -> NodeKind:
    kind = record.get("type")
    if kind == "assistant" and isinstance(record.get("message"), dict):
        return "link" if record.get("isApiErrorMessage") is True else "assistant"
    if kind == "user" and isinstance(record.get("message"), dict):
        return "summary" if record.get("isCompactSummary") is True else "user"
    if kind == "attachment" and isinstance(record.get("attachment"), dict):
        return "attachment"
    subtype = record.get("subtype") if kind == "system" else None
    if subtype == "compact_boundary":
        return "boundary"
    if subtype == "microcompact_boundary":
        return "clearing"
    return "queue" if kind == "queue-operation" else "link"


def _group(record: Mapping[str, Any], line: int, *, synthetic: bool) -> str:
    if synthetic:
        return f"line {line}"
    named = said(record["message"], "id")
    if named:
        return f"message {named}"
    asked = said(record, "requestId")
    return f"request {asked}" if asked else f"line {line}"
