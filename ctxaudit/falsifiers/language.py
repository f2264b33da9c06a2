"""Whether a text is in the alphabet that the cues can read."""

import re
from typing import Final

_ASCII: Final = re.compile(r"[\x00-\x7f]+")
_ASCII_LETTERS: Final = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


def is_english(text: str) -> bool:
    """False when under half of the letters are ASCII: such a text is not judged. True for a text without letters."""
    if text.isascii():
        return True
    foreign = sum(map(str.isalpha, _ASCII.sub("", text)))
    encoded = text.encode("utf-8", "replace")
    return len(encoded) - len(encoded.translate(None, _ASCII_LETTERS)) >= foreign
