"""From one message to the spans that the window holds of it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ctxaudit.importers._draft import Draft
from ctxaudit.importers._results import looks_up
from ctxaudit.importers._values import as_json, listed, part, said
from ctxaudit.importers.inspect_ai.messages import Message, is_moved
from ctxaudit.model import Maker

_SUMMARY = re.compile(r"\s*\[CONTEXT COMPACTION SUMMARY\]")
_OPENING = "<summary>"
_CLOSING = "</summary>"
_UUID = re.compile(r"[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F-]{14,}")


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a summary's own words stand, and whether the window says that it is one."""

    start: int = 0
    end: int | None = None
    told: bool = False


def frame_of(text: str) -> Frame:
    told = _SUMMARY.match(text) is not None or "summar" in text[:300].casefold()
    start, end = text.find(_OPENING, 0, 2000), text.rfind(_CLOSING)
    if start < 0 or end < start:
        return Frame(told=told)
    return Frame(start + len(_OPENING), end, told)


def drafts_of(message: Message, maker: Maker, tools: dict[str, str]) -> list[Draft]:
    """`maker` is who made it if it is of the user or of the assistant. `tools` remembers each call for its result."""
    body, role = message.body, message.role
    if role == "tool":
        return [_result(body, maker, tools)]
    if role == "assistant":
        return [*_said(body, "assistant", maker), *_calls(body, maker, tools)]
    if role == "system":
        return _said(body, "system", "host")
    return _said(body, "user", maker)


def text_of(message: Message) -> str:
    return "\n".join(text for text, whole in _texts(message.body.get("content")) if whole)


def short(key: str) -> str:
    """A message's id as spans wear it: eight characters of a random one, a given one whole."""
    name, mark, rest = key.partition("#")
    random = _UUID.fullmatch(name) or (len(name) >= 20 and name.isalnum())
    return f"{name[:8] if random else name[:80]}{mark}{rest}"


def _said(body: Mapping[str, Any], role: Any, maker: Maker) -> list[Draft]:
    content = body.get("content")
    if isinstance(content, str):
        return [_text(content, role, maker)] if content.strip() else []
    drafts: list[Draft] = []
    for block in listed(content):
        kind = said(block, "type") or "block"
        if kind == "text":
            drafts += [_text(block["text"], role, maker)] if said(block, "text") else []
        elif kind == "reasoning":
            thought = said(block, "summary") if block.get("redacted") is True else said(block, "reasoning")
            drafts += [Draft(thought, "scratchpad", maker, {"tags": ("thinking",)})] if thought else []
        elif kind == "tool_use":
            drafts += _server_tool(block, maker)
        else:
            drafts.append(Draft(f"[{kind}]", role, maker, {"complete": False}))
    return drafts


def _text(text: str, role: Any, maker: Maker) -> Draft:
    return Draft("", role, maker, {"complete": False}) if is_moved(text) else Draft(text, role, maker)


def _server_tool(block: Mapping[str, Any], maker: Maker) -> list[Draft]:
    """A tool that the provider ran by itself: its call and its result are parts of the answer."""
    name, call = said(block, "name"), said(block, "id")
    fields: dict[str, Any] = {"kind": "tool-call", "call_id": call, "name": name}
    asked = Draft(as_json(block.get("arguments")), "assistant", maker, fields)
    got = block.get("result")
    if got is None:
        return [asked]
    fields = {"kind": "read", "call_id": call, "name": name}
    return [asked, Draft(got if isinstance(got, str) else as_json(got), "tool", "tool", fields)]


def _calls(body: Mapping[str, Any], maker: Maker, tools: dict[str, str]) -> list[Draft]:
    drafts: list[Draft] = []
    for call in listed(body.get("tool_calls")):
        name, key, arguments = said(call, "function") or "", said(call, "id"), call.get("arguments")
        if key is not None:
            tools[key] = "read" if looks_up(name, arguments) else "tool-result"
        fields: dict[str, Any] = {"kind": "tool-call", "call_id": key, "name": name or None}
        drafts.append(Draft(as_json(arguments), "assistant", maker, fields))
    return drafts


def _result(body: Mapping[str, Any], maker: Maker, tools: Mapping[str, str]) -> Draft:
    call = said(body, "tool_call_id")
    failure = said(part(body, "error"), "message")
    texts = _texts(body.get("content"))
    whole = all(complete for _, complete in texts)
    text = failure if failure is not None else "\n".join(text for text, _ in texts)
    fields: dict[str, Any] = {
        "kind": tools.get(call or "", "tool-result") if maker == "tool" else "tool-result",
        "call_id": call,
        "name": said(body, "function"),
        "tags": ("error",) if body.get("error") else (),
        "complete": whole or failure is not None,
    }
    return Draft(text, "tool", maker, fields)


def _texts(content: Any) -> list[tuple[str, bool]]:
    """The texts of a content, each with whether the log holds it."""
    if isinstance(content, str):
        return [("", False)] if is_moved(content) else [(content, True)]
    found: list[tuple[str, bool]] = []
    for block in listed(content):
        text = said(block, "text")
        if block.get("type") == "text":
            found.append(("", False) if text and is_moved(text) else (text or "", True))
        else:
            found.append((f"[{said(block, 'type') or 'block'}]", False))
    return found
