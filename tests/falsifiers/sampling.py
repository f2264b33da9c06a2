"""Strings that a pattern hits, made from the pattern."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from re import _constants as op  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

from ctxaudit.falsifiers.patterns import for_python

_LETTERS = "abcdefghijklmnopqrstuvwxyz ,"
_CATEGORIES = {
    op.CATEGORY_WORD: "abkxz19_",
    op.CATEGORY_NOT_WORD: " -;",
    op.CATEGORY_SPACE: " ",
    op.CATEGORY_NOT_SPACE: "abkxz-;",
    op.CATEGORY_DIGIT: "0123456789",
}


def samples(pattern: str, rng: random.Random, count: int) -> Iterator[str]:
    """Strings that the pattern of a cue hits, its macros spelled out."""
    compiled = for_python(pattern)
    tree = parser.parse(compiled.pattern, compiled.flags)
    for _ in range(200 * count):
        string = _made(tree, rng)
        if compiled.search(string):
            yield string
            count -= 1
        if not count:
            return


def _made(tree: Any, rng: random.Random) -> str:
    return "".join(_part(code, value, rng) for code, value in tree)


def _part(code: Any, value: Any, rng: random.Random) -> str:
    if code is op.LITERAL:
        return chr(value)
    if code is op.ANY:
        return rng.choice(_LETTERS)
    if code in (op.IN, op.NOT_LITERAL):
        return _one_of(value if code is op.IN else [(op.NEGATE, None), (op.LITERAL, value)], rng)
    if code is op.BRANCH:
        return _made(rng.choice(value[1]), rng)
    if code is op.SUBPATTERN:
        return _made(value[3], rng)
    if code in (op.MAX_REPEAT, op.MIN_REPEAT):
        least, most, inner = value
        return "".join(_made(inner, rng) for _ in range(rng.randint(least, min(int(most), least + 3))))
    assert code is op.AT, code
    return ""


def _one_of(members: list[Any], rng: random.Random) -> str:
    if members[0][0] is op.NEGATE:
        refused = re.compile("[" + "".join(map(_spelled, members[1:])) + "]")
        return rng.choice([letter for letter in _LETTERS if not refused.fullmatch(letter)])
    code, value = rng.choice(members)
    if code is op.LITERAL:
        return chr(value)
    if code is op.RANGE:
        return chr(rng.randint(*value))
    return rng.choice(_CATEGORIES[value])


def _spelled(member: Any) -> str:
    code, value = member
    if code is op.LITERAL:
        return re.escape(chr(value))
    return "".join(re.escape(letter) for letter in _CATEGORIES[value])
