"""A sample's messages as its model events name them: pooled or inline, with their long texts put back in place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from ctxaudit.importers._values import as_json, listed, part, said

_MOVED = "attachment://"
_PARTS = ("role", "content", "tool_calls", "tool_call_id", "error")


@dataclass(frozen=True, slots=True)
class Message:
    """`key` tells it from every other message of a window: its id, or what it says where it has none."""

    key: str
    body: Mapping[str, Any]
    named: bool = True  # the log gave it an id

    @property
    def role(self) -> str:
        return said(self.body, "role") or "user"


class Messages:
    """The messages of one sample."""

    def __init__(self, sample: Mapping[str, Any]) -> None:
        self._texts = part(sample, "attachments")
        pool = part(sample, "events_data").get("messages")
        self._pool: list[Any] = pool if isinstance(pool, list) else []
        self._read: dict[int, Message] = {}
        self._spoken: dict[str, str] = {}  # id: what it says
        # The final list is no prompt: of it only the results count, and whether they are in it at all.
        results = [body for body in listed(sample.get("messages")) if body.get("role") == "tool"]
        self.results = {said(body, "id") or "": self._message(body) for body in results}

    def window_of(self, event: Mapping[str, Any]) -> list[Message]:
        """The prompt of a model event, in order. A message that stands in it twice gets a key for each time."""
        refs = event.get("input_refs")
        if isinstance(refs, list) and refs:
            found = [self._pooled(place) for place in self._places(refs)]
        else:
            found = [self._message(body) for body in listed(event.get("input"))]
        times: Counter[str] = Counter()
        window: list[Message] = []
        for message in found:
            times[message.key] += 1
            again = times[message.key] > 1
            key = f"{message.key}#{times[message.key]}" if again else message.key
            window.append(Message(key, message.body, message.named) if again else message)
        return window

    def answer_of(self, event: Mapping[str, Any]) -> Message | None:
        choices = listed(part(event, "output").get("choices"))
        body = choices[0].get("message") if choices else None
        return self._message(body) if isinstance(body, dict) else None

    def put_back(self, value: Any) -> Any:
        """The same with every text that was moved to the attachments back in place; a missing one stays a reference."""
        if isinstance(value, str):
            return self._texts.get(value.removeprefix(_MOVED), value) if value.startswith(_MOVED) else value
        if isinstance(value, list):
            return [self.put_back(item) for item in value]
        if isinstance(value, dict):
            return {name: self.put_back(item) for name, item in value.items()}
        return value

    def _places(self, refs: Iterable[Any]) -> list[int]:
        places: list[int] = []
        for ref in refs:
            if isinstance(ref, list) and len(ref) == 2 and all(isinstance(end, int) for end in ref):
                places += range(max(0, ref[0]), min(ref[1], len(self._pool)))
        return [place for place in places if isinstance(self._pool[place], dict)]

    def _pooled(self, place: int) -> Message:
        if place not in self._read:
            self._read[place] = self._message(self._pool[place])
        return self._read[place]

    def _message(self, body: Mapping[str, Any]) -> Message:
        whole = {name: self.put_back(value) if name in _PARTS else value for name, value in body.items()}
        says = _digest([whole.get(name) for name in _PARTS])
        name = said(body, "id")
        if name is None:
            return Message(says, whole, named=False)
        # The pool keeps one entry for messages that say the same; an id that says something else is another message.
        key = name if self._spoken.setdefault(name, says) == says else f"{name}~{says[:6]}"
        return Message(key, whole)


def is_moved(text: str) -> bool:
    """A reference that the attachments do not hold."""
    return text.startswith(_MOVED)


def _digest(value: Any) -> str:
    return blake2b(as_json(value).encode("utf-8", "replace"), digest_size=8).hexdigest()
