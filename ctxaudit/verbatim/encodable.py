"""Text that a column of UTF-8 can hold."""

import re

from ctxaudit.packed import Kept

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def encodable(text: str) -> str:
    """The text with each lone surrogate replaced; as long as it was, and itself when it has none."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return _LONE_SURROGATE.sub("\ufffd", text)
    return text


def utf8(text: Kept) -> bytes:
    """The same in UTF-8."""
    if not isinstance(text, str):
        return bytes(text)
    try:
        return text.encode()
    except UnicodeEncodeError:
        return encodable(text).encode()
