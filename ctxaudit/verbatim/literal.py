"""Does a string stand in a text with its own letters, and not inside a longer word?"""

import re

from ctxaudit.verbatim.canonical import fold_space

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
    while at >= 0:
        if _stands_free(text, at, at + len(needle)):
            return at
        at = text.find(needle, _next_start(text, at))
    return -1


def _next_start(text: str, at: int) -> int:
    """Where the next occurrence can begin: what begins with a letter or digit cannot begin inside the same word."""
    if not text[at].isalnum():
        return at + 1
    end = _WORD_END.search(text, at)
    return end.start() if end is not None else len(text)


def _stands_free(text: str, start: int, end: int) -> bool:
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
