"""A log that is one JSON document: its records, and as many of them as can be read of a damaged one; no log format."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import orjson

from ctxaudit.model import Problem

_SURROGATE = re.compile(r"[\ud800-\udfff]")
_GAP = re.compile(r"[ \t\r\n]*")
_SCAN = json.JSONDecoder(parse_int=lambda digits: int(digits) if len(digits) < 20 else float(digits)).raw_decode


@dataclass(frozen=True, slots=True)
class Document:
    """`records` are the entries of the list that holds them, numbered from 1; `fields` the keys beside that list.

    `problem` says what stopped the reading: its line is the number of the first record that was lost.
    """

    records: list[Any] = field(default_factory=list)
    fields: Mapping[str, Any] = field(default_factory=dict)
    problem: Problem | None = None


def document(text: str, key: str | None) -> Document:
    """The document whose records are the list under `key`; of a document that is an array, the array itself.

    Of a damaged one the records before the damage are given. Nothing behind it is: what of it would be the window's
    next entry cannot be known.
    """
    value = whole(text)
    if isinstance(value, list):
        return Document(value)
    if isinstance(value, dict):
        records = value.get(key) if key else None
        return Document(records if isinstance(records, list) else [], value)
    if value is not None:
        return Document(
            problem=Problem("malformed-line", 1, "the document is neither an object nor an array", hole=True)
        )
    return _Salvage(text, key).read()


def whole(text: str | bytes) -> Any:
    """The value of a document that is whole, lone surrogates as U+FFFD; None for one that is not."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        pass
    try:
        return _clean(json.loads(text))
    except (ValueError, RecursionError):
        return None


class _Salvage:
    """Reads a damaged document from its start, value by value, up to the damage."""

    def __init__(self, text: str, key: str | None) -> None:
        self.text = text.removeprefix("\ufeff")
        self.key = key
        self.at = 0
        self.records: list[Any] = []
        self.fields: dict[str, Any] = {}

    def read(self) -> Document:
        try:
            self._gap()
            if self._peek() == "[":
                self._list(self.records.append)
            else:
                self._object()
            why, at = "text stands behind the document", self.at
        except json.JSONDecodeError as error:
            why, at = f"{error.msg[0].lower()}{error.msg[1:]}", error.pos
        except (ValueError, RecursionError):
            why, at = "it is nested too deep or holds a number that is none", self.at
        return Document(self.records, self.fields, self._problem(why, at))

    def _problem(self, why: str, at: int) -> Problem:
        rest = self.text[at:].rstrip()
        kind = "nul-run" if "\0" in rest[:64] or "\0" in self.text[max(0, at - 64) : at] else "malformed-line"
        kind = "torn-tail" if not rest or why.startswith("unterminated") else kind
        lost = len(self.records) + 1
        detail = f"the document cannot be read on from record {lost} (character {at + 1}: {why})"
        return Problem(kind, lost, detail, hole=True)

    def _object(self) -> None:
        self._expect("{")
        while self._peek() != "}":
            name = self._value()
            self._expect(":")
            if name == self.key and self._peek() == "[":
                self._list(self.records.append)
            else:
                self.fields[str(name)] = self._value()
            if self._peek() == ",":
                self._expect(",")
        self._expect("}")

    def _list(self, keep: Callable[[Any], None]) -> None:
        self._expect("[")
        while self._peek() != "]":
            keep(self._value())
            if self._peek() == ",":
                self._expect(",")
        self._expect("]")

    def _value(self) -> Any:
        value, self.at = _SCAN(self.text, self.at)
        self._gap()
        return _clean(value)

    def _peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def _expect(self, mark: str) -> None:
        if self._peek() != mark:
            raise json.JSONDecodeError(f"Expecting {mark!r}", self.text, self.at)
        self.at += 1
        self._gap()

    def _gap(self) -> None:
        found = _GAP.match(self.text, self.at)
        self.at = found.end() if found else self.at


def _clean(value: Any) -> Any:
    """The same without lone surrogates, which no other part of the program can bear."""
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_clean(item) for item in value]
    if isinstance(value, dict):
        return {_clean(name): _clean(item) for name, item in value.items()}
    return value
