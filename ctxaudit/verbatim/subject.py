"""What a number or version is said of: the words before it in its clause, stemmed."""

import re
from dataclasses import dataclass

from ctxaudit.verbatim.canonical import name_of
from ctxaudit.verbatim.literal import first_place
from ctxaudit.verbatim.numbers import is_unit_word, parse, singular, words_of
from ctxaudit.verbatim.tokens import Token
from ctxaudit.verbatim.words import STOP_WORDS

_REACH = 80  # characters of the clause that are looked at
_CONTENT_WORDS = 5
_CLAUSE_END = re.compile(r"\n|[.;!?](?=\s)|, |[()\[\]{}<>|]")
_NAME = re.compile(r"[A-Za-z]+(?:[_-][A-Za-z]+)*")
_PACKAGE = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_ENDINGS = ("ingly", "edly", "ation", "ing", "ied", "ed", "ly", "er", "e")
_SAYS_VERSION = frozenset({"version", "versions", "v", "release"})


@dataclass(frozen=True, slots=True)
class Facts:
    """`label` is set only where the text assigns the number to it (`timeout is`, `timeout_ms=`)."""

    subject: frozenset[str] = frozenset()
    label: str = ""
    word_before: str = ""


def facts_of(token: Token, text: str) -> Facts:
    """What the text says of the token at its first place; of classes other than number and version nothing."""
    if token.kind == "version":
        return Facts(word_before=_word_before(token, text))
    number = parse(token.text) if token.kind == "number" else None
    if number is None:
        return Facts()
    words = [word for name in _NAME.findall(_clause_before(token, text)) for word in _content(name)]
    own = stem(name_of(token).lstrip("@")) if not name_of(token).startswith("@") else ""
    stems = {stem(word) for word in (*words[-_CONTENT_WORDS:], *_content(number.label_name)[-_CONTENT_WORDS:])}
    return Facts(subject=frozenset(stems - {own}), label=number.label if number.assigned else "")


def stem(word: str) -> str:
    """The singular without its ending, as long as four letters stay."""
    word = singular(word)
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


def _content(name: str) -> list[str]:
    return [word for word in words_of(name) if len(word) > 1 and word not in STOP_WORDS and not is_unit_word(word)]


def _clause_before(token: Token, text: str) -> str:
    at = max(first_place(token.text, text), 0)
    before = text[max(0, at - _REACH) : at]
    return _CLAUSE_END.split(before)[-1]


def _word_before(token: Token, text: str) -> str:
    words = [word.lower() for word in _PACKAGE.findall(_clause_before(token, text))]
    words = [word for word in words if word not in STOP_WORDS and word not in _SAYS_VERSION]
    return words[-1] if words else ""
