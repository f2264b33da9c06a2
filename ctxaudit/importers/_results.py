"""Texts of tool results that are structured, and which tools only look things up; it knows no log format."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from ctxaudit.importers._shell import only_reads

_READING = frozenset(
    {
        *("read", "readfile", "list", "ls", "glob", "grep", "search", "find", "view", "cat", "fetch", "lookup", "show"),
        *("codebase_search", "open", "tree", "head", "tail"),
    }
)
_SHELLS = frozenset({"bash", "shell", "terminal", "execute_command", "run_commands", "run_command", "execute_bash"})
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")


def plain(value: Any, *, bare: Collection[str] = ()) -> str:
    """A structured result as it is read: its values one a line, strings without JSON's escapes.

    A number keeps its key as a label, unless the key is in `bare`; the keys of strings belong to the tool's schema.
    """
    return "\n".join(_lines(value, frozenset(bare)))


def _lines(value: Any, bare: frozenset[str]) -> Iterator[str]:
    waiting: list[tuple[str, Any]] = [("", value)]
    while waiting:
        key, item = waiting.pop()
        if isinstance(item, Mapping):
            waiting.extend(reversed([(str(name), inner) for name, inner in item.items()]))
        elif isinstance(item, list):
            waiting.extend((key, inner) for inner in reversed(item))
        elif isinstance(item, str):
            yield item
        elif isinstance(item, bool):
            yield "true" if item else "false"
        elif item is not None:
            yield f"{key}: {item}" if key and key not in bare else str(item)


def looks_up(tool: str, arguments: Any) -> bool:
    """True for tools that read by their name, and for shell commands that are made of reading commands alone."""
    name = tool.casefold()
    if name in _SHELLS or name.endswith(("_bash", "_shell")):
        commands = _commands(arguments)
        return bool(commands) and all(only_reads(command) for command in commands)
    if name in _READING:
        return True
    words = _WORD.findall(tool)
    return len(words) > 1 and words[0].casefold() in _READING


def _commands(arguments: Any) -> list[str]:
    if not isinstance(arguments, Mapping):
        return []
    named = arguments.get("command", arguments.get("commands", arguments.get("cmd")))
    listed = named if isinstance(named, list) else [named]
    return [command for command in listed if isinstance(command, str)] if all(map(_is_text, listed)) else []


def _is_text(value: Any) -> bool:
    return isinstance(value, str)
