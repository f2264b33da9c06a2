"""Whether a tool call only looked something up: its result is then evidence of kind `read`."""

from __future__ import annotations

import re
from typing import Any

from ctxaudit.importers._shell import only_reads

_READERS = frozenset({"Read", "Grep", "Glob", "LS", "WebFetch", "WebSearch", "NotebookRead", "ToolSearch"})
_SHELLS = frozenset({"Bash", "bash", "PowerShell"})
_LONGEST = 2000
_IN_STORE = ("/tool-results/", ".claude/projects/")
_STORE = re.compile(r"/tool-results/|\.claude/projects/[^\s/]+/[0-9a-f-]{36}\.jsonl")


def looks_up(tool: str, arguments: Any) -> bool:
    """True for tools that read and for shell commands that are made of reading commands alone."""
    if tool in _READERS:
        return True
    if tool not in _SHELLS or not isinstance(arguments, dict):
        return False
    command = arguments.get("command")
    return isinstance(command, str) and only_reads(command)


def fetches_copy(arguments: Any) -> bool:
    """The call reads what the harness itself keeps outside of the window: a moved result, the session's own log."""
    if not isinstance(arguments, dict):
        return False
    named = [arguments.get(key) for key in ("file_path", "path", "command")]
    return any(isinstance(name, str) and _names_store(name) for name in named)


def _names_store(text: str) -> bool:
    """The pattern is tried only where a part that it cannot do without stands."""
    return any(part in text for part in _IN_STORE) and _STORE.search(text, 0, _LONGEST) is not None
