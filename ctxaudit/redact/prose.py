"""Hides the trace's words in one of our sentences: what is not known to be ours becomes a hash and a length.

Knows no report and no rule. The hash tells equal texts from others; it is not a secret: who can guess a text can check
the guess.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256

from ctxaudit.redact.vocabulary import COUNTED, OURS, PLACES

_HASH_DIGITS = 8
_QUOTE = re.compile("“[^”]*+(?:”|$)|\"[^\"]*+(?:\"|$)|(?<!\\w)'[^']*+'(?!\\w)|‘[^’]*+’(?!\\w)")
_CLOSING = "”\"'’"
_PLACE = re.compile(rf"(?<![\w-])(?:{'|'.join(sorted(PLACES))}) \d[\d,]*+(?![\w.]\w)")
_INSIDE = re.compile(r"\w\w")  # two characters of one word
_PIECE = re.compile(r"\S+")
_EDGES = re.compile(r"^([(\[{<\"'`“‘→…,;:.!?]*+)(.*?)([)\]}>\"'`”’…,;:.!?%]*)$", re.DOTALL)
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_LONGEST = 20_000  # of a sentence: what is longer was not written by us


@dataclass(frozen=True, slots=True)
class Hiding:
    """What one trace is known to have said. `keeps`: names that stay; `texts` and `numbers` go, wherever they stand."""

    keeps: frozenset[str] = frozenset()
    texts: tuple[str, ...] = ()
    numbers: frozenset[str] = frozenset()
    shared: frozenset[str] = frozenset()  # numbers of the whole trace, kept apart: they are many

    def says(self, number: str) -> bool:
        return number in self.numbers or number in self.shared


def hiding(keeps: Iterable[str], texts: Iterable[str]) -> Hiding:
    """Longer texts go first, so that none leaves an end of another behind."""
    distinct = sorted({text for text in texts if text.strip()}, key=lambda text: (-len(text), text))
    found = {_plain(number) for text in distinct for number in _NUMBER.findall(text[:_LONGEST])}
    return Hiding(frozenset(keeps), tuple(distinct), frozenset(found))


def mark(text: str) -> str:
    """`[redacted 1a2b3c4d, 17 characters]`; nothing stays nothing."""
    if not text:
        return text
    digest = sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH_DIGITS]
    return f"[redacted {digest}, {len(text)} character{'' if len(text) == 1 else 's'}]"


def sentence(text: str, hidden: Hiding) -> str:
    """The sentence with the trace's own words hidden, in doubt more than those."""
    if len(text) > _LONGEST:
        return mark(text)
    shown: list[str] = []
    at = 0
    for start, end, piece in _fixed(text, hidden):
        shown += [_words(text[at:start], hidden), piece]
        at = end
    return "".join([*shown, _words(text[at:], hidden)])


def _fixed(text: str, hidden: Hiding) -> Iterator[tuple[int, int, str]]:
    """Places, quotations and what the trace said word for word, from left to right, none over another."""
    found = [(match.start(), match.end(), match[0]) for match in _PLACE.finditer(text)]
    found += [(match.start(), match.end(), _quotation(match[0], hidden)) for match in _QUOTE.finditer(text)]
    for said in hidden.texts:
        found += [(start, start + len(said), mark(said)) for start in _whole_words(said, text)]
    past = 0
    for start, end, piece in sorted(found, key=lambda one: (one[0], -one[1])):
        if start >= past:
            yield start, end, piece
            past = end


def _whole_words(said: str, text: str) -> Iterator[int]:
    start = text.find(said)
    while start >= 0:
        end = start + len(said)
        before, after = text[start - 1 : start] + said[:1], said[-1:] + text[end : end + 1]
        if not (_INSIDE.fullmatch(before) or _INSIDE.fullmatch(after)):
            yield start
        start = text.find(said, end)


def _quotation(whole: str, hidden: Hiding) -> str:
    """The marks stay; what they hold goes, unless it is a name that stays and that the trace does not say."""
    inner = whole[1:-1] if len(whole) > 1 and whole[-1] in _CLOSING else whole[1:]
    return whole if inner in hidden.keeps and inner not in hidden.texts else whole.replace(inner, mark(inner), 1)


@dataclass(slots=True)
class _Word:
    before: str
    core: str
    after: str
    ours: bool


def _words(text: str, hidden: Hiding) -> str:
    """Word by word: numbers stand where they count something and the trace says no such number."""
    if not text.strip():
        return text
    words = [_split(piece, hidden) for piece in _PIECE.findall(text)]
    for at, word in enumerate(words):
        if not word.ours and _NUMBER.fullmatch(word.core):
            word.ours = _counts(at, words, hidden)
    gaps = _PIECE.split(text)
    return gaps[0] + "".join(_joined(words, gaps))


def _split(piece: str, hidden: Hiding) -> _Word:
    match = _EDGES.match(piece)
    before, core, after = match.groups() if match else ("", piece, "")
    return _Word(before, core, after, not core or _is_ours(core, hidden))


def _is_ours(core: str, hidden: Hiding) -> bool:
    if core in OURS or core in hidden.keeps:
        return True
    return all(part.lower() in OURS for part in re.split(r"[-/]", core.replace("’", "'")))


def _counts(at: int, words: list[_Word], hidden: Hiding) -> bool:
    beside = [words[near] for near in (at - 1, at + 1) if 0 <= near < len(words)]
    if any(not word.ours and not _NUMBER.fullmatch(word.core) for word in beside):
        return False
    following = words[at + 1].core if at + 1 < len(words) and not words[at].after else ""
    return following in COUNTED or not hidden.says(_plain(words[at].core))


def _joined(words: list[_Word], gaps: list[str]) -> Iterator[str]:
    """Neighbours that are hidden are hidden as one."""
    at = 0
    while at < len(words):
        end = at + 1
        if not words[at].ours:
            while end < len(words) and _goes_on(words, gaps, end):
                end += 1
            core = " ".join(word.core for word in words[at:end])
            yield f"{words[at].before}{mark(core)}{words[end - 1].after}{gaps[end]}"
        else:
            yield f"{words[at].before}{words[at].core}{words[at].after}{gaps[end]}"
        at = end


def _goes_on(words: list[_Word], gaps: list[str], at: int) -> bool:
    return not words[at].ours and gaps[at] == " " and not words[at - 1].after and not words[at].before


def _plain(number: str) -> str:
    return number.replace(",", "")
