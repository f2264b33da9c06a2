"""A rollout told forward: items enter, calls are counted, compactions and rollbacks take effect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from ctxaudit.importers._desk import Desk, lost_piece
from ctxaudit.importers._draft import Draft, Piece
from ctxaudit.importers._values import listed, part, said, tokens_of
from ctxaudit.importers.codex.cap import cap_of
from ctxaudit.importers.codex.compaction import Compaction, compaction_of, is_humans
from ctxaudit.importers.codex.history import INSTRUCTIONS, History
from ctxaudit.importers.codex.items import NOT_SENT, SUMMARIES, Reader, is_known, is_models, kind_of
from ctxaudit.importers.codex.notes import Cutting, Noted
from ctxaudit.importers.codex.records import Entry
from ctxaudit.importers.window import Place, Window
from ctxaudit.ingest.tally import Tally
from ctxaudit.model import Call

_ENDS = frozenset({"event_msg/task_complete", "event_msg/turn_aborted", "event_msg/task_started"})


@dataclass(slots=True)
class Replay:
    """`answers`: tokens of the answer, by the place of its call's event."""

    window: Window
    tally: Tally
    reader: Reader
    noted: Noted = field(default_factory=Noted)
    answers: dict[int, int] = field(default_factory=dict)
    _desk: Desk = field(init=False)
    _history: History = field(init=False)
    _waiting: tuple[Compaction, list[tuple[Entry, Piece]]] | None = None
    _answering: bool = False
    _uncounted: int | None = None
    _searched: bool = False
    _counted: object = None
    _last_tokens: int | None = None

    def __post_init__(self) -> None:
        self._desk = Desk(self.window)
        self._history = History(self._desk)

    def run(self, entries: Sequence[Entry]) -> None:
        own = next((entry for entry in entries if entry.kind == "meta"), None)
        summarised = _summarisers_answers(entries)
        for entry in entries:
            if entry.kind == "hole":
                self._settle()
                self._answering = False
                self._desk.lose(entry.line)
                continue
            before = len(self.window.events)
            if entry.kind == "item" and entry.line not in summarised:
                self._item(entry)
            elif entry.kind == "compacted":
                self._compacted(entry)
            elif entry is own:
                self._instructions(entry)
                self.tally.event(entry.line)
            elif entry.kind == "event":
                self._event(entry)
            elif entry.kind == "settings":
                self.reader.cap = cap_of(entry.payload)
            if len(self.window.events) > before:
                self.tally.event(entry.line)
            else:
                self.tally.not_context(entry.line, "summariser's answer" if entry.line in summarised else entry.label)
        self._settle()

    def _instructions(self, entry: Entry) -> None:
        base = entry.payload.get("base_instructions")
        text = said(base, "text") if isinstance(base, dict) else said(entry.payload, "instructions")
        if part(entry.payload, "history_base"):
            self.noted.lost_base(entry.line, said(part(entry.payload, "history_base"), "thread_id"))
            self._desk.enter(lost_piece("history"), "lost", _place(entry))
        if text is not None:
            self._desk.enter(Piece(INSTRUCTIONS, (Draft(text, "system", "host"),)), INSTRUCTIONS, _place(entry))

    def _item(self, entry: Entry) -> None:
        item = entry.payload
        if is_models(item):
            self._call(entry)
        elif kind_of(item) in NOT_SENT | SUMMARIES:
            return
        elif not is_known(item):
            self.noted.unknown(entry)
            return
        else:
            self._answering = False
        pieces = self.reader.pieces_of(item, entry.line)
        if self._waiting is not None:
            self._waiting[1].extend((entry, piece) for piece in pieces)
            return
        self._enter(entry, pieces)
        self._searched = self._searched or kind_of(item) == "web_search_call"

    def _enter(self, entry: Entry, pieces: Sequence[Piece], before: str | None = None) -> None:
        for number, piece in enumerate(pieces):
            stem = f"line-{entry.line}" if len(pieces) == 1 else f"line-{entry.line}.{number}"
            self._desk.enter(piece, stem, _place(entry), before=before)
        if _begins_turn(entry, pieces):
            self._history.begin_turn(len(pieces))

    def _call(self, entry: Entry) -> None:
        """The first item of an answer: the model was called with the window as it stands."""
        if self._answering:
            return
        self._settle()
        self.window.call(_place(entry))
        self._uncounted = len(self.window.events) - 1
        self._answering, self._searched = True, False
        self.tally.event(entry.line)

    def _event(self, entry: Entry) -> None:
        if entry.label == "event_msg/token_count":
            self._count(entry)
        elif entry.label == "event_msg/thread_rolled_back":
            self._answering, self._uncounted = False, None
            self._settle()
            turns = tokens_of(entry.payload.get("num_turns"))
            self.noted.rolled_back(entry.line, turns, self._history.roll_back(turns, _place(entry)))
        elif entry.label in _ENDS:
            self._answering, self._uncounted = False, None

    def _count(self, entry: Entry) -> None:
        """The provider's count of the last call. Repeated counts are old news; a count without input, an estimate."""
        told = part(entry.payload, "info")
        total, last = told.get("total_token_usage"), part(told, "last_token_usage")
        tokens = tokens_of(last.get("input_tokens"))
        if not tokens:
            self.noted.estimated(tokens_of(last.get("total_tokens")))
            return
        if total == self._counted:
            return
        self._counted = total
        self._answering = False
        self._last_tokens = tokens
        if self._uncounted is None:
            return
        place, self._uncounted = self._uncounted, None
        call = self.window.events[place]
        if self._searched:
            self.noted.searched += 1
        elif isinstance(call, Call):
            self.window.events[place] = replace(call, tokens=tokens)
            self.answers[place] = tokens_of(last.get("output_tokens"))

    def _compacted(self, entry: Entry) -> None:
        self._answering, self._uncounted = False, None
        self._settle()
        self._waiting = (compaction_of(entry, self.reader, self._desk.units), [])
        self.noted.compacted(Cutting(entry.line, self._waiting[0].kind, self._waiting[0].listed, self._last_tokens))

    def _settle(self) -> None:
        """A compaction takes effect before the next call: by then the harness has put its context back.

        What comes back word by word had stayed, behind the summary; what is new stands where the log has it.
        """
        if self._waiting is None:
            return
        told, tail = self._waiting
        self._waiting = None
        again = _comes_back(tail, {unit.piece.key for unit in self._desk.units}, told)
        place = _place(told.entry)
        kept = [piece for (_, piece), back in zip(tail, again, strict=True) if back]
        left = self._history.replace(told, kept, f"line-{told.entry.line}", place)
        self.tally.event(told.entry.line)
        self.noted.left(left)
        places = iter(self._desk.units[len(self._desk.units) - len(kept) :])
        waiting: list[tuple[Entry, Piece]] = []
        for (entry, piece), back in zip(tail, again, strict=True):
            if back:
                self._enter_all(waiting, next(places).ids[0])
                self.tally.event(entry.line)
                waiting = []
            else:
                waiting.append((entry, piece))
        self._enter_all(waiting, None)

    def _enter_all(self, waiting: Sequence[tuple[Entry, Piece]], before: str | None) -> None:
        for line, group in groupby(waiting, key=lambda item: item[0].line):
            found = list(group)
            self._enter(found[0][0], [piece for _, piece in found], before)
            self.tally.event(line)


