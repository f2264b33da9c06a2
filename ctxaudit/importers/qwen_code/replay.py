"""One lane told forward: records enter, compressions list a new window, a record elsewhere in the tree goes back."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from ctxaudit.importers._account import Account, LaneKey
from ctxaudit.importers._checkpoints import adopt
from ctxaudit.importers._contents import CLEARED, Contents, call_of, with_fields
from ctxaudit.importers._desk import Desk
from ctxaudit.importers._draft import Draft, Piece
from ctxaudit.importers._values import listed, part, said, short, tokens_of
from ctxaudit.importers.qwen_code.records import Lane, Node
from ctxaudit.importers.qwen_code.tree import Tree
from ctxaudit.importers.window import Place, Window

_CLEARABLE = frozenset(
    {
        *("read_file", "read_many_files", "run_shell_command", "grep_search", "search_file_content", "glob"),
        *("web_fetch", "edit", "replace", "write_file"),
    }
)
_NEVER_CLEARED = 5
_IDLE_SECONDS = 3600
_FALL = 2000


@dataclass(slots=True)
class Replay:
    """`answers`: tokens of the answer, by the place of its call's event."""

    lane: Lane
    window: Window
    account: Account
    contents: Contents
    notes: list[str] = field(default_factory=list)
    answers: dict[int, int] = field(default_factory=dict)
    _desk: Desk = field(init=False)
    _tree: Tree = field(default_factory=Tree)
    _waiting: list[Node] = field(default_factory=list)  # what the human said and no call was made with yet
    _last: tuple[int, str | None] | None = None  # the last counted call: its size and its time

    def __post_init__(self) -> None:
        self._desk = Desk(self.window)

    def run(self) -> None:
        for node in self.lane.nodes:
            if node.kind == "hole":
                self._listen()
                self._tree.follow(node).added.append(self._desk.lose(node.line))
                continue
            before = len(self.window.events)
            self._go_back(node)
            self._take(node)
            if len(self.window.events) > before:
                self._used(node)
            elif node not in self._waiting:
                for line in node.lines:
                    self.account.aside(line, self._key, node.label)
        self._listen()
        if self._tree.bridged:
            lines = ", ".join(str(line) for line in self._tree.bridged[:5])
            self.notes.append(
                f"records hang on a parent that is not in the log (line {lines}): joined to the one before"
            )

    @property
    def _key(self) -> LaneKey:
        return self.lane.key

    def _take(self, node: Node) -> None:
        if node.kind == "user":
            self._waiting.append(node)
        elif node.kind == "assistant":
            self._listen()
            self._call(node)
            self._enter(node, self.contents.pieces(node.parts, by_model=True))
        elif node.kind == "result":
            self._listen()
            self._enter(node, self.contents.pieces(node.parts, by_model=False))
        elif node.kind == "compression":
            self._compress(node)
        elif node.kind == "bootstrap":
            self._seed(node)
        elif node.kind == "command":
            self._command(node)
        else:
            self._listen_first(node)

    def _listen_first(self, node: Node) -> None:
        """A record without content is a place in the tree: what waits hangs before it."""
        if not self._waiting:
            self._tree.follow(node)
            return
        self._listen()
        self._tree.follow(node)

    def _listen(self) -> None:
        """What waited enters: a call is made with it, or the log ends."""
        waiting, self._waiting = self._waiting, []
        for node in waiting:
            before = len(self.window.events)
            self._enter(node, self.contents.pieces(node.parts, by_model=False, by_host=node.by_host))
            if len(self.window.events) > before:
                self._used(node)
            else:
                for line in node.lines:
                    self.account.aside(line, self._key, node.label)

    def _enter(self, node: Node, pieces: list[Piece]) -> None:
        state = self._tree.follow(node)
        for number, piece in enumerate(pieces):
            stem = short(node.key) if len(pieces) == 1 else f"{short(node.key)}.{number}"
            state.added.append(self._desk.enter(piece, stem, _place(node)))

    def _call(self, node: Node) -> None:
        tokens = node.tokens or None
        self._clear_silently(node, tokens)
        self.window.call(_place(node), tokens=tokens)
        if tokens is not None:
            self.answers[len(self.window.events) - 1] = node.output
            self._last = (tokens, node.at)

    def _go_back(self, node: Node) -> None:
        """A record that hangs elsewhere than on the last one: what came since is taken back."""
        if self._waiting and node.parent != self._waiting[-1].key:
            self._draft(node)
        if self._waiting and node.parent == self._waiting[-1].key:
            return
        state = self._tree.moves_to(node)
        if state is None:
            return
        before = len(self.window.events)
        self._desk.take_back(state.units(), _place(node))
        self._tree.tip = state
        self._last = None
        if len(self.window.events) > before:
            self.notes.append(f"line {node.line}: the session goes on from an earlier record")

    def _draft(self, node: Node) -> None:
        """What waits and is not hung on was never sent, if the record hangs on one that is known."""
        keys = [waiting.key for waiting in self._waiting]
        if node.parent in keys:
            kept = keys.index(node.parent) + 1
        elif node.parent is not None and self._tree.knows(node.parent):
            kept = 0
        else:
            return
        for waiting in self._waiting[kept:]:
            for line in waiting.lines:
                self.account.aside(line, self._key, "draft that was never sent")
        self._waiting = self._waiting[:kept]

    def _command(self, node: Node) -> None:
        """A command that the program carried out by itself takes its own echo out of the history."""
        raw = said(node.payload, "rawCommand")
        local = said(node.payload, "phase") == "result" and node.payload.get("sentToModel") is not True
        if local and raw and self._waiting and _text(self._waiting[-1]).strip() == raw.strip():
            echo = self._waiting.pop()
            for line in echo.lines:
                self.account.aside(line, self._key, "command that was not sent")
            self._tree.follow(echo)
        self._listen_first(node)

    def _seed(self, node: Node) -> None:
        """The history that a forked subagent starts from."""
        self._listen()
        self._enter(node, self._turns(node.payload.get("history")))

    def _compress(self, node: Node) -> None:
        self._listen()
        history = node.payload.get("compressedHistory")
        if not isinstance(history, list) or not history:
            self._tree.follow(node)
            return
        told = adopt(self._desk, self._turns(history), short(node.key), _place(node))
        self._tree.reset(node, self._desk.units)
        self._last = None
        info = part(node.payload, "info")
        before, after = tokens_of(info.get("originalTokenCount")), tokens_of(info.get("newTokenCount"))
        size = f"; the whole window went from {before:,} tokens to {after:,}" if before and after else ""
        how = "with a summary" if told.kind == "summary" else "without a summary"
        self.notes.append(f"line {node.line}: a compression of {told.left + told.swapped} items {how}{size}")

    def _turns(self, history: object) -> list[Piece]:
        """The pieces of turns that a record lists. A listed turn of the human is the human's, whoever listed it."""
        found: list[Piece] = []
        for turn in listed(history):
            found += self.contents.pieces(turn.get("parts"), by_model=said(turn, "role") in ("model", "assistant"))
        return found

    def _clear_silently(self, node: Node, tokens: int | None) -> None:
        """After an hour of rest old results become marks, without a record: all but the newest few, by rule.

        A fall of the recorded size gives it away.
        """
        if tokens is None or self._last is None or not _idle(self._last[1], node.at):
            return
        results = [at for at, unit in enumerate(self._desk.units) if _clearable(unit.piece)]
        old = results[:-_NEVER_CLEARED]
        if not old or self._last[0] - tokens <= _FALL:
            return
        stubs = {at: _mark(self._desk.units[at].piece) for at in old}
        self._desk.swap(stubs, {}, _place(node), "inferred")
        self._tree.swapped(self._desk.units)
        self.notes.append(
            f"line {node.line}: {len(old)} results left the window without a record, as the harness's rule has it:"
            " inferred from an hour of rest and the fall of the recorded size"
        )

    def _used(self, node: Node) -> None:
        for line in node.lines:
            self.account.event(line, self._key)


def _clearable(piece: Piece) -> bool:
    draft = piece.drafts[0]
    return call_of(piece) is not None and draft.by == "tool" and draft.fields.get("name") in _CLEARABLE


def _mark(piece: Piece) -> Piece:
    stub = with_fields(piece, "host", {"kind": "tool-result", "tags": (), "external_copy": None})
    draft = stub.drafts[0]
    return Piece(("result", call_of(piece), CLEARED), (Draft(CLEARED, draft.role, draft.by, draft.fields),))


def _idle(before: str | None, now: str | None) -> bool:
    if before is None or now is None:
        return False
    try:
        rest = datetime.fromisoformat(now) - datetime.fromisoformat(before)
    except (ValueError, TypeError):
        return False
    return rest.total_seconds() >= _IDLE_SECONDS


def _text(node: Node) -> str:
    return "\n".join(text for block in node.parts if (text := said(block, "text")))


def _place(node: Node) -> Place:
    return Place(node.line, node.at, said(node.record, "uuid"))
