"""Who said it: the user's messages of a task carry the human's words, tools' results and the harness's own text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ctxaudit.importers._draft import Draft

_HUMAN = ("<task>", "<user_message>", "<feedback>", "<answer>", "<user_input")
_HOST = (
    "<environment_details>",
    "<explicit_instructions",
    "<system-reminder>",
    "<file_content",
    "<folder_content",
    "<tool_use_error",
    "[ERROR]",
    "[NOTE]",
    "[[NOTE]",
    "[TASK RESUMPTION]",
    "[WARNING]",
    "# TODO",
    "New instructions for plan continuation",
)
_RESULT = re.compile(r"\[(\w+)(?: for [^\n]{0,2000})?\] Result:[ \t]*\n?")
_READING = frozenset({"read_file", "list_files", "search_files", "list_code_definition_names", "codebase_search"})
_REFUSED = re.compile(r"The user denied this operation[^\n]{0,200}\n?\s*<feedback>\n?(.*?)\n?</feedback>", re.DOTALL)


@dataclass(slots=True)
class Voices:
    """Reads the text blocks of one message in order: a tool's result may stand in the block behind its heading."""

    _tool: str | None = None

    def drafts(self, text: str) -> list[Draft]:
        bare = text.lstrip()
        if not bare:
            return []
        heading = _RESULT.match(bare)
        if heading is not None:
            self._tool = (
                heading[1] if heading.end() == len(bare.rstrip()) or not bare[heading.end() :].strip() else None
            )
            return [self._result(text, heading[1])]
        tool, self._tool = self._tool, None
        if bare.startswith(_HUMAN):
            return [Draft(text, "user", "human")]
        if bare.startswith(_HOST):
            return [Draft(text, "user", "host")]
        return [self._result(text, tool)] if tool else [Draft(text, "user", "human")]

    def _result(self, text: str, tool: str) -> Draft:
        kind = "read" if tool in _READING else "tool-result"
        return Draft(text, "user", "tool", {"kind": kind, "name": tool})


def refusal(text: str) -> tuple[str, str] | None:
    """The harness's sentence and the human's words in the result of a refused call; None without such words."""
    found = _REFUSED.match(text)
    return (text[: found.start(1)] + text[found.end(1) :], found[1]) if found and found[1].strip() else None
