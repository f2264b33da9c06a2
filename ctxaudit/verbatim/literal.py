"""Does a string stand in a text with its own letters, and not inside a longer word?"""

import re
from collections.abc import Iterator

from ctxaudit.verbatim.canonical import fold_space

# A text can offer a place at every word, each of them wrong: then the places are found in one pass.
_TRIES = 32
_WORD_END = re.compile(r"\W")


def literal_in(needle: str, folded_text: str) -> bool:
    """True when the needle, white space folded, stands in the folded text as a whole word; case counts.

    The letter or digit at either end touches no other letter, digit or `_`, and a digit no `.` or `,` with a digit
    beyond it. An empty needle stands nowhere.
    """
    return first_place(fold_space(needle), folded_text) >= 0


def first_place(needle: str, text: str) -> int:
    """Where the needle first stands as a whole word in the text, both as they are; -1 when nowhere."""
    at = text.find(needle) if needle else -1
    for _ in range(_TRIES):
        if at < 0 or stands_free(text, at, at + len(needle)):
            return at
        at = text.find(needle, _next_start(text, at))
    places = _places(needle, text, at) if at >= 0 else iter(())
    return next((place for place in places if stands_free(text, place, place + len(needle))), -1)


def _next_start(text: str, at: int) -> int:
    """Where the next occurrence can begin: what begins with a letter or digit cannot begin inside the same word."""
    if not text[at].isalnum():
        return at + 1
    end = _WORD_END.search(text, at)
    return end.start() if end is not None else len(text)


def _places(needle: str, text: str, at: int) -> Iterator[int]:
    """Every place from one on. No letter of the text is looked at again for a place that overlaps the one before."""
    borders = _borders(needle)
    held = 0  # how much of the needle ends before `at`
    while True:
        if not held:
            place = text.find(needle, at)
            if place < 0:
                return
            yield place
            at, held = place + len(needle), borders[-1]
        elif at == len(text):
            return
        elif needle[held] == text[at]:
            at, held = at + 1, held + 1
            if held == len(needle):
                yield at - held
                held = borders[-1]
        else:
            held = borders[held - 1]


def _borders(needle: str) -> list[int]:
    """For each beginning of the needle how much of it, short of all, is also its end."""
    borders = [0]
    for letter in needle[1:]:
        held = borders[-1]
        while held and needle[held] != letter:
            held = borders[held - 1]
        borders.append(held + (needle[held] == letter))
    return borders


def stands_free(text: str, start: int, end: int) -> bool:
    """What stands there in the text touches no word at an end that is a letter or digit, no number at a digit."""
    first, last = text[start], text[end - 1]
    if first.isalnum() and start > 0:
        before = text[start - 1]
        if _is_word(before):
            return False
        if first.isdecimal() and before in ".," and start > 1 and text[start - 2].isdecimal():
            return False
    if last.isalnum() and end < len(text):
        after = text[end]
        if _is_word(after):
            return False
        if last.isdecimal() and after in ".," and end + 1 < len(text) and text[end + 1].isdecimal():
            return False
    return True


def _is_word(letter: str) -> bool:
    return letter.isalnum() or letter == "_"
