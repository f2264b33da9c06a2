"""A tool's result as it was sent: the stored text, the lines around it, and the cut in its middle."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, NamedTuple

from ctxaudit.importers._values import listed, said
from ctxaudit.importers._values import part as inner

MOST = 50_000  # characters of any tool's text
MOST_OF_TERMINAL = 30_000
CLIPPED = "<response clipped>"

_ERROR = "[An error occurred during execution.]\n"
_NOTICE = "<response clipped><NOTE>Due to the max output limit, only part of the full response has been shown to you."
_SAVED = " The complete output has been saved to {path} - you can use other tools to view the full content (truncated part starts around line {line})."  # noqa: E501
_END = "</NOTE>"


class Sent(NamedTuple):
    """`saved`: the file in which the text is said to be whole; `whole`: that it is, as far as the log can tell.

    `complete`: the log holds all that was sent.
    """

    text: str
    complete: bool = True
    saved: str | None = None
    whole: bool = True


def text_of(blocks: Any) -> tuple[str, bool]:
    """The text blocks of a content, and whether there are no others."""
    found = listed(blocks)
    texts = [str(block["text"]) for block in found if isinstance(block.get("text"), str)]
    return "".join(texts), len(texts) == len(found)


class SavedOutputs:
    """The files beside the conversation in which whole outputs are kept, found by what they hold.

    Without such files nobody can tell whether one was written; the name that it then would have is made from the text.
    """

    def __init__(self, texts: Mapping[str, str] | None = None) -> None:
        self._names = {_digest(text): name for name, text in (texts or {}).items()}

    def name_of(self, text: str) -> str | None:
        digest = _digest(text)
        return self._names.get(digest) if self._names else f"terminal_output_{digest[:8]}.txt"


def sent(observation: Mapping[str, Any], outputs: SavedOutputs) -> Sent:
    """The result of an `ObservationEvent`."""
    stored, complete = text_of(observation.get("content"))
    failed = _ERROR if observation.get("is_error") is True else ""
    if "metadata" not in observation:
        return Sent(_cut(failed + stored, MOST, _NOTICE + _END), complete)
    text = around(stored, inner(observation, "metadata"))
    if len(text) <= MOST_OF_TERMINAL:
        return Sent(failed + text, complete)
    folder = said(observation, "full_output_save_dir")
    name = outputs.name_of(text) if folder else None
    if folder is None or name is None:
        return Sent(failed + _cut(text, MOST_OF_TERMINAL, _NOTICE + _END), complete)
    path = f"{folder.rstrip('/')}/{name}"
    shown = _head(MOST_OF_TERMINAL - len(_NOTICE + _END))
    line = len(text[:shown].splitlines()) + 1  # as the program counts them
    notice = _NOTICE + _SAVED.format(path=path, line=line) + _END
    return Sent(failed + _cut(text, MOST_OF_TERMINAL, notice, shown), complete, path, CLIPPED not in stored)


def around(text: str, metadata: Mapping[str, Any]) -> str:
    """The text with the lines that a shell's result gets."""
    text = f"{said(metadata, 'prefix') or ''}{text}{said(metadata, 'suffix') or ''}"
    if folder := said(metadata, "working_dir"):
        text += f"\n[Current working directory: {folder}]"
    if interpreter := said(metadata, "py_interpreter_path"):
        text += f"\n[Python interpreter: {interpreter}]"
    code = metadata.get("exit_code", -1)
    return text if code == -1 else f"{text}\n[Command finished with exit code {code}]"


def _cut(text: str, most: int, notice: str, head: int | None = None) -> str:
    """Head and tail with the notice between, `most` characters in all."""
    if len(text) <= most:
        return text
    rest = most - len(notice)
    head = min(_head(rest) if head is None else head, rest)
    tail = rest - head
    return text[:head] + notice + (text[-tail:] if tail > 0 else "")


def _head(rest: int) -> int:
    return rest // 2 + rest % 2


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
