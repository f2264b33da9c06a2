"""Short forms for the tests: what a text says, as (class, spelling) or as spellings of one class."""

from ctxaudit.verbatim import Reading, Sighting, Token, extract_one


def tokens(text: str, *, prose: bool = True) -> tuple[Token, ...]:
    return extract_one(Reading(text, prose))


def said(text: str, *, prose: bool = True) -> list[tuple[str, str]]:
    return [(token.kind, token.text) for token in tokens(text, prose=prose)]


def spelled(kind: str, text: str, *, prose: bool = True) -> list[str]:
    return [token.text for token in tokens(text, prose=prose) if token.kind == kind]


def token(text: str) -> Token:
    """The first token of the text."""
    return tokens(text)[0]


def seen(text: str) -> Sighting:
    """The first token of the text, in that text."""
    return Sighting(token(text), text)
