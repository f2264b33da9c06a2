"""The only door for text that came out of a trace: what passes here can no longer act on whatever displays it.

A character that draws nothing, moves the cursor or turns the writing direction becomes a visible escape, and text is
cut before it is worked on, so that a token of a megabyte costs no more than a short one.
"""

from __future__ import annotations

import re

_HOSTILE = (
    "\x00-\x1f\x7f-\x9f"  # C0, DEL, C1: escape codes begin here
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164"  # zero width, bidi, separators, blanks that look like nothing
    "\ud800-\udfff\ue000-\uf8ff\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff\U000f0000-\U0010ffff"
)
_HOSTILE_CHARACTER = re.compile(f"[{_HOSTILE}]")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_WHITE = re.compile("[\t\n\v\f\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+")
_FEW = 8  # hostile characters that are replaced one after the other; each is a walk through the text
_HARMLESS = bytes(range(0x20, 0x7F))  # printable ASCII; what is cut out of UTF-8 with them are whole characters
# Build services obey these wherever they stand in a line of a log.
_LOG_COMMAND = re.compile(r"#(?=#(?:\[|vso\[|teamcity\[))", re.IGNORECASE)
_SLACK = 8  # what the mark of a cut takes: a text that is longer by no more is shown whole
_READ_PER_LIMIT = 4  # folded white space shrinks a text: read this many times what will be shown


def _escape(character: str) -> str:
    code = ord(character)
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def visible(text: str) -> str:
    """The same text with every character that would act, or would not be seen, spelled out."""
    spelled = _HOSTILE_CHARACTER.sub(lambda match: _escape(match[0]), text)
    return _LOG_COMMAND.sub("#\\\\", spelled)


def line(text: str, limit: int = 200) -> str:
    """One dead line of about `limit` characters: white space folded, the end of a longer text cut off and counted."""
    whole = _whole(text, limit)
    return _without_end(text, limit) if whole is None else whole


def name(text: str, limit: int = 60) -> str:
    """One dead line like `line`, cut in the middle: for a token, an id, a path, which their ends tell apart."""
    whole = _whole(text, limit)
    return _without_middle(text, limit) if whole is None else whole


def quoted(text: str, limit: int = 200) -> str:
    """`line`, in quotation marks."""
    return f'"{line(text, limit)}"'


def encodable(text: str) -> str:
    """The same text with its lone surrogates spelled out: all that UTF-8 cannot hold."""
    return _LONE_SURROGATE.sub(lambda match: _escape(match[0]), text)


def json_source(source: str) -> str:
    """Compact JSON with the same value in which no hostile character stands raw."""
    hostile = set(_HOSTILE_CHARACTER.findall(_without_harmless(source)))
    if len(hostile) > _FEW:
        return _HOSTILE_CHARACTER.sub(lambda match: _json_escape(match[0]), source)
    for character in hostile:
        source = source.replace(character, _json_escape(character))
    return source


def _without_harmless(source: str) -> str:
    """What is left without the characters that most of a text is made of, taken out at the speed of a copy."""
    return source.encode("utf-8", "surrogatepass").translate(None, _HARMLESS).decode("utf-8", "surrogatepass")


def _json_escape(character: str) -> str:
    units = character.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


def _fold(text: str) -> str:
    return _WHITE.sub(" ", text).strip(" ")


def _whole(text: str, limit: int) -> str | None:
    """All of the text; None when that takes more than the limit."""
    if len(text) > _READ_PER_LIMIT * limit:
        return None
    shown = visible(_fold(text))
    return shown if len(shown) <= limit + _SLACK else None


def _without_end(text: str, limit: int) -> str:
    read = text[: _READ_PER_LIMIT * limit]
    folded = _fold(read)
    shown, taken = _fill(folded, limit)
    left_out = len(text) - len(read) + len(folded) - taken
    return visible(f"{shown.rstrip(' ')}…[+{left_out:,}]") if left_out else shown


def _without_middle(text: str, limit: int) -> str:
    tail_room = limit // 3
    head, taken_head = _fill(_fold(text[: 2 * limit]), limit - tail_room)
    tail, taken_tail = _fill(_fold(text[-2 * limit :])[::-1], tail_room, backwards=True)
    return visible(f"{head}…[+{max(1, len(text) - taken_head - taken_tail):,}]…{tail}")


def _fill(text: str, room: int, *, backwards: bool = False) -> tuple[str, int]:
    """As many characters, spelled out, as the room holds, and how many those are."""
    pieces: list[str] = []
    for character in text[:room]:
        piece = visible(character)
        room -= len(piece)
        if room < 0:
            break
        pieces.append(piece)
    return "".join(reversed(pieces) if backwards else pieces), len(pieces)
