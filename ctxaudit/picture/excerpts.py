"""Cuts from a text the places that show some tokens, its credentials masked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ctxaudit.secrets import masked

EXCERPT = 400  # characters of a span, all pieces together
_PIECES = 3
_LEAD = 50  # characters shown before a token
_MARGIN = 4_000  # read around a piece, so that half a credential is known for one
_SEARCHED = 2_000_000  # characters in which tokens are looked for


def excerpt(text: str, tokens: Iterable[str] = ()) -> str:
    """Pieces around the first places of the first tokens that stand in it, or its beginning; a cut shows as `…`."""
    places = _places(text, tokens)
    if not places or len(text) <= EXCERPT:
        return _piece(text, 0, EXCERPT)
    room = EXCERPT // len(places)
    starts: list[int] = []
    for place in sorted(places):
        start = max(0, place - _LEAD)
        if not starts or start >= starts[-1] + room:
            starts.append(start)
    room = EXCERPT // len(starts)
    starts = [max(0, min(start, len(text) - room)) if len(starts) == 1 else start for start in starts]
    return "\n".join(_piece(text, start, room) for start in starts)


def _places(text: str, tokens: Iterable[str]) -> Sequence[int]:
    places: list[int] = []
    for token in tokens:
        at = text.find(token, 0, _SEARCHED) if token else -1
        if at >= 0:
            places.append(at)
        if len(places) == _PIECES:
            break
    return places


def _piece(text: str, start: int, room: int) -> str:
    """A mask is as long as what it hides, so the piece can be cut from the masked text."""
    margin = min(start, _MARGIN)
    shown = masked(text[start - margin : start + room + _MARGIN])[margin : margin + room]
    return f"{'…' if start else ''}{shown}{'…' if start + room < len(text) else ''}"