def _comes_back(tail: Sequence[tuple[Entry, Piece]], live: set[object], told: Compaction) -> list[bool]:
    kept = {piece.key for piece in told.after}
    seen: set[object] = set()
    found = []
    for _, piece in tail:
        back = piece.by == "host" and not is_humans(piece) and piece.key in live - kept - seen
        seen.add(piece.key)
        found.append(back)
    return found


def _begins_turn(entry: Entry, pieces: Sequence[Piece]) -> bool:
    mail = kind_of(entry.payload) in ("inter_agent_communication", "agent_message")
    return mail or any(is_humans(piece) for piece in pieces)


def _summarisers_answers(entries: Sequence[Entry]) -> set[int]:
    """Lines of answers that only made a summary: they stand right before it, and it ends in their words."""
    found: set[int] = set()
    last: Entry | None = None
    for entry in entries:
        if entry.kind == "item":
            last = entry
        elif entry.kind == "compacted" and last is not None:
            texts = [said(block, "text") for block in listed(last.payload.get("content"))]
            text = "\n".join(text for text in texts if text)
            message = said(entry.payload, "message") or ""
            if last.payload.get("role") == "assistant" and text and message.endswith(text):
                found.add(last.line)
    return found


def _place(entry: Entry) -> Place:
    return Place(entry.line, entry.at, said(entry.payload, "id") or said(entry.payload, "call_id"))
