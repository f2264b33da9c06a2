"""What can be read of a line that is not one plain JSON object, and what is wrong with it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, NoReturn

import orjson

_NULS = re.compile(rb"\0+")
_SURROGATE = re.compile(
    rb"(?<!\\)((?:\\\\)*+)\\u(?:([dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})|[dD][89a-fA-F][0-9a-fA-F]{2})"
)
_ANY_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"?', re.DOTALL)
_GAP = re.compile(r"[ \t\r\n,]*")
_TEARS = 8  # torn records on one line, behind which no further one is looked for


@dataclass(frozen=True, slots=True)
class Piece:
    """A whole object and the bytes that spell it."""

    raw: bytes
    value: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Fault:
    kind: str
    detail: str
    hole: bool = False


def repaired(line: bytes) -> tuple[list[Piece], list[Fault]]:
    """The whole objects of a line in their order, and its faults; both empty only for a blank line.

    A fault is a hole when something on the line was lost. Nothing is guessed: an object is whole or it is lost.
    """
    if b"\0" not in line:
        return _read(line) if line.strip() else ([], [])
    parts = [part for part in _NULS.split(line) if part.strip()]
    pieces: list[Piece] = []
    faults: list[Fault] = []
    for part in parts:
        found, wrong = _read(part)
        pieces += found
        faults += wrong
        if len(faults) > _TEARS and wrong and wrong[-1].hole:
            break
    lost = not pieces or any(fault.hole for fault in faults)
    nuls = Fault("nul-run", _nul_detail(line, lost=lost), hole=lost)
    return pieces, [nuls, *(fault for fault in faults if not fault.hole)]


def _nul_detail(line: bytes, *, lost: bool) -> str:
    count = line.count(b"\0")
    found = f"{count} NUL byte{'s' if count > 1 else ''} at byte {line.index(0) + 1} of the line"
    return f"{found}: what stood there is lost" if lost else f"{found}; the record beside them is whole"


def _read(part: bytes) -> tuple[list[Piece], list[Fault]]:
    """The objects of a part without NULs."""
    part, faults = _decodable(part)
    part, lone = _paired(part)
    pieces, shape = _objects(part)
    if lone and pieces:
        faults.append(Fault("lone-surrogate-escape", f"{lone} lone surrogate escape{'s' * (lone > 1)}, read as U+FFFD"))
    if faults and faults[0].kind == "invalid-utf8" and not pieces:
        return [], [Fault("invalid-utf8", f"{faults[0].detail}, and no JSON object either", hole=True)]
    return pieces, faults + shape


def _decodable(part: bytes) -> tuple[bytes, list[Fault]]:
    try:
        part.decode()
    except UnicodeDecodeError as error:
        detail = f"byte 0x{part[error.start]:02x} at byte {error.start + 1} of the record is no UTF-8, read as U+FFFD"
        return part.decode("utf-8", "replace").encode(), [Fault("invalid-utf8", detail)]
    return part, []


def _paired(part: bytes) -> tuple[bytes, int]:
    """The same with U+FFFD for every surrogate escape that has no partner, and how many there were."""
    count = 0

    def fixed(escape: re.Match[bytes]) -> bytes:
        nonlocal count
        count += escape[2] is None
        return escape[0] if escape[2] else escape[1] + rb"\ufffd"

    return (_SURROGATE.sub(fixed, part), count) if _ANY_SURROGATE.search(part) else (part, 0)


def _objects(part: bytes) -> tuple[list[Piece], list[Fault]]:
    try:
        value = orjson.loads(part)
    except orjson.JSONDecodeError:
        return _one_by_one(part.decode())
    if isinstance(value, dict):
        return [Piece(part, value)], []
    return [], [Fault("malformed-line", f"{shape_of(value)} where a JSON object is expected", hole=True)]


def _one_by_one(text: str) -> tuple[list[Piece], list[Fault]]:
    pieces: list[Piece] = []
    lost: list[str] = []  # why, for each part that cannot be read
    records = 0
    at = _GAP.match(text).end()  # type: ignore[union-attr]
    while at < len(text) and len(lost) <= _TEARS:
        records += text[at] == "{"
        try:
            end = _end_of_object(text, at)
            raw = text[at:end].encode()
            pieces.append(Piece(raw, orjson.loads(raw)))
        except json.JSONDecodeError as error:
            lost.append(f"no JSON at character {error.pos + 1}: {error.msg[0].lower()}{error.msg[1:]}")
            end = _next_record(text, at, error.pos)
        except (ValueError, RecursionError) as error:
            lost.append("it is nested too deep to be read" if isinstance(error, RecursionError) else str(error))
            end = len(text)
        at = _GAP.match(text, end).end()  # type: ignore[union-attr]
    return pieces, [_judged(text, len(pieces), records, lost)]


def _end_of_object(text: str, at: int) -> int:
    if text[at] != "{":
        raise json.JSONDecodeError("Expecting '{'", text, at)
    return _SCANNER.raw_decode(text, at)[1]


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")


_SCANNER = json.JSONDecoder(parse_constant=_no_constant, parse_int=float)


def _next_record(text: str, at: int, broken: int) -> int:
    """Where a record begins that was written behind a torn one: just where the JSON of the torn one breaks."""
    for start in (broken, broken - 2):
        if start > at and text.startswith('{"', start):
            return start
    return len(text)


def _judged(text: str, whole: int, records: int, lost: list[str]) -> Fault:
    """One fault for the line: `whole` objects of it could be read, `records` begin on it."""
    torn = bool(lost) and is_open(text)
    why = "the record is not closed" if torn else "".join(lost[:1])
    if records > 1 and not lost:
        return Fault("two-records-on-a-line", f"{whole} records stand on the line; all are whole")
    if records > 1:
        found = f"{records} records begin on the line and {whole} can be read"
        return Fault("two-records-on-a-line", f"{found}: {why}", hole=True)
    if not lost and whole:
        return Fault("malformed-line", "a comma stands beside the record")
    if not lost:
        return Fault("malformed-line", "nothing but commas", hole=True)
    if whole:
        return Fault("malformed-line", f"text beside the record: {why}", hole=True)
    if torn and text.lstrip().startswith("{"):
        return Fault("torn-tail", why, hole=True)
    return Fault("malformed-line", why, hole=True)


def is_open(text: str) -> bool:
    """Whether a string or a bracket is still open at the end. There is no NUL in the text."""
    rest = _STRING.sub("", f"{text}\0")
    in_string = not rest.endswith("\0")
    return in_string or rest.count("{") + rest.count("[") > rest.count("}") + rest.count("]")


def shape_of(value: object) -> str:
    """What a JSON value is, with its article."""
    match value:
        case None:
            return "null"
        case bool():
            return "a boolean"
        case int() | float():
            return "a number"
        case str():
            return "a string"
        case list():
            return "an array"
        case _:
            return "an object"
