"""A task's history of the extensions: the array is never shortened; tags or a deleted range say what is not sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ctxaudit.importers._draft import Draft
from ctxaudit.importers._values import said
from ctxaudit.importers.cline.stage import Stage
from ctxaudit.importers.cline.tags import Edit, Tags
from ctxaudit.importers.cline.ui import Interface, Range
from ctxaudit.importers.cline.updates import Update
from ctxaudit.importers.cline.wording import continues, frame_of, superseded
from ctxaudit.importers.window import Cut, Place
from ctxaudit.model import Basis, Span

_FIRST = 2  # messages that a deleted range never takes
_ALWAYS = 1 << 62


@dataclass(slots=True)
class History:
    """`interface` and `updates` come from the files beside the history, when they are there."""

    stage: Stage
    tags: Tags
    interface: Interface | None
    updates: Sequence[Update]
    notes: list[str] = field(default_factory=list)
    _made: set[int] = field(default_factory=set)  # summaries and markers
    _range: Range | None = None
    _applied: int = 0  # updates that the window shows already
    _last: int = 0  # when the last answer came

    def run(self) -> None:
        stage = self.stage
        waiting = list(self.tags.edits)
        for index, message in enumerate(stage.messages):
            while waiting and waiting[0].due <= index:
                self._edit(waiting.pop(0), index)
            if index in self.tags.special:
                if waiting and waiting[0].index == index and waiting[0].due == index + 1:
                    self._edit(waiting.pop(0), index)
                continue
            if message.get("role") == "assistant":
                self._call(index)
            stage.enter(index)
        for edit in waiting:
            self._edit(edit, len(stage.messages))
        if unplaced := len(self.updates) - self._applied:
            self.notes.append(
                f"{unplaced} replaced texts of context_history.json came after the last call, or have no call"
            )

    def _call(self, index: int) -> None:
        ts = self.stage.messages[index].get("ts")
        now = ts if isinstance(ts, int) else _ALWAYS
        request = self.interface.request_of(index, self._last, now) if self.interface else None
        # Without the request's own time: it began after the answer before it came.
        self._cut(index, request.ts if request is not None else self._last)
        self.stage.call(index, request.tokens if request else None)
        self._last = now if now < _ALWAYS else self._last

    def _edit(self, edit: Edit, upto: int) -> None:
        """A summary or a marker is made: the window is what is sent from now on."""
        self._made.add(edit.index)
        stage = self.stage
        after = [
            span
            for index, block in self.tags.visible(upto, self._made)
            for span in (stage.spans_of(index) if block is None else stage.blocks_of(index)[block])
        ]
        basis: Basis = "recorded" if edit.certain else "derived"
        place = stage.place(edit.index)
        stage.events.add(edit.index + 1)
        if edit.kind == "marker":
            marker = stage.spans_of(edit.index)[:1]
            after = [_by_host(span) if span in marker else span for span in after]
            stage.window.become(after, Cut(basis=basis), place)
        else:
            self._summarise(edit, after, basis, place)
        self._note(edit)

    def _summarise(self, edit: Edit, after: list[Span], basis: Basis, place: Place) -> None:
        own = self.stage.spans_of(edit.index)
        if not own:
            self.stage.window.become(after, Cut(basis=basis), place)
            return
        if edit.id is None:  # the older kind wrote over the history: what the summary stands for is lost
            lost = Span(id=f"{own[0].id}-lost", text="", role="user", by="host", tags=("lost",), complete=False)
            self.stage.window.add(lost, place, before=self._behind(edit, after), basis="derived")
        names = {span.id for span in after}
        left = tuple(name for name in self.stage.window.live if name not in names)
        summary = _as_surrogate(own[0], left)
        others = {span.id: _by_host(span) for span in own[1:]}
        after = [summary if span.id == summary.id else others.get(span.id, span) for span in after]
        self.stage.window.become(after, Cut(surrogate=summary, basis=basis), place)

    def _behind(self, edit: Edit, after: Sequence[Span]) -> str | None:
        own = {span.id for span in self.stage.spans_of(edit.index)}
        places = [number for number, span in enumerate(after) if span.id in own]
        return next((span.id for span in after[places[-1] + 1 :]), None) if places else None

    def _note(self, edit: Edit) -> None:
        if edit.kind == "marker":
            how = f"truncation of {len(self.tags.stood_for(edit))} messages"
        else:
            how = "condensation" if edit.id else "condensation of an older kind, which wrote over what it replaced"
        doubt = "" if edit.certain else "; when it was made is taken from the harness's rule"
        self.notes.append(f"record {edit.index + 1}: {how}{doubt}")

    def _cut(self, index: int, now: int) -> None:
        """The deleted range and the replaced texts of the call at that place, where they changed since the last one."""
        cut = self.interface.ranges.get(index, self._range) if self.interface else None
        due = [update for update in self.updates[self._applied :] if update.ts < now and update.index < index]
        if cut == self._range and not due:
            return
        self._applied += len(due)
        dispensable = {name for update in due for name in self._replace(update)}
        place = replace(self.stage.place(index), id=None)
        after = self._sent(index, cut)
        names = {span.id for span in after}
        left = tuple(name for name in self.stage.window.live if name not in names and name not in dispensable)
        summary = next((span for span in after if continues(span.text)), None) if cut != self._range else None
        self._range = cut
        spare = Cut(dispensable=frozenset(dispensable))
        if summary is not None and left:
            self._summarise_range(summary, left, place)
            after = [self.stage.window.span(span.id) if span.id == summary.id else span for span in after]
        self.stage.window.become(after, spare, place)

    def _summarise_range(self, summary: Span, left: tuple[str, ...], place: Place) -> None:
        """The summary came in with the user's message: it takes the place of what it stands for."""
        made = _as_surrogate(summary, left)
        for index in range(len(self.stage.messages)):
            for block, spans in enumerate(self.stage.blocks_of(index)):
                if any(span.id == summary.id for span in spans):
                    self.stage.put(index, block, [made if span.id == summary.id else span for span in spans])
                    self.stage.window.rewrite(left, made, place, Cut())
                    return

    def _sent(self, upto: int, cut: Range | None) -> list[Span]:
        start = max(_FIRST, cut[1] + 1) if cut else _FIRST
        spans = [span for index in range(min(_FIRST, upto)) for span in self.stage.spans_of(index)]
        calls = {span.call_id for span in spans if span.kind == "tool-call"}
        for index in range(start, upto):
            own = self.stage.spans_of(index)
            calls.update(span.call_id for span in own if span.kind == "tool-call")
            # Behind the cut stands a result whose call was cut: it is not sent.
            orphan = cut is not None and index <= start + 1
            spans += [span for span in own if not (orphan and span.role == "tool" and span.call_id not in calls)]
        return spans

    def _replace(self, update: Update) -> list[str]:
        """The block is the new text from now on; the ids of the spans that a later read made needless."""
        blocks = self.stage.blocks_of(update.index)
        if update.block >= len(blocks):
            return []
        old = blocks[update.block]
        role = old[0].role if old else "user"
        fields = {"kind": old[0].kind, "call_id": old[0].call_id, "name": old[0].name} if old else {}
        name = old[0].id if old else said(self.stage.messages[update.index], "id") or f"m{update.index}"
        stub = self.stage.made([[Draft(update.text, role, "host", fields)]], f"{name}-stub")[0]
        self.stage.put(update.index, update.block, stub)
        return [span.id for span in old] if superseded(update.text) else []


def _as_surrogate(span: Span, left: tuple[str, ...]) -> Span:
    frame = frame_of(span.text)
    return replace(
        span,
        by="model",
        kind="summary",
        lossy=frame.told,
        provenance=left if frame.told else (),
        body_start=frame.start,
        body_end=frame.end,
    )


def _by_host(span: Span) -> Span:
    return replace(span, by="host")
