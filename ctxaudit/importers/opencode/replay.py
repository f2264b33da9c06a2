"""One session, message by message, to the events of its window."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from typing import Any

from ctxaudit.importers._counted import sized
from ctxaudit.importers._draft import Draft
from ctxaudit.importers._few import few
from ctxaudit.importers._values import part as inner
from ctxaudit.importers._values import said, tokens_of
from ctxaudit.importers.opencode.parts import (
    CLEARED,
    QUESTION,
    cleared_at,
    interrupted,
    of_assistant,
    of_user,
    result_of,
)
from ctxaudit.importers.opencode.sessions import Message, Part, Session, millis, stamp
from ctxaudit.importers.window import Cut, Place, Window
from ctxaudit.ingest.source import Source
from ctxaudit.model import Header, Span, Trace

NAME = "opencode"
_ABORTED = "MessageAbortedError"


def trace_of(session: Session, source: Source) -> Trace:
    replay = Replay(session, Window(source.name, numbered="record"))
    replay.run()
    events, scale = sized(replay.window.events, replay.answers)
    version = said(session.info, "version")
    name = session.id or source.name.split(".")[0]
    return Trace(
        path=source.path,
        format=NAME,
        header=Header(
            id=name,
            line=session.record,
            agent=f"opencode {version}" if version else "opencode",
            model=replay.model,
            started_at=stamp(inner(session.info, "time").get("created")),
            citations="implicit",
            cwd=said(session.info, "directory"),
            lane=name if session.parent else None,
            parent=session.parent,
        ),
        events=events,
        problems=session.tally.problems,
        lines=session.tally.lines(),
        notes=(*few(replay.notes), *few(replay.cleared), *scale),
    )


@dataclass(slots=True)
class Replay:
    """The state of one session while its messages are read."""

    session: Session
    window: Window
    notes: list[str] = field(default_factory=list)
    cleared: list[str] = field(default_factory=list)  # notes, one for each time at which results were cleared
    answers: dict[int, int] = field(default_factory=dict)
    model: str | None = None
    _spans: dict[str, list[str]] = field(default_factory=dict)  # by message
    _parts: dict[str, list[str]] = field(default_factory=dict)  # by part
    _clearings: list[tuple[float, int, Message, Part, str]] = field(default_factory=list)  # a heap, by time
    _summaries: dict[str, Message] = field(default_factory=dict)  # completed ones, by the message that they answer
    _waiting: list[tuple[Message, Part]] = field(default_factory=list)  # calls whose results never came

    def run(self) -> None:
        tally = self.session.tally
        tally.event(self.session.record)
        for message in self.session.messages:
            if message.role == "assistant" and _completed(message):
                self._summaries[said(message.info, "parentID") or ""] = message
        for message in self.session.messages:
            self._spans.setdefault(message.id, [])
            if message.role == "user":
                self._user(message)
            elif message.role == "assistant":
                self._assistant(message)
            else:
                tally.not_context(message.record, "message of no known role")
                self._aside(message, message.parts, "part of such a message")
        self._clear(float("inf"))
        self._revert()

    def _user(self, message: Message) -> None:
        summary = self._summaries.get(message.id)
        for part in message.parts:
            if part.kind == "compaction" and summary is not None:
                self.session.tally.event(part.record)  # the question enters together with its answer
                continue
            draft = of_user(part, by_host=self.session.parent is not None)
            if draft is None:
                self.session.tally.not_context(part.record, f"part/{part.kind}"[:60])
            else:
                self._enter(message, part, draft, part.id)
        self._settle(message)

    def _assistant(self, message: Message) -> None:
        if message.info.get("summary") is True:
            self._summary(message)
            return
        if not _sent(message):
            self.session.tally.not_context(message.record, "answer that failed")
            self._aside(message, message.parts, "part of an answer that failed")
            return
        by_human = bool(message.parts) and all(part.kind == "tool" for part in message.parts)
        self.model = self.model or said(message.info, "modelID")
        steps = _steps(message)
        for step in steps:
            if not by_human:
                self._call(message, step, alone=len(steps) == 1)
            for part in step:
                draft = of_assistant(part)
                if draft is not None:
                    # A command of the human is stored like an answer, but for the step of a model that it lacks.
                    self._enter(message, part, replace(draft, by="human") if by_human else draft, part.id)
                elif part.kind not in ("step-start", "step-finish"):
                    self.session.tally.not_context(part.record, f"part/{part.kind}"[:60])
            for part in step:
                if part.kind == "tool":
                    self._result(message, part)
        self._settle(message)

    def _call(self, message: Message, step: Sequence[Part], *, alone: bool) -> None:
        """The model was called; what waited for that takes effect before."""
        finish = next((part for part in step if part.kind == "step-finish"), None)
        tokens = inner(finish.value, "tokens") if finish else inner(message.info, "tokens") if alone else {}
        first = step[0] if step and step[0].kind == "step-start" else None
        self._clear(message.created)
        for owner, part in self._waiting:
            self._enter(owner, part, interrupted(part), f"{part.id}-result")
        self._waiting.clear()
        at = stamp(message.created)
        place = Place(first.record, at, first.id) if first else Place(message.record, at, message.id)
        self.window.call(place, tokens=_window_tokens(tokens) or None)
        self.answers[len(self.window.events) - 1] = tokens_of(tokens.get("output"))
        for bound in (first, finish):
            if bound is not None:
                self.session.tally.event(bound.record)
        self.session.tally.event(message.record)

    def _result(self, message: Message, part: Part) -> None:
        draft = result_of(part)
        if draft is None:
            self._waiting.append((message, part))
            return
        span = self._enter(message, part, draft, f"{part.id}-result")
        if when := millis(cleared_at(part)):
            heappush(self._clearings, (when, part.record, message, part, span.id))

    def _clear(self, until: float) -> None:
        """Results cleared up to that time leave, each for the sentence that stands in its place."""
        due: list[tuple[float, Message, Part, str]] = []
        while self._clearings and self._clearings[0][0] <= until:
            when, _, message, part, name = heappop(self._clearings)
            if self.window.holds(name):
                due.append((when, message, part, name))
        if not due:
            return
        stubs = {name: _stub(self.window, name) for _, _, _, name in due}
        copies = {name: stub.external_copy for name, stub in stubs.items() if isinstance(stub.external_copy, str)}
        after = [stubs.get(name) or self.window.span(name) for name in self.window.live]
        when, _, first, _ = due[0]
        self.window.become(after, Cut(copies=copies), Place(first.record, stamp(when), first.id))
        for _, message, part, name in due:
            for names in (self._spans[message.id], self._parts[part.id]):
                names[:] = [stubs[name].id if held == name else held for held in names]
        count = "one old tool result was" if len(due) == 1 else f"{len(due)} old tool results were"
        self.cleared.append(f"record {first.record}: {count} cleared; the agent cannot read the log's copy")

    def _summary(self, message: Message) -> None:
        """A compaction: everything but the kept tail leaves for the question and the summary."""
        asked = said(message.info, "parentID") or ""
        if self._summaries.get(asked) is not message or asked not in self._spans:
            self.session.tally.not_context(message.record, "summary that was not finished")
            self._aside(message, message.parts, "part of such a summary")
            return
        self._clear(message.created)
        texts = [part for part in message.parts if part.kind == "text" and said(part.value, "text")]
        kept = self._kept(asked)
        name = self.window.free(texts[0].id if texts else message.id)
        surrogate = self._surrogate(message, texts, name)
        asking = self._question(asked)
        staying = [self.window.span(held) for held in kept if self.window.holds(held)]
        left = len(self.window.live) - len(staying)
        place = Place(message.record, stamp(inner(message.info, "time").get("completed")), message.id)
        # In the window nothing says that this is a summary: the rewrite is known from the log alone.
        self.window.become([*asking, surrogate, *staying], Cut(surrogate=surrogate, basis="derived"), place)
        self._spans[asked] += [span.id for span in asking]
        self._spans[message.id] = [surrogate.id]
        self.session.tally.event(message.record)
        for part in message.parts:
            if part in texts:
                self.session.tally.event(part.record)
            else:
                self.session.tally.not_context(part.record, f"part/{part.kind} of a summary"[:60])
        self.notes.append(f"record {message.record}: compaction of {left} spans, {len(staying)} were kept")

    def _surrogate(self, message: Message, texts: Sequence[Part], name: str) -> Span:
        """The summary as it stands in the window. Nothing of it says that it is one, so it is untagged."""
        whole = bool(message.parts) and all(part.value for part in message.parts) and not self.session.damaged
        text = "\n".join(str(part.value["text"]) for part in texts)
        if not whole and not texts:
            self.notes.append(f"record {message.record}: the log has lost the text of this summary")
        tags = ("opaque",) if not whole and not texts else ()
        return Span(id=name, text=text, role="assistant", by="model", kind="summary", complete=whole, tags=tags)

    def _question(self, asked: str) -> list[Span]:
        """What the host puts before the summary; older versions put nothing."""
        if self._asking(asked) is None:
            return []
        return [Span(id=self.window.free(asked), text=QUESTION, role="user", by="host")]

    def _asking(self, asked: str) -> Part | None:
        message = next(message for message in self.session.messages if message.id == asked)
        return next((part for part in message.parts if part.kind == "compaction"), None)

    def _kept(self, asked: str) -> list[str]:
        """The spans of the messages from the one that the compaction names up to its question, and what came since."""
        part = self._asking(asked)
        if part is None:
            return []
        order = list(self._spans)
        place = order.index(asked)
        tail = said(part.value, "tail_start_id")
        if tail is not None and tail not in self._spans:
            self.notes.append(f"record {part.record}: the first message that was kept is not in the log")
        start = order.index(tail) if tail in self._spans else place
        return [name for key in order[min(start, place) :] for name in self._spans[key]]

    def _revert(self) -> None:
        """The human went back, and nothing was said since: what stands behind that place is taken back."""
        revert = inner(self.session.info, "revert")
        back, part = said(revert, "messageID"), said(revert, "partID")
        if back not in self._spans:
            return
        order = list(self._spans)
        names = [name for key in order[order.index(back) :] for name in self._spans[key]]
        if part in self._parts:
            first = self._parts[part][0]
            names = names[names.index(first) :] if first in names else names
        self.window.evict(names, "withdrawn", Place(self.session.record, None, back), by="human")

    def _enter(self, message: Message, part: Part, draft: Draft, name: str) -> Span:
        span = draft.span(self.window.free(name))
        when = inner(part.value, "time").get("start") or message.created
        self.window.add(span, Place(part.record, stamp(when), part.id))
        self.session.tally.event(part.record)
        self._spans[message.id].append(span.id)
        self._parts.setdefault(part.id, []).append(span.id)
        return span

    def _settle(self, message: Message) -> None:
        """The message's own record gave an event when one of its parts did."""
        if self._spans[message.id] or message.id in self._summaries:
            self.session.tally.event(message.record)
        else:
            self.session.tally.not_context(message.record, f"message/{message.role} (empty)")

    def _aside(self, message: Message, parts: Sequence[Part], kind: str) -> None:
        for part in parts:
            self.session.tally.not_context(part.record, kind)
        self._spans.setdefault(message.id, [])


