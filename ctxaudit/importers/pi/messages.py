"""From one message to what the model saw of it: who made it, what kind it is, what of it the log lacks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ctxaudit.importers._draft import Draft, spoken
from ctxaudit.importers._shell import only_reads
from ctxaudit.importers._values import as_json, listed, said
from ctxaudit.importers._values import part as inner
from ctxaudit.model import Maker, Role

_COMPACTED = "The conversation history before this point was compacted into the following summary:\n\n<summary>\n"
_BRANCHED = "The following is a summary of a branch that this conversation came back from:\n\n<summary>\n"
_END = "</summary>"
_LISTS = re.compile(r"\s*<(?:read|modified)-files>")
_READERS = frozenset({"read", "grep", "find", "ls", "glob", "web_search", "web_fetch", "memory_search", "memory_get"})
_SHELLS = frozenset({"bash", "exec", "shell"})
_SAVED_TO = re.compile(r"Full output: ([^\]\n]{1,1000})\]")


class Framed(NamedTuple):
    """A summary in the words that stand around it, and where its own begin and end."""

    text: str
    start: int
    end: int


@dataclass(slots=True)
class Reader:
    """Makes drafts of the messages of one session, and keeps which calls only look something up."""

    reads: dict[str, bool] = field(default_factory=dict)

    def drafts(self, message: Mapping[str, Any], role: str) -> list[Draft]:
        """Nothing for what is not sent."""
        content = message.get("content")
        match role:
            case "system":
                return _system(message)
            case "user":
                return _texts(content, "user", "human")
            case "custom":
                return _texts(content, "user", "host")
            case "assistant":
                return self._answer(content)
            case "toolResult":
                return self._result(message)
            case "bashExecution":
                return [] if message.get("excludeFromContext") is True else [_command(message)]
        return []

    def _answer(self, content: Any) -> list[Draft]:
        drafts: list[Draft] = []
        for block in _blocks(content):
            kind = said(block, "type")
            if kind == "text" and said(block, "text"):
                drafts.append(Draft(block["text"], "assistant", "model"))
            elif kind == "thinking" and said(block, "thinking"):
                drafts.append(Draft(block["thinking"], "scratchpad", "model", {"tags": ("thinking",)}))
            elif kind == "toolCall":
                drafts.append(self._call(block))
        return drafts

    def _call(self, block: Mapping[str, Any]) -> Draft:
        name, call, arguments = said(block, "name"), said(block, "id"), block.get("arguments")
        command = said(inner(block, "arguments"), "command") or ""
        self.reads[call or ""] = name in _READERS or (name in _SHELLS and only_reads(command))
        fields = {"kind": "tool-call", "call_id": call, "name": name}
        return Draft(as_json(arguments), "assistant", "model", fields)

    def _result(self, message: Mapping[str, Any]) -> list[Draft]:
        call = said(message, "toolCallId")
        blocks = _blocks(message.get("content"))
        texts = [str(block["text"]) for block in blocks if isinstance(block.get("text"), str)]
        text = "\n".join(texts)
        fields: dict[str, Any] = {
            "kind": "read" if self.reads.get(call or "") else "tool-result",
            "call_id": call,
            "name": said(message, "toolName"),
            "tags": ("error",) if message.get("isError") is True else (),
            "complete": len(texts) == len(blocks),
            "external_copy": _saved(text, inner(message, "details")),
        }
        return [Draft(text, "tool", "tool", fields)]


def compacted(summary: str) -> Framed:
    return _framed(_COMPACTED, summary, "\n" + _END)


def branched(summary: str) -> Framed:
    return _framed(_BRANCHED, summary, _END)


def _framed(lead: str, summary: str, end: str) -> Framed:
    """The lists of files at the end are made by code from the tool calls: they are no part of the summary proper."""
    lists = _LISTS.search(summary)
    return Framed(lead + summary + end, len(lead), len(lead) + (lists.start() if lists else len(summary)))


def _system(message: Mapping[str, Any]) -> list[Draft]:
    sections = inner(message, "sections")
    texts = [text for text in (_plain(message.get("content")), *map(_plain, sections.values())) if text]
    return [Draft("\n\n".join(texts), "system", "host")] if texts else []


def _plain(content: Any) -> str:
    return "\n".join(text for block in _blocks(content) if (text := said(block, "text")))


def _texts(content: Any, role: Role, maker: Maker) -> list[Draft]:
    return spoken(_blocks(content), role, maker)


def _command(message: Mapping[str, Any]) -> Draft:
    """What the human ran in the shell, as it is put to the model."""
    output, path, code = said(message, "output"), said(message, "fullOutputPath"), message.get("exitCode")
    shown = f"```\n{output}\n```" if output else "(no output)"
    text = f"Ran `{said(message, 'command') or ''}`\n{shown}"
    if message.get("cancelled") is True:
        text += "\n\n(command cancelled)"
    elif code not in (None, 0):
        text += f"\n\nCommand exited with code {code}"
    saved = path if message.get("truncated") is True else None
    if saved:
        text += f"\n\n[Output truncated. Full output: {saved}]"
    return Draft(text, "user", "host", {"external_copy": saved})


def _blocks(content: Any) -> list[Mapping[str, Any]]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else listed(content)


def _saved(text: str, details: Mapping[str, Any]) -> str | None:
    """The file with the whole output, when the text that the model saw names it."""
    path = said(details, "fullOutputPath")
    if path and path in text:
        return path
    named = _SAVED_TO.search(text, max(0, len(text) - 2000)) if inner(details, "truncation") else None
    return named.group(1).strip() if named else None
