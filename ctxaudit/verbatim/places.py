"""Brings what the stages found in one text into the order of first place; knows no pattern."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ctxaudit.verbatim.tokens import Token

Placed = tuple[tuple[int, Token], ...]


@dataclass(frozen=True, slots=True)
class Find:
    """A stretch of a text and the tokens in it, each with its offset in the stretch."""

    needle: str
    tokens: Placed


def whole(token: Token) -> Find:
    """The find whose stretch is the token itself."""
    return Find(token.text, ((0, token),))


def walk(text: str, needles: Iterable[str]) -> Iterator[int]:
    """The place of each needle at or after the place of the one before it; one pass over the text."""
    at = 0
    for needle in needles:
        place = text.find(needle, at)
        if place > at:
            at = place
        yield at


def in_order(text: str, stages: Iterable[Sequence[Find]]) -> tuple[Token, ...]:
    """Each (class, spelling) once, by first place; of two at one place the longer is first."""
    stages = list(stages)
    if len(stages) == 1 and len(stages[0]) == 1 and len(stages[0][0].tokens) == 1:
        return (stages[0][0].tokens[0][1],)
    entries: list[tuple[int, int, int, Token]] = []
    for stage in stages:
        for find, place in zip(stage, walk(text, [find.needle for find in stage]), strict=True):
            for offset, token in find.tokens:
                entries.append((place + offset, -len(token.text), len(entries), token))
    entries.sort()
    first: dict[tuple[str, str], Token] = {}
    for _, _, _, token in entries:
        first.setdefault((token.kind, token.text), token)
    return tuple(first.values())
