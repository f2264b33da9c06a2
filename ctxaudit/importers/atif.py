"""ATIF trajectories (Agent Trajectory Interchange Format, 1.0 to 1.8), as Harbor and Terminus-2 write them.

**What the log records.** Steps in order: what the system, the user and the agent said, the agent's tool calls with
their observations, the size of each prompt. By convention, a step that marks where a compaction replaced what stood
before it, with references to the documents of the helpers that made the summary.

**What it does not.** Which steps a boundary replaced: all but the first, by the meaning of the word. The text of the
summary, where the helpers' documents are not beside the log: then it is an empty surrogate tagged `opaque`. What
Terminus-2 drops from the end of the chat before a summary that an overflow forced. The tools' schemas. Files that were
made by a converter show what their converter wrote down, which may be less than was sent.

**The window.** All steps so far. At a boundary: the first step, then the summary (as the prompt in which a helper was
asked about it, or as the helper wrote it), then the helper's questions, then what follows. Steps that were copied from
an earlier document are context and no calls. Where a document goes on in another one, each is a trace.

**Traps.** A step's `extra` may hold an API key. A document of a helper looks like a trajectory; it is the lane of one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from ctxaudit.importers._document import document, whole
from ctxaudit.importers._draft import Draft, named
from ctxaudit.importers._results import looks_up, plain
from ctxaudit.importers._values import as_json, listed, part, said, time_of, tokens_of
from ctxaudit.importers.window import Cut, Place, Window
from ctxaudit.ingest.source import Source
from ctxaudit.ingest.tally import Tally
from ctxaudit.model import Header, Maker, Span, Trace

NAME = "atif"
TITLE = "ATIF trajectory"
CLASS: Literal["lossy"] = "lossy"
TOLERANCE = "Recorded sizes are given as they are; sizes of spans are not recorded."
RECORDS = (
    "every step, with tool calls and observations",
    "the size of each prompt",
    "where a compaction replaced what stood before, by convention",
)
UNKNOWN = (
    "which steps a compaction replaced, beyond the meaning of the word",
    "the summary, where the helpers' documents are not beside the log",
    "what was dropped before a summary that an overflow forced",
    "the tools' schemas",
)
WHERE: tuple[str, ...] = ()

_HELPER = re.compile(r"trajectory\.(summarization-[\w-]+)\.json")
_LEAST_SUMMARY = 200  # characters; a shorter message of a boundary only says that there was one


@dataclass(slots=True)
class _Replay:
    source: Source
    fields: Mapping[str, Any]
    window: Window
    gave: set[int] = field(default_factory=set)
    notes: list[str] = field(default_factory=list)
    _first: tuple[str, ...] = ()  # the spans of the first step of the user's
    _tools: dict[str, bool] = field(default_factory=dict)
    _handed_over: bool = False  # a boundary came, and no step since

    def step(self, number: int, step: Mapping[str, Any]) -> None:
        place = Place(number, time_of(step))
        source = said(step, "source")
        if part(part(step, "extra"), "context_management").get("type") == "compaction":
            self._compact(number, step, place)
            return
        if source == "agent" and step.get("is_copied_context") is not True and step.get("llm_call_count") != 0:
            self.window.call(place, tokens=tokens_of(part(step, "metrics").get("prompt_tokens")) or None)
            self.gave.add(number)
        drafts = self._agent(step) if source == "agent" else self._spoken(step, source)
        spans = _spans(drafts, f"s{number}")
        for span in spans:
            self.window.add(span, place)
            self.gave.add(number)
        if not self._first and source == "user":
            self._first = tuple(span.id for span in spans)
        self._handed_over = False

    def _spoken(self, step: Mapping[str, Any], source: str | None) -> list[Draft]:
        text, complete = _text(step.get("message"))
        drafts = [Draft(text, "system", "host", {"complete": complete})]
        if source == "user":
            by: Maker = "host" if self._handed_over else "human"
            drafts = [Draft(text, "user", by, {"complete": complete})]
        return [*(drafts if text else []), *self._observed(step)]

    def _agent(self, step: Mapping[str, Any]) -> list[Draft]:
        drafts: list[Draft] = []
        thought, (text, complete) = said(step, "reasoning_content"), _text(step.get("message"))
        if thought is not None:
            drafts.append(Draft(thought, "scratchpad", "model", {"tags": ("thinking",)}))
        if text.strip():
            drafts.append(Draft(text, "assistant", "model", {"complete": complete}))
        for call in listed(step.get("tool_calls")):
            name, key, arguments = said(call, "function_name") or "", said(call, "tool_call_id"), call.get("arguments")
            if key is not None:
                self._tools[key] = looks_up(name, arguments)
            fields = {"kind": "tool-call", "call_id": key, "name": name or None}
            drafts.append(Draft(as_json(arguments), "assistant", "model", fields))
        return [*drafts, *self._observed(step)]

    def _observed(self, step: Mapping[str, Any]) -> list[Draft]:
        drafts: list[Draft] = []
        for result in listed(part(step, "observation").get("results")):
            if result.get("content") is None:
                continue
            text, complete = _text(result["content"])
            call = said(result, "source_call_id")
            kind = "read" if self._tools.get(call or "") else "tool-result"
            drafts.append(Draft(text, "tool", "tool", {"kind": kind, "call_id": call, "complete": complete}))
        return drafts

    def _compact(self, number: int, step: Mapping[str, Any], place: Place) -> None:
        left = tuple(name for name in self.window.live if name not in self._first and self._goes(name))
        self.gave.add(number)
        self._handed_over = True
        prompt, questions, told = self._told(step)
        complete = told and bool(prompt)
        summary = Span(
            id=f"s{number}",
            text=prompt,
            role="user",
            by="model",
            kind="summary",
            tags=() if prompt else ("opaque",),
            complete=complete,
            lossy=True,
            provenance=left,
        )
        self.window.rewrite(left, summary, place, Cut(basis="derived"))
        if questions:
            self.window.add(Span(id=f"s{number}-questions", text=questions, role="assistant", by="model"), place)
        lost = (
            "" if complete else "; its summary is not whole in the log" if prompt else "; its summary is not in the log"
        )
        self.notes.append(f"record {number}: compaction of {len(left)} spans{lost}")

    def _goes(self, name: str) -> bool:
        return self.window.span(name).role != "system"

    def _told(self, step: Mapping[str, Any]) -> tuple[str, str, bool]:
        """The summary, the helper's questions about it, and whether the summary is as it was sent."""
        helpers = list(self._helpers(step))
        for name, steps in helpers:
            asked = [_text(s.get("message"))[0] for s in steps if said(s, "source") == "user"]
            if "question" in name and asked:
                return asked[-1], _last_answer(steps), True
        for name, steps in helpers:
            if "summary" in name.removeprefix("trajectory.summarization"):
                return _last_answer(steps), "", False
        text, complete = _text(step.get("message"))
        return (text, "", complete) if len(text) >= _LEAST_SUMMARY else ("", "", False)

    def _helpers(self, step: Mapping[str, Any]) -> Sequence[tuple[str, list[Mapping[str, Any]]]]:
        embedded = {said(inner, "trajectory_id"): inner for inner in listed(self.fields.get("subagent_trajectories"))}
        found: list[tuple[str, list[Mapping[str, Any]]]] = []
        for result in listed(part(step, "observation").get("results")):
            for ref in listed(result.get("subagent_trajectory_ref")):
                path, name = said(ref, "trajectory_path"), said(ref, "trajectory_id")
                beside = self.source.beside(path) if path else None
                inner = embedded.get(name) or (whole(beside.text()) if beside is not None else None)
                if isinstance(inner, dict):
                    found.append((path or name or "", listed(inner.get("steps"))))
        return found


