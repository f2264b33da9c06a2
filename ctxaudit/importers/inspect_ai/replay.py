"""One agent's conversation to the events of its window: each prompt is known, so each edit is a difference of two."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from ctxaudit.importers._draft import named
from ctxaudit.importers._values import part, said, time_of, tokens_of
from ctxaudit.importers.inspect_ai.agents import Conversation, Record, Step, is_summary
from ctxaudit.importers.inspect_ai.messages import Message
from ctxaudit.importers.inspect_ai.spans import drafts_of, frame_of, short
from ctxaudit.importers.inspect_ai.told import Told
from ctxaudit.importers.window import Cut, Place, Window
from ctxaudit.model import Basis, Maker, Span

_A_PERSONS = ("input", "operator")  # the `source` of a message that a person wrote
_Spans = dict[tuple[str, str, str | None, str], list[Span]]


@dataclass(frozen=True, slots=True)
class _Pending:
    """A message of the harness's list that no prompt has shown yet. `part`: what it is there."""

    message: Message
    place: Place
    part: Literal["answer", "result", "said"]


@dataclass(slots=True)
class Replay:
    """`results`: the sample's tool messages by id. `human`: a person's own words are in this conversation."""

    talk: Conversation
    window: Window
    results: Mapping[str, Message]
    human: bool = True
    gave: set[int] = field(default_factory=set)  # records that gave an event
    idle: dict[int, str] = field(default_factory=dict)  # records that gave none, by kind
    told: Told = field(default_factory=Told)
    _spans: dict[str, list[Span]] = field(default_factory=dict)  # by the key of the message
    _tools: dict[str, str] = field(default_factory=dict)
    _pending: list[_Pending] = field(default_factory=list)
    _seen: set[str] = field(default_factory=set)  # spans that stood in a prompt
    _origins: dict[str, int] = field(default_factory=dict)  # spans that came in by a record of their own
    _compactions: list[Record] = field(default_factory=list)
    _summarised: list[_Pending] = field(default_factory=list)

    def run(self) -> None:
        for step in self.talk.steps:
            if step.role == "call":
                self._call(step)
            elif step.role == "tool":
                self._result(step.record)
            elif step.role == "summariser":
                place = _place_of(step.record)
                self._summarised += [_Pending(message, place, "said") for message in step.window[:-1]]
            else:
                self._compactions.append(step.record)
        for record in self._compactions:
            self.idle[record.number] = "compaction (no call came after it)"
        self._enter(self._pending)

    def _call(self, step: Step) -> None:
        shown = {message.key for message in step.window}
        self._enter(self._stood(shown))
        place = _place_of(step.record)
        self._become(step.window, shown, place)
        self.window.call(place, tokens=_size(step.record))
        self.gave.add(step.record.number)
        self._seen.update(self.window.live)
        self._compactions, self._summarised, self._pending = [], [], []
        if step.answer is not None:
            self._pending.append(_Pending(step.answer, place, "answer"))

    def _result(self, record: Record) -> None:
        """What a tool gave stood in the list only when the sample holds it as a message."""
        message = self.results.get(said(record.event, "message_id") or "")
        if message is None:
            self.idle[record.number] = "tool (its result entered no window)"
        else:
            self._pending.append(_Pending(message, _place_of(record), "result"))

    def _stood(self, shown: Collection[str]) -> list[_Pending]:
        """What stood in the list before this prompt. An answer that is in no list any more was thrown away."""
        summary = any(is_summary(record.event) for record in self._compactions)
        summarised = {pending.message.key: pending for pending in self._summarised} if summary else {}
        known = {*shown, *summarised}
        answered = any(pending.part == "result" for pending in self._pending)
        standing: list[_Pending] = []
        for pending in self._pending:
            if pending.message.key in known or self._compactions or (pending.part == "answer" and answered):
                standing.append(pending)
            elif pending.part == "answer":
                self.told.dropped.append(pending.place.line)
            else:
                self.idle[pending.place.line] = "tool (its result entered no window)"
        late = {pending.message.key for pending in standing}
        return standing + [said for key, said in summarised.items() if key not in self._spans and key not in late]

    def _enter(self, standing: Sequence[_Pending]) -> None:
        for pending in standing:
            spans = self._made(pending.message, self._maker(pending.message, answer=pending.part == "answer"), {})
            coming = [span for span in spans if not self.window.holds(span.id)]
            for span in coming:
                self.window.add(span, pending.place)
            if pending.part == "result" and coming:
                self.gave.add(pending.place.line)
                self._origins.update({span.id: pending.place.line for span in coming})
            elif pending.part == "result":
                self.idle[pending.place.line] = "tool (its result stood in the window already)"

    def _become(self, prompt: Sequence[Message], shown: Collection[str], call: Place) -> None:
        """Turns the window into that of the prompt."""
        place = _place_of(self._compactions[-1]) if self._compactions else call
        kept = {span.id for key in shown for span in self._spans.get(key, ())}
        leaving = _by_content(self.window.span(name) for name in self.window.live if name not in kept)
        fresh = [message for message in prompt if message.key not in self._spans]
        for message in fresh:
            self._made(message, self._maker(message), leaving)
        kept = {span.id for key in shown for span in self._spans[key]}
        left = tuple(name for name in self.window.live if name not in kept)
        basis: Basis = "recorded" if all(message.named for message in prompt) else "derived"
        surrogate = self._surrogate(fresh, left)
        before = len(self.window.events)
        after = [span for message in prompt for span in self._spans[message.key]]
        self.window.become(after, Cut(surrogate=surrogate, basis=basis), place)
        self._tell(left, place, changed=len(self.window.events) > before)

    def _tell(self, left: Sequence[str], place: Place, *, changed: bool) -> None:
        for record in self._compactions:
            self.told.compaction(record)
            if record.number == place.line and changed:
                self.gave.add(record.number)
            else:
                self.idle[record.number] = "compaction (changed nothing by itself)"
        unseen = [self.window.span(name) for name in left if name not in self._seen]
        self.told.unseen(
            place.line,
            [
                f"the result of {span.name or 'a tool'} (record {self._origins.get(span.id, place.line)})"
                if span.role == "tool"
                else f"a message of the {span.role}'s"
                for span in unseen
                if span.by != "model"
            ],
        )

    def _surrogate(self, fresh: Sequence[Message], left: tuple[str, ...]) -> Span | None:
        """The new message that stands for what a summarising compaction took, marked as such in its place."""
        if not left or not any(is_summary(record.event) for record in self._compactions):
            return None
        spoken = [message for message in fresh if message.role in ("user", "assistant") and self._spans[message.key]]
        told = [message for message in spoken if part(message.body, "metadata").get("summary") is True]
        new = [message for message in spoken if not self.window.holds(self._spans[message.key][0].id)]
        chosen = (told or new)[:1]
        if not chosen:
            return None
        spans = self._spans[chosen[0].key]
        if self.window.holds(spans[0].id):  # a summary that says just what a message said is another span
            left = (*left, spans[0].id)
            spans[0] = replace(spans[0], id=self.window.free(spans[0].id))
        if not spans[0].complete:
            opaque = replace(spans[0], text="", tags=("opaque",), lossy=True, provenance=left)
            spans[0] = replace(opaque, by="model", kind="summary")
            return spans[0]
        frame = frame_of(spans[0].text)
        spans[0] = replace(
            spans[0],
            by="model",
            kind="summary",
            lossy=frame.told,
            provenance=left if frame.told else (),
            body_start=frame.start,
            body_end=frame.end,
        )
        return spans[0]

    def _made(self, message: Message, maker: Maker, leaving: _Spans) -> list[Span]:
        """The message's spans. One that says just what a leaving span says is that span: only its id is new."""
        if message.key in self._spans:
            return self._spans[message.key]
        drafts = drafts_of(message, maker, self._tools)
        spans: list[Span] = []
        for name, draft in zip(named(short(message.key), len(drafts)), drafts, strict=True):
            span = draft.span(self.window.free(name))
            same = leaving.get(_content(span))
            spans.append(same.pop(0) if same else span)
        self._spans[message.key] = spans
        return spans

    def _maker(self, message: Message, *, answer: bool = False) -> Maker:
        """Who made a message that came in otherwise than as an answer: later ones of the model's are the harness's."""
        if message.role == "assistant":
            return "model" if answer or not self.window.calls else "host"
        if message.role == "tool":
            return "tool" if said(message.body, "id") in self.results or not self._compactions else "host"
        source = said(message.body, "source")
        spoken = source in _A_PERSONS or (source is None and not self.window.calls)
        return "human" if spoken and self.human else "host"


def _by_content(spans: Iterable[Span]) -> _Spans:
    found: _Spans = defaultdict(list)
    for span in spans:
        found[_content(span)].append(span)
    return found


def _content(span: Span) -> tuple[str, str, str | None, str]:
    return span.role, span.kind, span.call_id, span.text


def _place_of(record: Record) -> Place:
    return Place(record.number, time_of(record.event), said(record.event, "uuid"))


def _size(record: Record) -> int | None:
    """Tokens of the prompt as the provider counted them, cached ones included."""
    output = part(record.event, "output")
    usage = part(output, "usage")
    if counted := tokens_of(output.get("input_context_tokens")):
        return counted
    whole, answer = tokens_of(usage.get("total_tokens")), tokens_of(usage.get("output_tokens"))
    if whole > answer:
        return whole - answer
    return tokens_of(usage.get("input_tokens")) or None
