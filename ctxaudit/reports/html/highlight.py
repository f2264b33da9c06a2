"""Cuts excerpts into lines and pieces, with the tokens in them marked: needed later, lost, or named by a finding."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from ctxaudit.reports import safe
from ctxaudit.reports.html.views import Excerpt, Mark, Piece

_LONGEST, _LINES, _LINE = 1_300, 14, 400  # characters, lines, characters of a line
_TOKENS, _MARKED = 80, 200  # tokens that are looked for, and the longest of them
_EDGE = "[A-Za-z0-9_]"


class Marker:
    """Marks tokens in texts. A token that is in several lists has the mark of the first."""

    def __init__(self, needed: Iterable[str] = (), lost: Iterable[str] = (), named: Iterable[str] = ()) -> None:
        marks: dict[str, Mark] = {}
        for tokens, mark in ((needed, _NEEDED), (lost, _LOST), (named, _NAMED)):
            for token in list(tokens)[:_TOKENS]:
                marks.setdefault(safe.visible(token[: _MARKED + 1].strip()), mark)
        self._marks: Mapping[str, Mark] = {token: mark for token, mark in marks.items() if 0 < len(token) <= _MARKED}
        longest_first = sorted(self._marks, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(_whole, longest_first))) if longest_first else None

    def lines(self, text: str) -> Excerpt:
        """The text in its own lines, empty ones left out; what is too long is cut."""
        short = text[:_LONGEST] + ("…" if len(text) > _LONGEST and not text[:_LONGEST].endswith("…") else "")
        written = short.replace("\r\n", "\n").replace("\t", "    ").split("\n")
        lines = [line for line in written if line.strip()]
        shown = [safe.visible(line.rstrip()[:_LINE]) for line in lines[:_LINES]]
        shown += ["…"] if len(lines) > _LINES else []
        return tuple(tuple(self._pieces(line)) for line in shown)

    def line(self, text: str, limit: int) -> Excerpt:
        """The text in one line, white space folded."""
        return (tuple(self._pieces(safe.line(text, limit))),)

    def _pieces(self, line: str) -> Iterable[Piece]:
        at = 0
        for match in self._pattern.finditer(line) if self._pattern is not None else ():
            if match.start() > at:
                yield Piece(line[at : match.start()])
            yield Piece(match[0], self._marks[match[0]])
            at = match.end()
        if at < len(line):
            yield Piece(line[at:])


_NEEDED: Mark = "needed"
_NAMED: Mark = "named"
_LOST: Mark = "lost"


def _whole(token: str) -> str:
    """A pattern for the token that does not match inside of a longer word or number."""
    before = f"(?<!{_EDGE})" if re.match(_EDGE, token) else ""
    after = f"(?!{_EDGE})" if re.match(_EDGE, token[-1]) else ""
    return f"{before}{re.escape(token)}{after}"