def read(source: Source) -> list[Trace]:
    """The one trace of the document."""
    found = document(source.text(), "steps")
    replay, tally = _Replay(source, found.fields, Window(source.name, numbered="record")), Tally()
    for number, step in enumerate(found.records, 1):
        if isinstance(step, dict):
            replay.step(number, step)
        if number in replay.gave:
            tally.event(number)
        else:
            tally.not_context(number, "step (without content)" if isinstance(step, dict) else "no step")
    if found.problem is not None:
        tally.problem(found.problem)
    return [
        Trace(
            path=source.path,
            format=NAME,
            header=_header(source, found.fields, found.records),
            events=replay.window.events,
            problems=tally.problems,
            lines=tally.lines(),
            notes=tuple(replay.notes),
        )
    ]


def _spans(drafts: Sequence[Draft], name: str) -> list[Span]:
    return [draft.span(own) for own, draft in zip(named(name, len(drafts)), drafts, strict=True)]


def _last_answer(steps: Sequence[Mapping[str, Any]]) -> str:
    answers = [text for step in steps if said(step, "source") == "agent" and (text := _text(step.get("message"))[0])]
    return answers[-1] if answers else ""


def _text(message: Any) -> tuple[str, bool]:
    """A message's text, and whether the log holds all of it."""
    if isinstance(message, str):
        return message, True
    if isinstance(message, dict):
        return plain(message), True
    texts = [said(block, "text") or f"[{said(block, 'type') or 'part'}]" for block in listed(message)]
    return "\n".join(texts), all(said(block, "text") for block in listed(message))


def _header(source: Source, fields: Mapping[str, Any], steps: Sequence[Any]) -> Header:
    agent = part(fields, "agent")
    name, version = said(agent, "name") or "agent", said(agent, "version")
    session = said(fields, "session_id") or source.name.partition(".")[0]
    helper = _HELPER.fullmatch(source.name)
    models = (said(step, "model_name") for step in steps if isinstance(step, dict))
    times = (time_of(step) for step in steps if isinstance(step, dict))
    return Header(
        id=f"{session}/{helper[1]}" if helper else session,
        agent=f"{name} {version}" if version else name,
        model=said(agent, "model_name") or next((model for model in models if model), None),
        started_at=next((time for time in times if time), None),
        citations="implicit",
        lane=helper[1] if helper else None,
        parent=session if helper else None,
    )
