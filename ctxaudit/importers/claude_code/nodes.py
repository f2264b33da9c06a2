"""One record of the log as a node of its conversation tree: what kind it is, what it hangs on, what it answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from ctxaudit.importers._values import said, time_of, tokens_of

NodeKind = Literal["user", "assistant", "attachment", "summary", "boundary", "clearing", "queue", "link", "copy"]
TALK: frozenset[str] = frozenset({"user", "assistant", "attachment", "summary", "boundary", "clearing"})
SUMMARY_OPENING = "This session is being continued from a previous conversation"

_INPUT_TOKENS = ("input_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")


@dataclass(slots=True, eq=False, kw_only=True)
class Node:
    """`key` is the record's uuid, or made from its line when it has none.

    `parent` is the uuid that the record names; `root` says that it names none on purpose. `group` is the call that an
    assistant record belongs to, `answers` the calls whose results a user record brings.
    """

    kind: NodeKind
    line: int
    key: str
    record: Mapping[str, Any]
    parent: str | None = None
    root: bool = False
    at: str | None = None
    group: str = ""
    answers: tuple[str, ...] = ()
    blocks: tuple[Mapping[str, Any], ...] = ()
    synthetic: bool = False  # an assistant record that the harness wrote itself


def node_of(record: Mapping[str, Any], line: int) -> Node | None:
    """The record's node; None when it is no part of the tree and no queued message."""
    kind = _kind(record)
    key = record.get("uuid")
    if kind is None or (kind == "link" and not isinstance(key, str)):
        return None
    parent = record.get("parentUuid")
    blocks = blocks_of(record) if kind in ("user", "assistant", "summary") else ()
    return Node(
        kind=kind,
        line=line,
        key=key if isinstance(key, str) and key else f"line-{line}",
        record=record,
        parent=parent if isinstance(parent, str) and parent else None,
        root="parentUuid" in record and parent is None,
        at=time_of(record),
        group=_group(record, line) if kind == "assistant" else "",
        answers=_answers(blocks) if kind == "user" else (),
        blocks=blocks,
        synthetic=kind == "assistant" and _is_synthetic(record),
    )


def blocks_of(record: Mapping[str, Any]) -> tuple[Mapping[str, Any], ...]:
    message = record.get("message")
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, str):
        return ({"type": "text", "text": content},)
    if isinstance(content, list):
        return tuple(block for block in content if isinstance(block, dict))
    return ()


def used_tokens(record: Mapping[str, Any]) -> tuple[int, int]:
    """The size of the window and of the answer as the provider counted them; 0 where nobody did."""
    usage = record["message"].get("usage")
    if not isinstance(usage, dict):
        return 0, 0
    return sum(tokens_of(usage.get(key)) for key in _INPUT_TOKENS), tokens_of(usage.get("output_tokens"))


def is_api_error(record: Mapping[str, Any]) -> bool:
    return record.get("type") == "assistant" and record.get("isApiErrorMessage") is True


def opens_as_summary(node: Node) -> bool:
    text = node.blocks[0].get("text") if node.blocks else None
    return isinstance(text, str) and text.lstrip().startswith(SUMMARY_OPENING)


def _kind(record: Mapping[str, Any]) -> NodeKind | None:
    kind, subtype = record.get("type"), record.get("subtype")
    if kind == "user" and isinstance(record.get("message"), dict):
        return "summary" if record.get("isCompactSummary") is True else "user"
    if kind == "assistant" and isinstance(record.get("message"), dict):
        return "link" if is_api_error(record) else "assistant"
    if kind == "attachment" and isinstance(record.get("attachment"), dict):
        return "attachment"
    if kind == "system" and subtype == "compact_boundary":
        return "boundary"
    if kind == "system" and subtype == "microcompact_boundary":
        return "clearing"
    return "queue" if kind == "queue-operation" else "link"


def _group(record: Mapping[str, Any], line: int) -> str:
    message = record["message"]
    if _is_synthetic(record):
        return f"line {line}"
    named = said(message, "id")
    if named:
        return f"message {named}"
    asked = said(record, "requestId")
    return f"request {asked}" if asked else f"line {line}"


def _is_synthetic(record: Mapping[str, Any]) -> bool:
    return bool(record["message"].get("model") == "<synthetic>")


def _answers(blocks: tuple[Mapping[str, Any], ...]) -> tuple[str, ...]:
    named = [said(block, "tool_use_id") for block in blocks if block.get("type") == "tool_result"]
    return tuple(name for name in named if name)
