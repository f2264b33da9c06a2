"""Cuts a text into the pieces that can be read one by one: no pattern crosses the end of a line, but a fence does."""

from collections.abc import Iterable

from ctxaudit.verbatim.tokens import Reading, Token

_FENCE_MARK = "```"


def lines_of(reading: Reading) -> list[str]:
    """The lines of a text; prose with a fenced block in it is one piece, as the fence decides what is quoted."""
    if reading.prose and _FENCE_MARK in reading.text:
        return [reading.text]
    return reading.text.split("\n")


def joined(found: Iterable[tuple[Token, ...]]) -> tuple[Token, ...]:
    """The tokens of a text's pieces as those of the text: each (class, spelling) once, by first place."""
    first: dict[tuple[str, str], Token] = {}
    for tokens in found:
        for token in tokens:
            first.setdefault((token.kind, token.text), token)
    return tuple(first.values())
