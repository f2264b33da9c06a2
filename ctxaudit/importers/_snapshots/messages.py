"""Messages in the shapes of model providers and frameworks to blocks; it knows no tracer.

Read are the shapes of OpenTelemetry (parts), OpenAI (chat and responses), Anthropic, Gemini, LangChain (constructors,
dumped dicts, plain) and the AI SDK. What has another shape becomes text, so that nothing is dropped in silence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ctxaudit.importers._results import plain
from ctxaudit.importers._snapshots.attributes import structured
from ctxaudit.importers._snapshots.model import Block, BlockKind
from ctxaudit.importers._snapshots.phrases import by_tracer
from ctxaudit.importers._values import as_json, said
from ctxaudit.model import Role

Json = Mapping[str, Any]

_ROLES: Mapping[str, Role] = {
    "system": "system", "developer": "system", "systemmessage": "system", "instructions": "system",
    "assistant": "assistant", "ai": "assistant", "model": "assistant", "aimessage": "assistant",
    "aimessagechunk": "assistant", "tool": "tool", "function": "tool", "toolmessage": "tool",
    "functionmessage": "tool", "user": "user", "human": "user", "humanmessage": "user",
}  # fmt: skip
_TEXTS = frozenset({"text", "input_text", "output_text", "refusal", "message_text"})
_CALLS = frozenset({"tool_call", "tool_use", "function_call", "tool-call", "server_tool_use", "server_tool_call"})
_RESULTS = frozenset(
    {"tool_call_response", "tool_result", "function_call_output", "tool-result", "server_tool_call_response"}
)
_THOUGHTS = frozenset({"reasoning", "thinking", "redacted_thinking", "reasoning_content"})
_DEEPEST = 12


def blocks_of(value: Any, role: Role = "user") -> list[Block]:
    """The blocks of a list of messages, of one message, or of a bare text that is said in `role`."""
    if isinstance(value, list):
        if value and all(isinstance(item, list) for item in value):  # batches: a chat model gets one of them
            return blocks_of(value[0], role)
        return [block for item in value for block in blocks_of(item, role)]
    if isinstance(value, str):
        return [_text(role, value)] if value.strip() else []
    if isinstance(value, dict):
        return list(_message(value, role))
    return []


def system_blocks(value: Any) -> list[Block]:
    """Instructions that are kept apart from the messages: a text, or parts."""
    if isinstance(value, dict) and not said(value, "type") and "role" not in value and "parts" not in value:
        value = said(value, "content") or said(value, "text") or value
    items = value if isinstance(value, list) else [value]
    texts = [text for item in items if (text := item if isinstance(item, str) else text_of(item)).strip()]
    return [_text("system", "\n".join(texts))] if texts else []


def text_of(content: Any, depth: int = 0) -> str:
    """What a person could read in a content: its texts, one after the other; else its JSON."""
    if isinstance(content, str):
        return content
    if content is None:
        return ""
    if isinstance(content, list) and depth < _DEEPEST:
        return "\n".join(text for item in content if (text := text_of(item, depth + 1)))
    if isinstance(content, dict) and depth < _DEEPEST:
        for key in ("text", "content", "output", "result"):
            if isinstance(content.get(key), str) and all(other in _ENVELOPE for other in content if other != key):
                return str(content[key])
        if content.get("type") in _TEXTS or (content.get("type") == "text" and "content" in content):
            return text_of(content.get("text", content.get("content")), depth + 1)
    return as_json(content)


def result_text(content: Any) -> str:
    """A tool's result as the model reads it; of a structured one the values, one a line."""
    if isinstance(content, dict) and not said(content, "type"):
        return plain(content, bare=("exit_code", "status"))
    return text_of(content)


_ENVELOPE = frozenset({"type", "annotations", "cache_control", "id", "index", "extras", "role", "name", "success"})


def _message(message: Json, role: Role) -> Iterator[Block]:
    kwargs = message.get("kwargs")
    if message.get("type") == "constructor" and isinstance(kwargs, dict):
        path = message.get("id")
        name = path[-1] if isinstance(path, list) and path else ""
        yield from _message({"role": str(name), **kwargs, "type": None}, role)
        return
    inner = message.get("data")
    if isinstance(inner, dict) and isinstance(message.get("type"), str):
        yield from _message({**inner, "role": message["type"], "type": None}, role)
        return
    wrapped = message.get("message")
    if isinstance(wrapped, dict) and "role" not in message:
        yield from _message(wrapped, role)
        return
    yield from _spoken(message, role)


