"""Cuts a text into the pieces that can be read one by one: no pattern crosses the end of a line, but a fence does."""

from collections.abc import Iterable, Iterator

from ctxaudit.verbatim.tokens import Reading, Token

LONGEST_PART = 1_000_000  # characters
_FENCE_MARK = "```"
_BLANK_WITHIN = 10_000


def lines_of(reading: Reading) -> list[str]:
    """The lines of a text; prose with a fenced block in it is one piece, as the fence decides what is quoted."""
    if is_one_piece(reading):
        return [reading.text]
    return [line for part in parts_of(reading.text) for line in part.split("\n")]


def is_one_piece(reading: Reading) -> bool:
    """True of prose with a fence; one of a monstrous size is read line by line all the same."""
    return reading.prose and _FENCE_MARK in reading.text and len(reading.text) <= LONGEST_PART


def parts_of(text: str) -> Iterator[str]:
    """The text cut at ends of lines, which bounds what is read at once; a monstrous line is cut at a blank."""
    start = 0
    while len(text) - start > LONGEST_PART:
        end = text.rfind("\n", start, start + LONGEST_PART)
        if end >= 0:
            yield text[start:end]
            start = end + 1
        else:
            blank = text.rfind(" ", start + LONGEST_PART - _BLANK_WITHIN, start + LONGEST_PART)
            end = blank if blank >= 0 else start + LONGEST_PART
            yield text[start:end]
            start = end
    yield text[start:] if start else text


def joined(found: Iterable[tuple[Token, ...]]) -> tuple[Token, ...]:
    """The tokens of a text's pieces as those of the text: each (class, spelling) once, by first place."""
    first: dict[tuple[str, str], Token] = {}
    for tokens in found:
        for token in tokens:
            first.setdefault((token.kind, token.text), token)
    return tuple(first.values())
