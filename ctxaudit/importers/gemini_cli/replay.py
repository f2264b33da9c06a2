"""A session told forward: messages enter and are written again, the window is replaced, the human goes back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ctxaudit.importers._checkpoints import adopt, swap_cut
from ctxaudit.importers._contents import ACKNOWLEDGED, SNAPSHOT, Contents, call_of, is_summary, parts_of
from ctxaudit.importers._desk import Desk
from ctxaudit.importers._draft import Piece, Unit
from ctxaudit.importers._values import listed, part, said, short, tokens_of
from ctxaudit.importers.gemini_cli.records import Entry, copies_before_lists, listed_messages
from ctxaudit.importers.window import Place, Window
from ctxaudit.ingest.tally import Tally
from ctxaudit.model import Call

_COMMAND = re.compile(r"[/?][A-Za-z][\w:-]*(?:\s|\Z)|\?\s*\Z")
_SPEAKERS = frozenset({"user", "gemini"})


@dataclass(slots=True)
class Held:
    """A message that may be written again before anything else: its first record, its latest, all its lines."""

    first: Entry
    last: Entry
    lines: list[int]


@dataclass(slots=True)
class Replay:
    """`answers`: tokens of the answer, by the place of its call's event."""

    window: Window
    tally: Tally
    contents: Contents
    notes: list[str] = field(default_factory=list)
    answers: dict[int, int] = field(default_factory=dict)
    _desk: Desk = field(init=False)
    _messages: dict[str, list[Unit]] = field(default_factory=dict)
    _calls: dict[str, int] = field(default_factory=dict)  # a message's call event
    _held: Held | None = None
    _results: dict[str, tuple[Piece, Entry]] = field(default_factory=dict)  # by call, not yet in the window
    _answered: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._desk = Desk(self.window)

    def run(self, entries: Sequence[Entry]) -> None:
        copies = {id(message) for message, _ in copies_before_lists(list(entries)) if not _was_sent(message)}
        for entry in entries:
            if entry.kind == "message":
                if id(entry) in copies and self._is_copy(entry):
                    self.tally.not_context(entry.line, "message (again, before a list of all)")
                else:
                    self._message(entry)
            elif entry.kind == "hole":
                self._release()
                self._desk.lose(entry.line)
            elif entry.kind == "rewind":
                self._rewind(entry)
            else:
                self._update(entry)
        self._release()
        self._bring_results()

    def _is_copy(self, entry: Entry) -> bool:
        """What a compression wrote: the summary and its acknowledgement, and what stayed, under new ids."""
        self._release()
        pieces = self._pieces(entry)
        if any(call_of(piece) in self._results for piece in pieces):
            return False
        self._bring_results()
        return bool(pieces) and all(
            self._desk.holds(piece.key) or is_summary(piece) or piece.text == ACKNOWLEDGED for piece in pieces
        )

    def _message(self, entry: Entry) -> None:
        if self._held is not None and self._held.first.id == entry.id:
            self._held.last = entry
            self._held.lines.append(entry.line)
            return
        self._release()
        if entry.id in self._messages:
            self._rewritten(entry)
        else:
            self._held = Held(entry, entry, [entry.line])

    def _release(self) -> None:
        """The message that waited for its latest record enters."""
        held, self._held = self._held, None
        if held is None:
            return
        if held.last.speaker == "gemini":
            self._bring_results()
            self._call(held)
            self._place_pieces(held.first, self._pieces(held.last))
            self._take_results(held.last)
            used = True
        else:
            used = self._listen(held.first, held.last)
        for line in held.lines:
            if used:
                self.tally.event(line)
            else:
                self.tally.not_context(line, f"message/{held.last.speaker[:40]}")

    def _listen(self, first: Entry, last: Entry) -> bool:
        pieces = self._pieces(last)
        answered = {call for piece in pieces if (call := call_of(piece)) is not None}
        for call in answered:
            self._results.pop(call, None)
        if not answered:
            self._bring_results()
        self._answered |= answered
        self._place_pieces(first, pieces)
        return bool(pieces)

    def _pieces(self, entry: Entry) -> list[Piece]:
        if entry.speaker == "gemini":
            pieces = self.contents.pieces(entry.content, by_model=True)
            told = {piece.drafts[0].fields.get("call_id") for piece in pieces}
            calls = [call for call in listed(entry.record.get("toolCalls")) if said(call, "id") not in told - {None}]
            self.contents.left_out += len(listed(entry.record.get("thoughts")))
            return [*pieces, *(self.contents.call(call) for call in calls)]
        if entry.speaker == "user" and not _is_command(entry.content):
            return self.contents.pieces(entry.content, by_model=False)
        if entry.speaker == "info":
            binary = [block for block in parts_of(entry.content) if "inlineData" in block or "fileData" in block]
            return self.contents.pieces(binary, by_model=False, by_host=True)
        return []

    def _call(self, held: Held) -> None:
        self.window.call(_place(held.first))
        self._calls[held.first.id] = len(self.window.events) - 1
        self._count(held.last)

    def _count(self, entry: Entry) -> None:
        """The recorded size may come with a later record of the message."""
        at = self._calls.get(entry.id)
        tokens = part(entry.record, "tokens")
        call = self.window.events[at] if at is not None else None
        if at is not None and isinstance(call, Call) and call.tokens is None and tokens_of(tokens.get("input")):
            self.window.events[at] = replace(call, tokens=tokens_of(tokens.get("input")))
            self.answers[at] = tokens_of(tokens.get("output")) + tokens_of(tokens.get("thoughts"))

    def _place_pieces(self, entry: Entry, pieces: Sequence[Piece], before: str | None = None) -> None:
        units = self._messages.setdefault(entry.id, [])
        for number, piece in enumerate(pieces):
            stem = short(entry.id) if len(pieces) == 1 else f"{short(entry.id)}.{number}"
            units.append(self._desk.enter(piece, stem, _place(entry), before=before))

    def _take_results(self, entry: Entry) -> None:
        """Results beside their calls wait: newer versions write them once more, as a message of their own."""
        for call in listed(entry.record.get("toolCalls")):
            for piece in self._results_of(call):
                key = call_of(piece)
                if key is not None and key not in self._answered:
                    self._results[key] = (piece, entry)

    def _results_of(self, call: Mapping[str, Any]) -> list[Piece]:
        told = call.get("result")
        if isinstance(told, str):
            told = [{"functionResponse": {"id": said(call, "id"), "name": said(call, "name"), "response": told}}]
        return [piece for piece in self.contents.pieces(told, by_model=False) if call_of(piece) is not None]

    def _bring_results(self) -> None:
        """Results that no message of their own brought enter behind their calls."""
        for call, (piece, entry) in list(self._results.items()):
            self._place_pieces(entry, [piece])
            self._answered.add(call)
            self.tally.event(entry.line)
        self._results.clear()

    def _rewritten(self, entry: Entry) -> None:
        """A later record of a message that stands in the window: what is new in it enters, what is cut is swapped."""
        before = len(self.window.events)
        self._count(entry)
        pieces = self._pieces(entry)
        units = self._messages[entry.id]
        known = {unit.piece.key for unit in units}
        told = {piece.key for piece in pieces}
        changed = [unit for unit in units if unit.piece.key not in told and call_of(unit.piece) is None]
        new = [piece for piece in pieces if piece.key not in known and call_of(piece) is None]
        for unit, piece in zip(changed, new, strict=False):
            self._swap(unit, piece, entry)
        if len(new) > len(changed):
            self._place_pieces(entry, new[len(changed) :], self._behind(entry.id))
        beside = [piece for call in listed(entry.record.get("toolCalls")) for piece in self._results_of(call)]
        self._swap_cut([*pieces, *beside], entry)
        self._take_results(entry)
        if len(self.window.events) > before:
            self.tally.event(entry.line)
        else:
            self.tally.not_context(entry.line, "message (again)")

    def _swap_cut(self, pieces: Sequence[Piece], entry: Entry) -> None:
        """Results that the later record holds in a cut form left the window for it."""
        before = list(self._desk.units)
        _, swapped = swap_cut(self._desk, pieces, _place(entry))
        if swapped:
            self._relink(dict(zip(map(id, before), self._desk.units, strict=True)))

    def _swap(self, unit: Unit, piece: Piece, entry: Entry) -> None:
        at = next((n for n, other in enumerate(self._desk.units) if other is unit), None)
        if at is not None:
            self._desk.swap({at: piece}, {}, _place(entry), "derived")
            self._relink({id(unit): self._desk.units[at]})

    def _relink(self, swapped: dict[int, Unit]) -> None:
        for name, units in self._messages.items():
            self._messages[name] = [swapped.get(id(unit), unit) for unit in units]

    def _behind(self, name: str) -> str | None:
        """The first span behind a message."""
        own = {unit.ids for unit in self._messages[name]}
        last = max((n for n, unit in enumerate(self._desk.units) if unit.ids in own), default=None)
        if last is None or last + 1 >= len(self._desk.units):
            return None
        return self._desk.units[last + 1].ids[0]

    def _update(self, entry: Entry) -> None:
        messages = listed_messages(entry)
        if messages is None:
            self.tally.not_context(entry.line, {"update": "$set", "meta": "metadata"}.get(entry.kind, "unknown keys"))
            return
        self._release()
        self._bring_results()
        if not self._desk.units:
            for message in messages:
                self._message(message)
            self._release()
            self._bring_results()
            self.tally.event(entry.line)
            return
        self._replace(entry, messages)

    def _replace(self, entry: Entry, messages: Sequence[Entry]) -> None:
        before = len(self.window.events)
        pieces: list[Piece] = []
        owners: list[str] = []
        listed_calls: set[str | None] = set()
        for message in messages:
            found = self._pieces(message)
            listed_calls |= {call_of(piece) for piece in found}
            pieces += found
            owners += [message.id] * len(found)
        beside = [p for m in messages for c in listed(m.record.get("toolCalls")) for p in self._results_of(c)]
        by_call = {call_of(piece): piece for piece in beside if call_of(piece) not in listed_calls}
        pieces, owners = _with_results(pieces, owners, by_call)
        told = adopt(self._desk, pieces, f"set-{entry.line}", _place(entry))
        self._messages = {message.id: [] for message in messages}
        for owner, unit in zip(owners, self._desk.units, strict=True):
            self._messages[owner].append(unit)
        self._answered |= {call for call in map(call_of, pieces) if call is not None}
        self._results.clear()
        if told.kind == "summary":
            self.notes.append(f"line {entry.line}: a compression of {told.left} items with a summary")
        elif told.kind == "cut":
            self.notes.append(f"line {entry.line}: {told.left} items are missing from the window, and nothing says why")
        if told.swapped:
            self.notes.append(f"line {entry.line}: {told.swapped} results were cut, and saved where their stubs say")
        if len(self.window.events) > before:
            self.tally.event(entry.line)
        else:
            self.tally.not_context(entry.line, "$set (the same messages)")

    def _rewind(self, entry: Entry) -> None:
        self._release()
        self._bring_results()
        names = list(self._messages)
        name = str(entry.record["$rewindTo"])
        gone = set(names[names.index(name) :] if name in self._messages else names)
        left = {id(unit) for other in gone for unit in self._messages.pop(other)}
        before = len(self.window.events)
        self._desk.take_back([unit for unit in self._desk.units if id(unit) not in left], _place(entry))
        if len(self.window.events) > before:
            self.tally.event(entry.line)
        else:
            self.tally.not_context(entry.line, "$rewindTo (nothing to take back)")