def _stub(window: Window, name: str) -> Span:
    """What the model sees in the place of a cleared result."""
    result = window.span(name)
    return Span(
        id=window.free(f"{name}-stub"),
        text=CLEARED,
        role="tool",
        by="host",
        kind="tool-result",
        call_id=result.call_id,
        name=result.name,
        external_copy=result.external_copy,
    )


def _completed(message: Message) -> bool:
    info = message.info
    return info.get("summary") is True and bool(said(info, "finish")) and not info.get("error")


def _sent(message: Message) -> bool:
    """Failed answers are left out of later requests, but for those that the human cut short once something was said."""
    error = message.info.get("error")
    if not error:
        return True
    aborted = isinstance(error, dict) and error.get("name") == _ABORTED
    return aborted and any(part.kind not in ("step-start", "reasoning") for part in message.parts)


def _steps(message: Message) -> list[list[Part]]:
    """One list of parts for each model call: older versions put a whole chain of calls into one message."""
    steps: list[list[Part]] = [[]]
    for part in message.parts:
        if part.kind == "step-start" and any(held.kind == "step-start" for held in steps[-1]):
            steps.append([])
        steps[-1].append(part)
    return steps


def _window_tokens(tokens: Mapping[str, Any]) -> int:
    cache = inner(tokens, "cache")
    return tokens_of(tokens.get("input")) + tokens_of(cache.get("read")) + tokens_of(cache.get("write"))
