"""Which files a text names, and whether two names can mean the same file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

_WORD = re.compile(r"[^\s\"'`()\[\]{}<>,;|*=“”‘’「」]+")
_PART = re.compile(r"[/\\]")
_ENDING = re.compile(r".\.[A-Za-z][A-Za-z0-9]{0,9}\Z")
_PLACE_IN = re.compile(r"(?<=.):[0-9][0-9:-]{0,23}\Z")
_CLOSING = ".!?:…/\\"
_SHORT = 400  # characters: a longer argument is a text, not a place
_PROSE = (".md", ".txt", ".rst", ".adoc", ".org")
_LEADS = frozenset(("", ".", "..", "~", "https:", "http:", "file:"))


@dataclass(frozen=True, slots=True)
class Named:
    """A name as a text spells it, and its parts without what only leads to it."""

    spelled: str
    parts: tuple[str, ...]

    @property
    def last(self) -> str:
        return self.parts[-1]

    @property
    def folder(self) -> str:
        """The part before the last; nothing when it is named without one."""
        return self.parts[-2] if len(self.parts) > 1 else ""

    @property
    def is_file(self) -> bool:
        """Its last part has an ending."""
        return _ENDING.search(self.last) is not None

    def may_be(self, other: Named) -> bool:
        """The shorter of the two is the end of the longer one."""
        length = min(len(self.parts), len(other.parts))
        return self.parts[-length:] == other.parts[-length:]


def words_named(text: str) -> Iterator[Named]:
    """Each word as a name, in the order of the text; a place in a file (`a.py:12`) names the file."""
    for word in _WORD.findall(text):
        spelled = _PLACE_IN.sub("", word.rstrip(_CLOSING))
        parts = tuple(part for part in _PART.split(spelled) if part not in _LEADS)
        if parts:
            yield Named(spelled, parts)


def files_named(text: str) -> Iterator[Named]:
    """Those of them that are a file's name with an ending, with or without folders."""
    return (name for name in words_named(text) if name.is_file)


def places_named(arguments: str) -> list[Named]:
    """The names in what a tool call is about: in its short arguments, or in the long ones when these name no file."""
    values = list(_strings(arguments))
    short = [name for value in values if _is_short(value) for name in words_named(value)]
    if any(name.is_file for name in short):
        return short
    return [name for value in values for name in words_named(value)]


def prose_written(arguments: str) -> str:
    """The long arguments of a call that is about a file of prose, without those that say what stood there before."""
    if "\\n" not in arguments or not any(name.last.endswith(_PROSE) for name in places_named(arguments)):
        return ""
    return "\n".join(value for value in _strings(arguments, but="old") if not _is_short(value))


def _is_short(value: str) -> bool:
    return len(value) <= _SHORT and "\n" not in value


def _strings(arguments: str, but: str = "\0") -> Iterator[str]:
    """The strings of arguments in JSON, but under keys that begin so; a text that is no JSON is one string."""
    try:
        waiting = [json.loads(arguments)]
    except (ValueError, RecursionError):
        yield arguments
        return
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            waiting.extend(reversed([inner for key, inner in value.items() if not key.startswith(but)]))
        elif isinstance(value, list):
            waiting.extend(reversed(value))