def _with_results(
    pieces: Sequence[Piece], owners: Sequence[str], results: dict[str | None, Piece]
) -> tuple[list[Piece], list[str]]:
    """Results that stand beside their calls follow the last of the calls of that message."""
    told: list[Piece] = []
    names: list[str] = []
    waiting: list[Piece] = []
    for number, (piece, owner) in enumerate(zip(pieces, owners, strict=True)):
        told.append(piece)
        names.append(owner)
        found = results.get(piece.drafts[0].fields.get("call_id")) if piece.by == "model" else None
        waiting += [found] if found is not None else []
        if waiting and (number + 1 == len(pieces) or owners[number + 1] != owner):
            told += waiting
            names += [owner] * len(waiting)
            waiting = []
    return told, names


def _was_sent(entry: Entry) -> bool:
    """A message that a provider counted is no copy of one."""
    return bool(part(entry.record, "tokens"))


def _is_command(content: Any) -> bool:
    """A command of the program itself, which the model never sees."""
    blocks = parts_of(content)
    text = said(blocks[0], "text") if len(blocks) == 1 else None
    return text is not None and SNAPSHOT not in text and _COMMAND.match(text) is not None


def _place(entry: Entry) -> Place:
    return Place(entry.line, entry.at, said(entry.record, "id") or said(entry.record, "$rewindTo"))
