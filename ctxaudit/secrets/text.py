"""One text without its credentials."""

from __future__ import annotations

import re
from hashlib import sha256

from ctxaudit.secrets.shapes import CUT, FRAGMENT, MADE, NAMED, SHORTEST, Shape, holds_any, needles

_HASH_DIGITS = 8
_KEPT = re.compile(r"(?P<kept>\\+[nrt]|\s)|(?s:.)")  # the line breaks of a key, escaped ones too, stay


def masked(text: str) -> str:
    """The same text, as long, with every secret that it holds hidden."""
    if len(text) < SHORTEST:
        return text
    if holds_any(text, needles(folded=False)):
        for shape in MADE:
            if holds_any(text, shape.needles):
                text = hide(shape, text)
    lowered = text.lower()
    if holds_any(lowered, needles(folded=True)):
        for shape in NAMED:
            if holds_any(lowered, shape.needles):
                text = hide(shape, text)
    return hide(FRAGMENT, text) if text.startswith(CUT) else text


def hide(shape: Shape, text: str) -> str:
    return shape.pattern.sub(lambda match: _hidden(shape, match), text)


def _hidden(shape: Shape, match: re.Match[str]) -> str:
    secret = match["secret"]
    if not shape.accepts(secret):
        return match[0]
    whole = shape.hashed and len(secret) >= 2 * _HASH_DIGITS and not match.string.startswith(CUT, match.end("secret"))
    start = match.start("secret") - match.start()
    return f"{match[0][:start]}{_mask(secret, hashed=whole)}{match[0][start + len(secret) :]}"


def _mask(secret: str, *, hashed: bool) -> str:
    if hashed:
        digest = sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()[:_HASH_DIGITS]
        return f"*{digest}{'*' * (len(secret) - _HASH_DIGITS - 1)}"
    return _KEPT.sub(lambda match: match[0] if match.lastgroup == "kept" else "*", secret)
