"""What the extractor takes and gives: a text with the way it is read, a token as it stands in a text."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Token:
    """A stretch of text that no rewrite may paraphrase.

    `kind` is the class, `text` the spelling without what was trimmed. Tokens of equal `canonical` are the same.
    """

    kind: str
    text: str
    canonical: str


@dataclass(frozen=True, slots=True)
class Reading:
    """One text as the extractor reads it; the quoted class exists only where `prose` is true."""

    text: str
    prose: bool
