"""What a command prints of a trace without a report in between: no credential, nothing alive, JSON still JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from ctxaudit.reports import safe
from ctxaudit.secrets import masked


def masked_pieces(pieces: Iterable[str], *, as_json: bool) -> Iterator[str]:
    """Of text for people, or of JSON documents that are a piece each."""
    for piece in pieces:
        yield masked_json(piece) if as_json else masked(piece)


def masked_json(source: str) -> str:
    """A JSON document, of one line and its end, without credentials and without a hostile character that stands raw."""
    text = source.removesuffix("\n")
    hidden = masked(text)
    if hidden.count('"') != text.count('"'):  # a secret that goes over the edge of a string took the edge with it
        hidden = json.dumps(_masked_in(json.loads(text)), ensure_ascii=False, separators=(",", ":"))
    return f"{safe.json_source(hidden)}\n"


def _masked_in(value: object) -> object:
    match value:
        case str():
            return masked(value)
        case list():
            return [_masked_in(one) for one in value]
        case dict():
            return {masked(key): _masked_in(one) for key, one in value.items()}
    return value
