"""A compaction's record: what the new window holds, which of it is the summary, and how the harness made it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ctxaudit.importers._draft import Draft, Piece, Unit
from ctxaudit.importers._values import listed, part, said
from ctxaudit.importers.codex.cap import approximate_tokens, cut_message
from ctxaudit.importers.codex.items import SUMMARIES, Reader, kind_of, sealed
from ctxaudit.importers.codex.records import Entry
from ctxaudit.importers.codex.voices import SUMMARY_OPENING, context_kind

KEPT_TOKENS = 20_000  # of the human's messages, by the rule of logs that do not say what was kept

_LEAD = re.compile(
    SUMMARY_OPENING + r" of its thinking process\."
    r"(?:[^\n]{0,400}?use the information in this summary to\s+assist with your own analysis:)?\s*"
)

Kind = Literal["summary", "sealed", "none"]


@dataclass(frozen=True, slots=True)
class Compaction:
    """`after`: the new window without the instructions that always stand first; `summary` is the place in it.

    `kind`: a summary that can be read, one that cannot, or none at all (a new window with no memory of the old one).
    """

    entry: Entry
    after: tuple[Piece, ...]
    summary: int | None
    kind: Kind
    listed: bool  # the record lists the new window; else it follows from the harness's rule


def compaction_of(entry: Entry, reader: Reader, units: Sequence[Unit]) -> Compaction:
    """`units`: the window before, in order."""
    message = said(entry.payload, "message") or ""
    items = _items(entry.payload)
    if items is None:
        return _by_rule(entry, message, units)
    pieces: list[tuple[Mapping[str, Any], Piece]] = []
    for item in items:
        pieces += [(item, piece) for piece in reader.pieces_of(item, entry.line)]
    place = _summary_place(pieces, message, {unit.piece.key for unit in units})
    after = [piece for _, piece in pieces]
    if place is None:
        return Compaction(entry, tuple(after), None, "none", listed=True)
    if kind_of(pieces[place][0]) in SUMMARIES:
        return Compaction(entry, tuple(after), place, "sealed", listed=True)
    after[place] = _told(after[place].text)
    return Compaction(entry, tuple(after), place, "summary", listed=True)


def _items(payload: Mapping[str, Any]) -> list[Mapping[str, Any]] | None:
    """The items of the new window; None when the record does not list them."""
    if isinstance(payload.get("replacement_history"), list):
        return listed(payload["replacement_history"])
    entries = payload.get("replacement_history_entries")
    if isinstance(entries, list):
        return [part(entry, "item") for entry in listed(entries) if part(entry, "item")]
    return None


def _summary_place(pieces: Sequence[tuple[Mapping[str, Any], Piece]], message: str, known: set[Any]) -> int | None:
    """A sealed summary first; else what opens as one; else, when the record has a summary's text, what holds it.

    An older summary that was kept is known from the window before, and is not the one that was made now.
    """
    new = [place for place, (_, piece) in enumerate(pieces) if piece.key not in known]
    for place in reversed(new):
        if kind_of(pieces[place][0]) in SUMMARIES:
            return place
    users = [place for place in reversed(new) if pieces[place][0].get("role") == "user"]
    for place in users:
        if pieces[place][1].text.startswith(SUMMARY_OPENING):
            return place
    for place in users if message else ():
        if message in pieces[place][1].text:
            return place
    return None


def _by_rule(entry: Entry, message: str, units: Sequence[Unit]) -> Compaction:
    """The initial context comes back, then the human's newest messages up to a share, then the summary."""
    if said(entry.payload, "encrypted_content"):
        told, kind = sealed(entry.payload), "sealed"
    else:
        told, kind = _told(message or "(no summary available)", empty=not message), "summary"
    kept = [*_initial(units), *_newest_messages(units), told]
    return Compaction(entry, tuple(kept), len(kept) - 1, "sealed" if kind == "sealed" else "summary", listed=False)


def _initial(units: Iterable[Unit]) -> list[Piece]:
    """The last of each part of the initial context, in the order of the window."""
    last: dict[str, Piece] = {}
    for unit in units:
        part_of_it = context_kind(unit.piece.text) if unit.piece.by == "host" else None
        if part_of_it is not None:
            last.pop(part_of_it, None)
            last[part_of_it] = unit.piece
    return list(last.values())


def _newest_messages(units: Sequence[Unit]) -> list[Piece]:
    kept: list[Piece] = []
    left = KEPT_TOKENS
    for unit in reversed(units):
        piece = unit.piece
        if not is_humans(piece) or not all(draft.fields.get("complete", True) for draft in piece.drafts):
            continue
        cost = approximate_tokens(piece.text)
        if cost <= left:
            kept.append(piece)
            left -= cost
            continue
        if left > 0:
            shorter = cut_message(piece.text, left)
            kept.append(Piece(("user", shorter), (Draft(shorter, "user", "human"),)))
        break
    return kept[::-1]


def is_humans(piece: Piece) -> bool:
    return any(draft.by == "human" for draft in piece.drafts)


def _told(text: str, *, empty: bool = False) -> Piece:
    """A summary that can be read. The harness tells the model that it is one, in the text or around it."""
    lead = _LEAD.match(text)
    start = len(text) if empty else lead.end() if lead else 0
    fields = {"kind": "summary", "lossy": True, "body_start": start}
    return Piece(("summary", text), (Draft(text, "user", "model", fields),))
