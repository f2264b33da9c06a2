"""Of which files a text of the model says something: a plan, a question and a bare list of names say nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ctxaudit.rules._named_files import Named, files_named

_LEAST = 16  # bytes of letters beside the names
_MOST = 50  # names: with more of them it is a listing
_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”")
_END = re.compile(r"(?<=[.!?])[\"'”’)\]*_`]*\s+")
_ITEM = re.compile(r"\s*(?:[-*+•]|\d+[.)])\s")
_PLAN = re.compile(
    r"\b(?:let me|let['’]s|let us|(?:should|shall) (?:i|we)|"
    r"(?:i|we)(?:['’]ll|['’]d like to| will| shall| need to| want to| should| must|"
    r"(?:['’]m| am|['’]re| are) going to)|"
    r"be (?:checked|read|opened|verified|reviewed|confirmed|examined|looked at)|"
    r"to (?:re-?)?(?:read|open|check|review))\b"
    r"|\A\W*(?:(?:now|next|then|first|recommendation)\W+)*"
    r"(?:read|open|check|see|verify|review|confirm|reading|opening|checking|to ?do|next|still to)\b",
    re.IGNORECASE,
)
_READ = re.compile(
    r"\b(?:read|reviewed|examined|analy[sz]ed|studied|cross-referenced|cross-checked|checked|inspected|investigated|"
    r"consulted|verified|looked at|went through|based on|according to)\b",
    re.IGNORECASE,
)
_UNREAD = re.compile(
    r"(?:\b(?:never|not|without)|n['’]t)\**(?:\s+\w+){0,3}?\s+(?:re-?)?(?:read|reading|open|opened|opening|see|seen|"
    r"follow(?:ed|ing)?[ -]up)\b|\b(?:unread|unopened)\b",
    re.IGNORECASE,
)
_LETTERS = re.compile(r"[^\W\d_]+")


def owns_up(text: str) -> bool:
    """Some sentence of it says that something was not read."""
    return _UNREAD.search(text) is not None


def files_spoken_of(text: str) -> Iterator[tuple[Named, str]]:
    """Each file of which a sentence says something, with that sentence.

    What stands in quotes is said by others. An item of a list is said when the line that leads to it, or the heading
    above it, says that its items were read.
    """
    lead = heading = ""
    for line in _lines(text):
        item = _ITEM.match(line.shown) is not None
        told = (lead or heading) if item else ""
        for start, end in line.sentences():
            named = list(files_named(line.said[start:end]))
            if 0 < len(named) <= _MOST and (told or _says_something(line.said[start:end], named)):
                sentence = f"{told} {line.shown[start:end].strip()}".lstrip()
                yield from ((name, sentence) for name in named)
        if line.shown.startswith("#"):
            lead, heading = "", _leading(line.said)
        elif line.shown.strip() and not item:
            lead = _leading(line.said) if line.said.rstrip(" *_").endswith(":") else ""


@dataclass(frozen=True, slots=True)
class _Line:
    shown: str
    said: str  # the same without what stands in quotes, which is blank

    def sentences(self) -> Iterator[tuple[int, int]]:
        """Where each sentence stands, when there can be a file's name in one."""
        start = 0
        for end in _END.finditer(self.said) if "." in self.said else ():
            yield start, end.start()
            start = end.end()
        if "." in self.said:
            yield start, len(self.said)


def _lines(text: str) -> Iterator[_Line]:
    return (_Line(line, _QUOTED.sub(_unless_a_name, line)) for line in text.split("\n"))


def _unless_a_name(quoted: re.Match[str]) -> str:
    return " " * len(quoted[0]) if " " in quoted[0] else quoted[0]


def _leading(line: str) -> str:
    return line.strip() if _READ.search(line) and not _PLAN.search(line) else ""


def _says_something(sentence: str, named: list[Named]) -> bool:
    if sentence.rstrip("\"'”’)]*_` ").endswith("?") or _PLAN.search(sentence):
        return False
    rest = sentence
    for name in named:
        rest = rest.replace(name.spelled, " ")
    return _READ.search(rest) is not None or len("".join(_LETTERS.findall(rest)).encode()) >= _LEAST
