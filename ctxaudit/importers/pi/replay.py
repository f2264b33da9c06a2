"""The entries of one session, in file order, to the events of its window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ctxaudit.importers._draft import Draft, matched, named
from ctxaudit.importers._tree import Tree, Turn
from ctxaudit.importers._values import part as inner
from ctxaudit.importers._values import said, time_of, tokens_of
from ctxaudit.importers.pi.entries import Entry
from ctxaudit.importers.pi.messages import Framed, Reader, branched, compacted
from ctxaudit.importers.window import Cut, Place, Window
from ctxaudit.ingest.tally import Tally
from ctxaudit.model import Basis, Span

_EDITS = frozenset({"compaction", "context_edit"})


@dataclass(slots=True)
class Replay:
    """The state of one session. `_spans` has what each entry stands for in the window, as it was last edited."""

    tally: Tally
    window: Window
    numbered: Sequence[str]
    notes: list[str] = field(default_factory=list)
    answers: dict[int, int] = field(default_factory=dict)
    model: str | None = None
    openclaw: bool = False
    _reader: Reader = field(default_factory=Reader)
    _tree: Tree = field(default_factory=Tree)
    _entries: dict[str, Entry] = field(default_factory=dict)
    _spans: dict[str, list[str]] = field(default_factory=dict)
    _system: str | None = None  # the span of the newest system message

    def take(self, entry: Entry) -> None:
        if entry.key in self._entries:
            self.tally.not_context(entry.line, "entry that was there before")
            return
        parent, basis = self._parent(entry)
        self._entries[entry.key] = entry
        turn = self._tree.grow(entry.key, parent)
        place = Place(entry.line, time_of(entry.value), said(entry.value, "id"))
        if entry.kind == "branch_summary" and said(entry.value, "summary"):
            self._summarise_branch(entry, turn, place)
            return
        if turn:
            self._turned(turn, place)
        if entry.kind == "compaction":
            self._compact(entry, place, bridged=basis == "derived")
        elif entry.kind == "context_edit":
            self._edit(entry, place)
        elif entry.kind in ("message", "custom_message"):
            self._message(entry, place, basis)
        else:
            self.openclaw |= (said(entry.value, "customType") or "").startswith("openclaw")
            self.tally.not_context(entry.line, entry.kind[:60])

    def _parent(self, entry: Entry) -> tuple[str | None, Basis]:
        """Version 1 names no parents; a lost parent is taken to be the record before."""
        if entry.root:
            return None, "recorded"
        if entry.parent is not None and entry.parent in self._tree:
            return entry.parent, "recorded"
        if entry.parent is not None and self._tree.tip is not None:
            self.notes.append(f"line {entry.line}: its parent is not in the log; it is joined to the record before")
        return self._tree.tip, "derived" if entry.parent is not None else "recorded"

    def _message(self, entry: Entry, place: Place, basis: Basis) -> None:
        if entry.mirrored or entry.failed:
            self.openclaw |= entry.mirrored
            kind = "copy of a delivered message" if entry.mirrored else "answer that failed or was cut short"
            self.tally.not_context(entry.line, kind)
            return
        drafts = self._reader.drafts(entry.message, entry.role)
        if entry.role == "assistant":
            self._call(entry, place)
        if entry.role == "system":
            self._instruct(drafts, entry, place)
            return
        spans = self._made(entry.key, drafts)
        for span in spans:
            self.window.add(span, place, basis=basis)
        self._spans[entry.key] = [span.id for span in spans]
        if spans or entry.role == "assistant":
            self.tally.event(entry.line)
        else:
            self.tally.not_context(entry.line, f"message/{entry.role or 'untyped'}"[:60])

    def _call(self, entry: Entry, place: Place) -> None:
        usage = inner(entry.message, "usage")
        tokens = sum(tokens_of(usage.get(key)) for key in ("input", "cacheRead", "cacheWrite"))
        self.model = self.model or said(entry.message, "model")
        self.window.call(place, tokens=tokens or None)
        self.answers[len(self.window.events) - 1] = tokens_of(usage.get("output"))

    def _instruct(self, drafts: Sequence[Draft], entry: Entry, place: Place) -> None:
        """A system message takes the place of the one before."""
        old = self.window.span(self._system) if self._system else None
        text = drafts[0].text if drafts else ""
        if old is not None and self.window.holds(old.id) and old.text == text:
            self.tally.not_context(entry.line, f"{entry.kind}/system (the same)")
            return
        if not drafts:
            self.tally.not_context(entry.line, f"{entry.kind}/system (empty)")
            return
        span = drafts[0].span(self.window.free(f"{short(entry.key)}-system"))
        first = next(iter(self.window.live), None)
        if old is not None and self.window.holds(old.id):
            first = next((name for name in self.window.live if name != old.id), None)
            self.window.evict([old.id], "dispensable", place)
        self.window.add(span, place, before=first)
        self._system = span.id
        self.tally.event(entry.line)

    def _compact(self, entry: Entry, place: Place, *, bridged: bool) -> None:
        """Everything up to the first entry that was kept leaves for the summary, behind which the kept ones stand."""
        path = self._tree.path()[:-1]
        kept, found = self._kept(entry, path)
        names = [name for key in kept for name in self._spans.get(key, ()) if self._standing(key)]
        frame = compacted(said(entry.value, "summary") or "")
        staying = [self.window.span(name) for name in [*self._systems(), *names]]
        held = {span.id for span in staying}
        sources = tuple(name for name in self.window.live if name not in held)
        surrogate = _surrogate(self.window.free(short(entry.key)), frame, sources, entry)
        self._spans[entry.key] = [surrogate.id]
        basis: Basis = "derived" if bridged or not found else "recorded"
        after = [*staying[: len(self._systems())], surrogate, *staying[len(self._systems()) :]]
        self.window.become(after, Cut(surrogate=surrogate, basis=basis), place)
        self.tally.event(entry.line)
        if not isinstance(entry.value.get("summary"), str):
            self.notes.append(f"line {entry.line}: the log has lost the text of this summary")
        if not found:
            self.notes.append(f"line {entry.line}: the first entry that was kept is not in the log")
        size = tokens_of(entry.value.get("tokensBefore"))
        counted = f", {size:,} tokens by the program's own count of the whole window" if size else ""
        self.notes.append(f"line {entry.line}: compaction of {len(sources)} spans, {len(names)} were kept{counted}")
        if message := inner(entry.value, "systemMessage"):
            self._instruct(self._reader.drafts(message, "system"), entry, place)

    def _kept(self, entry: Entry, path: Sequence[str]) -> tuple[list[str], bool]:
        """The entries from the first that was kept, and whether that one was found. Its own id: nothing is kept."""
        first = said(entry.value, "firstKeptEntryId")
        index = entry.value.get("firstKeptEntryIndex")
        if first is None and isinstance(index, int) and 0 <= index < len(self.numbered):
            first = self.numbered[index] or (path[0] if path else None)
        if first is None or first == entry.key:
            return [], True
        if first not in path:
            return [], False
        return list(path[path.index(first) :]), True

    def _standing(self, key: str) -> bool:
        """An older compaction among the kept entries adds nothing."""
        return self._entries[key].kind != "compaction"

    def _systems(self) -> list[str]:
        return [self._system] if self._system and self.window.holds(self._system) else []

    def _edit(self, entry: Entry, place: Place) -> None:
        """One entry gets another content, or none. What is the same in both stays as it is."""
        target = said(entry.value, "targetId") or ""
        old = [self.window.span(name) for name in self._spans.get(target, ()) if self.window.holds(name)]
        if not old:
            self.tally.not_context(entry.line, "context_edit of what is not in the window")
            return
        edited = self._entries[target]
        replacement = entry.value.get("replacement")
        content = replacement.get("content") if isinstance(replacement, dict) else None
        drafts = self._reader.drafts({**edited.message, "content": content}, edited.role) if content is not None else []
        places = matched([_said(d.text, d.fields) for d in drafts], [_said(span.text, _fields(span)) for span in old])
        made = self._made(f"{short(target)}-edit", [d for d, at in zip(drafts, places, strict=True) if at is None])
        fresh = iter([replace(span, by="host") for span in made])  # not the words of whoever made the first ones
        spans = [old[at] if at is not None else next(fresh) for at in places]
        new = [span for span, at in zip(spans, places, strict=True) if at is None]
        gone = {span.id for span in old} - {span.id for span in spans}
        self._spans[target] = [span.id for span in spans]
        self._swap(old, spans, Cut(surrogate=new[0], basis="derived") if new and gone else Cut(), place)
        self.tally.event(entry.line)

    def _swap(self, old: Sequence[Span], new: Sequence[Span], cut: Cut, place: Place) -> None:
        """The new spans stand where the first of the old ones stood."""
        names = {span.id for span in old}
        after: list[Span] = []
        for name in self.window.live:
            if name == old[0].id:
                after += new
            if name not in names:
                after.append(self.window.span(name))
        self.window.become(after, cut, place)

    def _summarise_branch(self, entry: Entry, turn: Turn, place: Place) -> None:
        """The human went back; a summary stands for the branch that was left."""
        frame = branched(said(entry.value, "summary") or "")
        path = self._tree.path()[:-1]
        staying = self._view(path) if turn else [self.window.span(name) for name in self.window.live]
        held = {span.id for span in staying}
        sources = tuple(name for name in self.window.live if name not in held)
        surrogate = _surrogate(self.window.free(short(entry.key)), frame, sources, entry)
        self._spans[entry.key] = [surrogate.id]
        self.window.become([*staying, surrogate], Cut(surrogate=surrogate, by="human", basis="derived"), place)
        self.tally.event(entry.line)
        self.notes.append(f"line {entry.line}: a summary stands for {len(sources)} spans of a branch that was left")

    def _turned(self, turn: Turn, place: Place) -> None:
        """The human went back: what is no longer on the path is taken back, what is again comes back."""
        if any(self._entries[key].kind in _EDITS for key in (*turn.left, *turn.back)):
            self.window.become(self._view(self._tree.path()[:-1]), _WITHDRAWN, place)
            return
        gone = [name for key in turn.left for name in self._spans.get(key, ())]
        self.window.evict(gone, "withdrawn", place, by="human", basis="derived")
        for key in turn.back:
            for name in self._spans.get(key, ()):
                self.window.add(self.window.span(name), place, basis="derived")

    def _view(self, path: Sequence[str]) -> list[Span]:
        """What the window holds on that path."""
        cut = next(
            (place for place in range(len(path) - 1, -1, -1) if self._entries[path[place]].kind == "compaction"), None
        )
        keys: list[str] = list(path)
        if cut is not None:
            entry = self._entries[path[cut]]
            kept = [key for key in self._kept(entry, path[:cut])[0] if self._standing(key)]
            keys = [entry.key, *kept, *path[cut + 1 :]]
        names = [*self._systems(), *(name for key in keys for name in self._spans.get(key, ()))]
        return [self.window.span(name) for name in names]

    def _made(self, key: str, drafts: Sequence[Draft]) -> list[Span]:
        stem = short(key)
        return [
            draft.span(self.window.free(name)) for draft, name in zip(drafts, named(stem, len(drafts)), strict=True)
        ]


_WITHDRAWN = Cut(withdrawn=True, by="human", basis="derived")


def short(key: str) -> str:
    """An entry's id as its spans wear it."""
    return key[:8] if len(key) == 36 else key[:60]


def _surrogate(name: str, frame: Framed, sources: Sequence[str], entry: Entry) -> Span:
    whole = isinstance(entry.value.get("summary"), str)
    return Span(
        id=name,
        text=frame.text if whole else "",
        role="user",
        by="model",
        kind="summary",
        lossy=True,
        provenance=tuple(sources),
        complete=whole,
        tags=() if whole else ("opaque",),
        body_start=frame.start if whole else 0,
        body_end=frame.end if whole else None,
    )


def _said(text: str, fields: Mapping[str, Any]) -> tuple[str, str, str | None]:
    return text, str(fields.get("kind", "message")), fields.get("call_id")


def _fields(span: Span) -> dict[str, Any]:
    return {"kind": span.kind, "call_id": span.call_id}
