"""Which of a sample's records belong to which agent's conversation, and which model events are no call of an agent."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ctxaudit.importers._values import listed, part, said
from ctxaudit.importers.inspect_ai.messages import Message, Messages

Role = Literal["call", "summariser", "compaction", "tool"]


@dataclass(frozen=True, slots=True)
class Record:
    """One event of the sample. `number` counts from 1."""

    number: int
    event: Mapping[str, Any]

    @property
    def kind(self) -> str:
        return said(self.event, "event") or "untyped"


@dataclass(frozen=True, slots=True)
class Step:
    """A record that plays a part in one agent's window. `window` is a model event's prompt."""

    role: Role
    record: Record
    window: Sequence[Message] = ()
    answer: Message | None = None


@dataclass(slots=True)
class Conversation:
    """What one agent saw and did, in order. `agent` is the span of the log that it ran in."""

    agent: str
    name: str | None
    steps: list[Step] = field(default_factory=list)
    known: set[str] = field(default_factory=set)  # keys of its last prompt and answer, system messages left out

    def goes_on(self, window: Sequence[Message]) -> int:
        return sum(message.key in self.known for message in window)

    @property
    def cut(self) -> bool:
        """A compaction came after its last call."""
        last = next((step.role for step in reversed(self.steps) if step.role in ("call", "compaction")), None)
        return last == "compaction"


@dataclass(slots=True)
class Cast:
    """`aside`: records that are no part of a window, by kind."""

    conversations: list[Conversation] = field(default_factory=list)
    aside: dict[int, str] = field(default_factory=dict)


def cast_of(sample: Mapping[str, Any], messages: Messages) -> Cast:
    return _Casting([Record(n, event) for n, event in enumerate(_events(sample), 1)], messages).run()


def _events(sample: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    events = sample.get("events")
    return [event if isinstance(event, dict) else {} for event in events] if isinstance(events, list) else []


class _Casting:
    def __init__(self, records: Sequence[Record], messages: Messages) -> None:
        self.records = records
        self.messages = messages
        self.spans = {
            name: record.event
            for record in records
            if record.kind == "span_begin" and (name := said(record.event, "id"))
        }
        self.prompts = {r.number: messages.window_of(r.event) for r in records if r.kind == "model"}
        self.answers = {r.number: messages.answer_of(r.event) for r in records if r.kind == "model"}
        self.summarisers = self._summarisers()
        self.cast = Cast()
        self.waiting: dict[str, Conversation] = {}  # tool calls without a result

    def run(self) -> Cast:
        for record in self.records:
            if record.kind == "model":
                self._model(record)
            elif record.kind == "tool":
                self._tool(record)
            elif record.kind == "compaction":
                self._compaction(record)
            else:
                self.cast.aside[record.number] = record.kind[:60]
        return self.cast

    def _model(self, record: Record) -> None:
        window, answer = self.prompts[record.number], self.answers[record.number]
        agent, name, scored = self._agent(record)
        if scored:
            self.cast.aside[record.number] = "model (a scorer's)"
        elif answer is None:
            pending = record.event.get("pending") is True
            self.cast.aside[record.number] = "model (unanswered)" if pending else "model (failed)"
        elif record.number in self.summarisers:
            talk = self._last(agent)
            if talk is not None:
                talk.steps.append(Step("summariser", record, window, answer))
            self.cast.aside[record.number] = "model (summariser)"
        else:
            talk = self._conversation(agent, name, said(record.event, "role"), window)
            talk.steps.append(Step("call", record, window, answer))
            talk.known = {message.key for message in window if message.role != "system"} | {answer.key}
            for call in listed(answer.body.get("tool_calls")):
                self.waiting[said(call, "id") or ""] = talk

    def _conversation(self, agent: str, name: str | None, role: str | None, window: Sequence[Message]) -> Conversation:
        """The one of this agent that the prompt goes on with; else a new one."""
        agent = f"{agent}/{role}" if role else agent
        own = [talk for talk in self.cast.conversations if talk.agent == agent]
        best = max(own, key=lambda talk: talk.goes_on(window), default=None)
        if best is not None and best.goes_on(window):
            return best
        if own and own[-1].cut:
            return own[-1]
        talk = Conversation(agent, role or name)
        self.cast.conversations.append(talk)
        return talk

    def _tool(self, record: Record) -> None:
        call = said(record.event, "id") or ""
        talk = self.waiting.pop(call, None)
        if talk is None:
            self.cast.aside[record.number] = "tool (its call is in no answer)"
        else:
            talk.steps.append(Step("tool", record))

    def _compaction(self, record: Record) -> None:
        talk = self._last(self._agent(record)[0])
        if talk is None:
            self.cast.aside[record.number] = "compaction (of no conversation)"
        else:
            talk.steps.append(Step("compaction", record))

    def _last(self, agent: str) -> Conversation | None:
        own = [talk for talk in self.cast.conversations if talk.agent.split("/")[0] == agent]
        return max(own, key=lambda talk: talk.steps[-1].record.number, default=None)

    def _agent(self, record: Record) -> tuple[str, str | None, bool]:
        """The agent's span that a record lies in, its name, and whether a scorer is at work there."""
        above = self._above(said(record.event, "span_id"))
        scorer = next((span for span in above if span.get("type") in ("scorer", "scorers")), None)
        if scorer is not None:
            return said(scorer, "id") or "", said(scorer, "name"), True
        agents = [span for span in above if span.get("type") == "agent"]
        agents = agents or [span for span in above if span.get("type") == "solver"]
        return (said(agents[0], "id") or "", said(agents[0], "name"), False) if agents else ("", None, False)

    def _above(self, name: str | None) -> list[Mapping[str, Any]]:
        """The span of that id and those that it lies in, innermost first."""
        found: dict[str, Mapping[str, Any]] = {}
        while name is not None and name in self.spans and name not in found:
            found[name] = self.spans[name]
            name = said(found[name], "parent_id")
        return list(found.values())

    def _summarisers(self) -> set[int]:
        """Model events right before a compaction whose answers stand in no later prompt."""
        last_use: dict[str, int] = {}
        for number, window in self.prompts.items():
            for message in window:
                last_use[message.key] = max(number, last_use.get(message.key, 0))
        before: dict[str, list[Record]] = defaultdict(list)
        found: set[int] = set()
        for record in self.records:
            span = said(record.event, "span_id") or ""
            if record.kind == "compaction":
                if is_summary(record.event):
                    found |= self._asked_for_a_summary(before[span], last_use)
                before[span] = []
            elif record.kind == "model":
                before[span].append(record)
        return found

    def _asked_for_a_summary(self, models: Sequence[Record], last_use: Mapping[str, int]) -> set[int]:
        found: set[int] = set()
        for record in reversed(models):
            answer, window = self.answers[record.number], self.prompts[record.number]
            if answer is None:
                continue
            asked = window[-1] if window else None
            if answer.key in last_use or asked is None or asked.role != "user":
                break
            if listed(record.event.get("tools")):
                break
            found.add(record.number)
        return found


def is_summary(compaction: Mapping[str, Any]) -> bool:
    kind = said(compaction, "type") or said(part(compaction, "metadata"), "strategy") or "summary"
    return "edit" not in kind.casefold() and "trim" not in kind.casefold()
