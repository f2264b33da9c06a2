"""Prompts without ids to the events of a window."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ctxaudit.importers._document import whole
from ctxaudit.importers._draft import Draft, matched, named
from ctxaudit.importers._results import looks_up
from ctxaudit.importers._values import as_json, listed, part, said
from ctxaudit.importers.sweagent.messages import Message, is_answer, is_demo, key_of, text_of
from ctxaudit.importers.window import Cut, Place, Window
from ctxaudit.model import Maker, Pin, Span

_OMITTED = re.compile(r"\s*Old environment output: \(\d+ lines? omitted\)")
_FENCES = re.compile(r"```[\w-]*\s*```")


@dataclass(frozen=True, slots=True)
class _Unit:
    """A message that stands in the window."""

    key: tuple[str, str]
    spans: tuple[Span, ...]
    tags: frozenset[str]


@dataclass(slots=True)
class Replay:
    window: Window
    units: list[_Unit] = field(default_factory=list)
    tools: dict[str, bool] = field(default_factory=dict)
    made: int = 0  # messages so far, for the ids of their spans

    def step(self, number: int, prompt: Sequence[Message]) -> None:
        """The window becomes that prompt, and the model is called with it."""
        place = Place(number)
        keys = [key_of(message) for message in prompt]
        places = matched(keys, [unit.key for unit in self.units])
        kept = {at for at in places if at is not None}
        answers = 0
        after: list[_Unit] = []
        for at, (message, old) in enumerate(zip(prompt, places, strict=True)):
            if old is not None:
                after.append(self.units[old])
            else:
                was = self.units[at] if at < len(self.units) and at not in kept else None
                after.append(self._unit(message, keys[at], answers, was))
            answers += is_answer(message)
        left = [unit for at, unit in enumerate(self.units) if at not in kept]
        spare = frozenset(span.id for unit in left if "remove_output" in unit.tags for span in unit.spans)
        fresh = [unit for unit, old in zip(after, places, strict=True) if old is None]
        spans = [span for unit in after for span in unit.spans]
        self.window.become(spans, Cut(dispensable=spare, basis="derived" if left else "recorded"), place)
        self._pin(fresh, place)
        self.units = after
        self.window.call(place)

    def answer(self, number: int, message: Message, answers: int) -> None:
        unit = self._unit(message, key_of(message), answers, None)
        for span in unit.spans:
            self.window.add(span, Place(number))
        self.units.append(unit)

    def _pin(self, units: Sequence[_Unit], place: Place) -> None:
        kept = tuple(span.id for unit in units if "keep_output" in unit.tags for span in unit.spans)
        if kept:
            turn = self.window.events[-1].turn
            self.window.events.append(Pin(line=place.line, turn=turn, spans=kept))

    def _unit(self, message: Message, key: tuple[str, str], answers: int, was: _Unit | None) -> _Unit:
        self.made += 1
        drafts = self._drafts(message, answers, was)
        names = named(f"m{self.made}", len(drafts))
        spans = tuple(draft.span(name) for name, draft in zip(names, drafts, strict=True))
        tags = message.get("tags")
        return _Unit(
            key,
            spans,
            frozenset(tag for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else frozenset(),
        )

    def _drafts(self, message: Message, answers: int, was: _Unit | None) -> list[Draft]:
        """`answers` of the model stand before the message. `was`: what stood in its place and is gone now."""
        role, text = said(message, "role") or "user", text_of(message)
        demo = is_demo(message)
        if role == "system":
            return [Draft(text, "system", "host")]
        if role == "assistant":
            return [Draft(text, "assistant", "host")] if demo else self._answer(message, text, answers)
        if demo or (answers == 0 and role == "user"):
            return [Draft(text, "user", "host" if demo else "human")]
        calls = message.get("tool_call_ids")
        call = calls[0] if isinstance(calls, list) and calls and isinstance(calls[0], str) else f"step-{answers}"
        fields: dict[str, Any] = {"kind": "read" if self.tools.get(call) else "tool-result", "call_id": call}
        maker: Maker = "tool"
        if _OMITTED.match(text):
            maker, fields["kind"] = "host", "tool-result"
            if was is not None and was.spans:
                fields["call_id"] = was.spans[0].call_id
        return [Draft(text, "tool" if role == "tool" else "user", maker, fields)]

    def _answer(self, message: Message, text: str, answers: int) -> list[Draft]:
        drafts: list[Draft] = []
        calls = listed(message.get("tool_calls"))
        action = said(message, "action")
        if not calls and action is not None and action.strip() and action in text:
            call = f"step-{answers + 1}"
            self.tools[call] = looks_up("bash", {"command": action.strip()})
            text = _FENCES.sub("", text.replace(action, "", 1)).strip()
            fields: dict[str, Any] = {"kind": "tool-call", "call_id": call, "name": "bash"}
            drafts.append(Draft(as_json({"command": action}), "assistant", "model", fields))
        for made in calls:
            function = part(made, "function")
            name, key, arguments = said(function, "name") or "", said(made, "id"), function.get("arguments")
            value = whole(arguments) if isinstance(arguments, str) else arguments
            if key is not None:
                self.tools[key] = looks_up(name, value)
            written = arguments if isinstance(arguments, str) else as_json(arguments)
            fields = {"kind": "tool-call", "call_id": key, "name": name or None}
            drafts.append(Draft(written, "assistant", "model", fields))
        return [Draft(text, "assistant", "model"), *drafts] if text.strip() or not drafts else drafts
