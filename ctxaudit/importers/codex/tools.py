"""What a tool call does and how it went, told from its name, its arguments and the head of its output."""

from __future__ import annotations

import re
from typing import Any

import orjson

from ctxaudit.importers._shell import only_reads

_READERS = frozenset(
    {
        *("read_file", "list_dir", "grep_files", "view_image", "web_search", "tool_search"),
        *("read_mcp_resource", "list_mcp_resources", "list_mcp_resource_templates"),
    }
)
_SHELLS = frozenset({"exec_command", "shell", "shell_command", "container.exec", "local_shell"})
_SHELL_PROGRAMS = frozenset({"bash", "sh", "zsh"})
_EXIT = re.compile(r"(?:\A|\n)(?:Exit code|Process exited with code):? (-?\d+)")
_FAILED = re.compile(
    r"(?:execution error|error:|failed (?:to|in)\b|unsupported call|aborted\b|command timed out"
    r"|apply_patch verification failed)",
    re.IGNORECASE,
)
_HEAD = 400


def looks_up(tool: str, arguments: str) -> bool:
    """True for tools that read and for shell commands that are made of reading commands alone."""
    if tool in _READERS:
        return True
    if tool not in _SHELLS:
        return False
    try:
        given = orjson.loads(arguments)
    except orjson.JSONDecodeError:
        return False
    command = _command(given.get("cmd") or given.get("command")) if isinstance(given, dict) else None
    return command is not None and only_reads(command)


def failed(output: str) -> bool:
    """The harness says that the command ended with an error, or that the call could not be made."""
    if output.startswith("{"):
        return _recorded_code(output) not in (None, 0)
    found = _EXIT.search(output, 0, _HEAD)
    if found is not None:
        return found.group(1) != "0"
    return _FAILED.match(output) is not None


def _recorded_code(output: str) -> Any:
    """The exit code of the older form, an object with the output and what is known of it."""
    try:
        told = orjson.loads(output)
    except orjson.JSONDecodeError:
        return None
    about = told.get("metadata") if isinstance(told, dict) else None
    return about.get("exit_code") if isinstance(about, dict) else None


def _command(given: Any) -> str | None:
    """A command line; of a shell that is called by name, the script that it is given."""
    if isinstance(given, str):
        return given
    if not isinstance(given, list) or not given or not all(isinstance(word, str) for word in given):
        return None
    if given[0].rsplit("/", 1)[-1] in _SHELL_PROGRAMS and len(given) >= 3 and given[1] in ("-lc", "-c"):
        return str(given[2])
    return " ".join(given)