def _spoken(message: Json, role: Role) -> Iterator[Block]:
    told = said(message, "role") or said(message, "type") or ""
    role = _ROLES.get(told.casefold(), role)
    if _is_item(message):
        yield from _part(message, role, None)
        return
    name, found = said(message, "id"), False
    extra = message.get("additional_kwargs")
    summary = isinstance(extra, dict) and extra.get("lc_source") == "summarization"
    thought = said(message, "reasoning_content")
    if thought and role == "assistant":
        yield Block("scratchpad", thought, "thinking", id=name)
    content = message.get("parts", message.get("contents", message.get("content")))
    items = content if isinstance(content, list) else [content]
    if role == "tool" and not any(isinstance(item, dict) and item.get("type") in _RESULTS for item in items):
        yield _result(message, content, name)
        return
    for item in items:
        for block in _part(item, role, name):
            found = found or block.kind == "call"
            yield block if not summary else Block(block.role, block.text, block.kind, id=name, summary=True)
    if not found:
        yield from _calls(message, name)


def _is_item(message: Json) -> bool:
    """A part that stands where a message is expected, as in lists of response items."""
    kind = message.get("type")
    return "role" not in message and isinstance(kind, str) and (kind in _CALLS | _RESULTS | _THOUGHTS | {"compaction"})


def _calls(message: Json, name: str | None) -> Iterator[Block]:
    calls = message.get("tool_calls")
    for call in calls if isinstance(calls, list) else ():
        if isinstance(call, dict):
            yield _call(call, name)
    old = message.get("function_call")
    if isinstance(old, dict) and not calls:
        yield _call(old, name)


def _part(part: Any, role: Role, name: str | None) -> Iterator[Block]:
    if isinstance(part, str):
        if part.strip():
            yield _text(role, part, name)
        return
    if not isinstance(part, dict):
        return
    kind = str(part.get("type") or "")
    if part.get("thought") is True or kind in _THOUGHTS:
        thought = text_of(part.get("thinking", part.get("text", part.get("content", part.get("summary")))))
        if thought.strip():
            yield Block("scratchpad", thought, "thinking", id=name)
    elif kind in _CALLS:
        yield _call(part, name)
    elif kind in _RESULTS:
        yield _result(part, part.get("response", part.get("result", part.get("output", part.get("content")))), name)
    elif kind == "compaction":
        text = text_of(part.get("content"))
        yield Block(role, text, "compaction", id=said(part, "id") or name, complete=bool(text), summary=True)
    elif (inner := _gemini(part)) is not None:
        yield inner
    else:
        yield from _plain(part, kind, role, name)


def _plain(part: Json, kind: str, role: Role, name: str | None) -> Iterator[Block]:
    text = part.get("text", part.get("content"))
    if isinstance(text, str) and (kind in _TEXTS or not kind or kind == "message"):
        if text.strip():
            yield _text(role, text, name)
    elif kind:
        told = said(part, "mime_type") or said(part, "modality") or ""
        yield Block(role, f"[{kind}{' ' * bool(told)}{told}]"[:80], "other", id=name, complete=False)
    elif part:
        yield _text(role, as_json(part), name)


def _gemini(part: Json) -> Block | None:
    for key in ("functionCall", "function_call"):
        if isinstance(part.get(key), dict):
            return _call(part[key], None)
    for key in ("functionResponse", "function_response"):
        answer = part.get(key)
        if isinstance(answer, dict):
            return _result(answer, answer.get("response"), None)
    return None


def _call(call: Json, name: str | None) -> Block:
    inner = call.get("function")
    function = inner if isinstance(inner, dict) else call
    keys = ("arguments", "args", "input", "parameters")
    arguments = next((function[key] for key in keys if function.get(key) is not None), None)
    if isinstance(arguments, str):
        arguments, _ = structured(arguments)
    told = said(function, "name") or said(call, "toolName") or said(call, "name")
    return Block("assistant", as_json(arguments), "call", _call_id(call), told, name)


def _result(result: Json, content: Any, name: str | None) -> Block:
    failed = result.get("is_error") is True or result.get("status") == "error" or result.get("isError") is True
    text = result_text(content)
    tool = said(result, "name") or said(result, "toolName")
    return Block(
        "tool",
        text,
        "result",
        _call_id(result),
        tool,
        name,
        failed=failed,
        complete=content is not None and _kept(text),
    )


def _call_id(part: Json) -> str | None:
    return next((found for key in _CALL_IDS if (found := said(part, key))), None)


_CALL_IDS = ("tool_call_id", "tool_use_id", "call_id", "toolCallId", "id")


def _text(role: Role, text: str, name: str | None = None) -> Block:
    kind: BlockKind = "text"
    return Block(role, text, kind, id=name, complete=_kept(text))


def _kept(text: str) -> bool:
    return not by_tracer(text)
