"""A short builder of traces for tests: one call an event, line numbers as in a native file (the header is line 1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ctxaudit.model import (
    ROLE_MAKER,
    Add,
    Allow,
    Call,
    Checkpoint,
    Cite,
    Conditions,
    Decide,
    Event,
    Evict,
    Header,
    Pin,
    Problem,
    Rank,
    RankEntry,
    RejectedAlternative,
    Restore,
    Rewrite,
    Span,
    Trace,
    Truncate,
    Unpin,
)


def span(name: str, /, text: str = "some words", role: Any = "tool", **keys: Any) -> Span:
    """A span with the format's defaults; lists may be given as lists."""
    for key in ("tags", "provenance"):
        if key in keys:
            keys[key] = tuple(keys[key])
    return Span(id=name, text=text, role=role, by=keys.pop("by", ROLE_MAKER[role]), **keys)


class Build:
    """Collects events; `turn(n)` sets the turn of what follows. Every method gives the builder back."""

    def __init__(self, **header: Any) -> None:
        conditions = header.pop("conditions", {})
        if "retains" in conditions:
            conditions["retains"] = tuple(conditions["retains"])
        self.header = Header(id=header.pop("id", "run"), conditions=Conditions(**conditions), **header)
        self.events: list[Event] = []
        self.problems: list[Problem] = []
        self._turn = 0
        self._line = 1

    def turn(self, number: int) -> Build:
        self._turn = number
        return self

    def skip_line(self, problem: str = "malformed-line") -> Build:
        """A line that should have given an event and did not."""
        self._line += 1
        self.problems.append(Problem(problem, self._line, "made unreadable for the test", hole=True))
        return self

    def trace(self, path: str = "run.jsonl", format_name: str = "native") -> Trace:
        return Trace(
            path=path, format=format_name, header=self.header, events=tuple(self.events), problems=tuple(self.problems)
        )

    def _put(self, kind: type[Any], keys: dict[str, Any]) -> Build:
        self._line += 1
        self.events.append(kind(line=keys.pop("line", self._line), turn=keys.pop("turn", self._turn), **keys))
        return self

    def add(self, name: str, /, text: str = "some words", role: Any = "tool", **keys: Any) -> Build:
        event: dict[str, Any] = {k: keys.pop(k) for k in ("basis", "origin", "before", "turn", "at") if k in keys}
        return self._put(Add, {"span": span(name, text, role, **keys), **event})

    def tool_call(self, name: str, arguments: str, call_id: str, /, tool: str = "shell", **keys: Any) -> Build:
        return self.add(name, arguments, "assistant", kind="tool-call", call_id=call_id, name=tool, **keys)

    def tool_result(self, name: str, text: str, call_id: str, /, tool: str = "shell", **keys: Any) -> Build:
        keys.setdefault("kind", "tool-result")
        return self.add(name, text, "tool", call_id=call_id, name=tool, **keys)

    def evict(self, *names: str, reason: Any = "dispensable", **keys: Any) -> Build:
        return self._put(Evict, {"spans": names, "reason": reason, **keys})

    def rewrite(self, sources: Sequence[str], surrogate: Span, **keys: Any) -> Build:
        if "rejected_alternatives" in keys:
            keys["rejected_alternatives"] = tuple(
                RejectedAlternative(**entry) if isinstance(entry, dict) else entry
                for entry in keys["rejected_alternatives"]
            )
        return self._put(Rewrite, {"sources": tuple(sources), "surrogate": surrogate, **keys})

    def compact(self, sources: Sequence[str], name: str, text: str = "a short summary", **keys: Any) -> Build:
        """A rewrite with a tagged surrogate, as a careful host writes it."""
        event = {
            key: keys.pop(key)
            for key in ("by", "basis", "tokens_before", "tokens_after", "rejected_alternatives", "refused")
            if key in keys
        }
        keys = {"kind": "summary", "lossy": True, "provenance": tuple(sources), **keys}
        return self.rewrite(sources, span(name, text, keys.pop("role", "memory"), **keys), **event)

    def truncate(self, *names: str, **keys: Any) -> Build:
        return self._put(Truncate, {"spans": names, **keys})

    def rank(self, *order: Any, **keys: Any) -> Build:
        """Entries are ids, or (id, score)."""
        entries = tuple(RankEntry(*entry) if isinstance(entry, tuple) else RankEntry(entry) for entry in order)
        return self._put(Rank, {"order": entries, **keys})

    def pin(self, *names: str, tokens: Sequence[str] = (), **keys: Any) -> Build:
        return self._put(Pin, {"spans": names, "tokens": tuple(tokens), **keys})

    def unpin(self, *names: str, tokens: Sequence[str] = (), **keys: Any) -> Build:
        return self._put(Unpin, {"spans": names, "tokens": tuple(tokens), **keys})

    def restore(self, of: str, restored: Span | None = None, source: Any = "external", **keys: Any) -> Build:
        return self._put(Restore, {"of": of, "span": restored, "source": source, **keys})

    def decide(self, name: str, choice: str, rejected: Sequence[dict[str, Any]] = (), **keys: Any) -> Build:
        entries = tuple(RejectedAlternative(**entry) for entry in rejected)
        keys["reopens"] = tuple(keys.pop("reopens", ()))
        return self._put(Decide, {"id": name, "choice": choice, "rejected": entries, **keys})

    def cite(self, token: str, **keys: Any) -> Build:
        return self._put(Cite, {"token": token, **keys})

    def call(self, tokens: int | None = None, **keys: Any) -> Build:
        return self._put(Call, {"tokens": tokens, **keys})

    def checkpoint(self, *names: str, **keys: Any) -> Build:
        return self._put(Checkpoint, {"spans": names, **keys})

    def allow(self, *rules: str, reason: str = "known and accepted", **keys: Any) -> Build:
        return self._put(Allow, {"rules": rules, "reason": reason, **keys})
