"""What the extractor takes and gives: a text with the way it is read, a token as it stands in a text."""

from dataclasses import dataclass
from typing import NamedTuple

from ctxaudit.packed import Packed


class Token(NamedTuple):
    """A stretch of text that no rewrite may paraphrase.

    `kind` is the class, `text` the spelling without what was trimmed. Tokens of equal `canonical` are the same.
    A tuple, because a session's audit looks tokens up millions of times and a tuple hashes five times as fast.
    """

    kind: str
    text: str
    canonical: str


@dataclass(frozen=True, slots=True)
class Reading(Packed):
    """One text as the extractor reads it; the quoted class exists only where `prose` is true."""

    text: str
    prose: bool
