"""Writes a native trace while an agent runs: one call of the recorder for each thing that happens to its window.

Each line is written in one piece when it happens, so that a killed process loses one line at most. What is not a valid
event is refused before it is written. With `strict`, so are the edits that should not be made at all.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

import orjson

from ctxaudit.errors import UsageError
from ctxaudit.ingest.native_build import event_of, header_of
from ctxaudit.ingest.schema import checks, refusal, shapes, unknown_keys
from ctxaudit.recording.strict import Guard, RefusedEditError

__all__ = ["Recorder", "RefusedEditError"]

Span = Mapping[str, Any]


class Recorder:
    """An open trace. Use it as a context manager, or call `close()`.

    Keys of spans and events are those of the trace format (`ctxaudit schema trace-v1`); None is left out. A key that
    the format does not know and a value of the wrong type raise `UsageError` and write nothing.

    `strict`: a rewrite that is not tagged, one that grows, an edit that drops a reason for not doing something, a
    ranking of a rewrite, and a cited token without a source in the window raise `RefusedEditError` and write nothing.
    """

    def __init__(self, path: str | Path, *, id: str, strict: bool = False, fsync: bool = False, **header: Any) -> None:  # noqa: A002
        self._turn = 0
        self._fsync = fsync
        self._line = 1
        value = _kept({"type": "trace", "version": 1, "id": id, **header})
        _check("trace", value)
        self._guard = Guard(header_of(1, value)) if strict else None
        self._file = _new_file(Path(path))
        self._write(value)

    # --- the window ---

    def turn(self, number: int | None = None) -> int:
        """Begins the next turn, or the turn of that number, which may not be an earlier one. Gives the number."""
        following = self._turn + 1 if number is None else number
        if following < self._turn:
            raise UsageError(f"turn {following} comes after turn {self._turn}: turns never go back")
        self._turn = following
        return following

    def add(self, id: str, text: str, role: str, *, before: str | None = None, **span: Any) -> str:  # noqa: A002
        """A span enters the window. Gives its id."""
        self._event("add", span=_span(id, text, role, span), before=before)
        return id

    def evict(self, spans: Sequence[str], reason: str, *, copies: Mapping[str, str] | None = None, **keys: Any) -> None:
        """Spans leave for a reason: `external-copy` (name the copies), `dispensable` or `withdrawn`."""
        self._event("evict", spans=[*spans], reason=reason, copies=dict(copies) if copies else None, **keys)

    def rewrite(
        self,
        sources: Sequence[str],
        surrogate: str,
        text: str,
        *,
        role: str = "memory",
        rejected_alternatives: Iterable[str | Mapping[str, str]] = (),
        event: Mapping[str, Any] | None = None,
        **span: Any,
    ) -> str:
        """Sources leave and a surrogate stands for them. It is tagged (`lossy`, `provenance`) unless told otherwise.

        `span` holds further keys of the surrogate, `event` further keys of the event. Gives the surrogate's id.
        """
        tagged = {"lossy": True, "provenance": [*sources], "kind": "summary", **span}
        self._event(
            "rewrite",
            sources=[*sources],
            surrogate=_span(surrogate, text, role, tagged),
            rejected_alternatives=[*rejected_alternatives] or None,
            **(event or {}),
        )
        return surrogate

    def truncate(self, spans: Sequence[str], *, budget: int | None = None, **keys: Any) -> None:
        """The backstop cut spans. That is no reason: evict them in the same turn to give one."""
        self._event("truncate", spans=[*spans], budget=budget, **keys)

    def restore(
        self, of: str, source: Literal["external", "retained", "model"], span: Span | None = None, **keys: Any
    ) -> None:
        """A span comes back. Without `span`, say `failed=True`: the copy could not be read."""
        keys.setdefault("from", source)
        self._event("restore", of=of, span=None if span is None else dict(span), **keys)

    def checkpoint(self, spans: Sequence[str], *, tokens: int | None = None, **keys: Any) -> None:
        """What the window holds by the host's own account, in order."""
        self._event("checkpoint", spans=[*spans], tokens=tokens, **keys)

    def call(self, tokens: int | None = None, **keys: Any) -> None:
        """The model is called with the window as it stands; `tokens` is the provider's count."""
        self._event("call", tokens=tokens, **keys)

    # --- what is said about it ---

    def rank(self, order: Sequence[str | Mapping[str, Any]], *, cut: int | None = None, **keys: Any) -> None:
        """Spans, best first, as ids or as {"span", "score"}; those after `cut` are demoted."""
        entries = [{"span": entry} if isinstance(entry, str) else dict(entry) for entry in order]
        self._event("rank", order=entries, cut=cut, **keys)

    def pin(self, spans: Sequence[str] = (), *, tokens: Sequence[str] = (), **keys: Any) -> None:
        """Spans join the pinned block; tokens must stay present verbatim."""
        self._event("pin", spans=[*spans] or None, tokens=[*tokens] or None, **keys)

    def unpin(self, spans: Sequence[str] = (), *, tokens: Sequence[str] = (), **keys: Any) -> None:
        self._event("unpin", spans=[*spans] or None, tokens=[*tokens] or None, **keys)

    def decide(self, id: str, choice: str, *, rejected: Sequence[Mapping[str, str]] = (), **keys: Any) -> None:  # noqa: A002
        """A choice, with what was rejected for it and why."""
        self._event("decide", id=id, choice=choice, rejected=[dict(entry) for entry in rejected], **keys)

    def cite(self, token: str, *, claim: str | None = None, span: str | None = None, **keys: Any) -> None:
        """A token is used as a fact: `claim` is the span that uses it, `span` where it is said to stand."""
        keys.setdefault("in", claim)
        self._event("cite", token=token, span=span, **keys)

    def allow(self, rules: Sequence[str], reason: str, **keys: Any) -> None:
        """Findings of these rules are known and accepted."""
        self._event("allow", rules=[*rules], reason=reason, **keys)

    # --- the file ---

    def sync(self) -> None:
        """Returns when everything written so far is on the disk."""
        os.fsync(self._file)

    def close(self) -> None:
        """Ends the trace. Closing twice is nothing."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _event(self, kind: str, **keys: Any) -> None:
        value = _kept({"type": kind, "turn": self._turn, **keys})
        _check(kind, value)
        event = event_of(self._line + 1, value)
        if self._guard is not None:
            self._guard.admit(event)
        self._write(value)
        self._line += 1
        if self._guard is not None:
            self._guard.took_place(event)

    def _write(self, value: Mapping[str, Any]) -> None:
        if self._file < 0:
            raise UsageError("the trace is closed: nothing more can be recorded")
        line = orjson.dumps(value) + b"\n"
        while line:
            line = line[os.write(self._file, line) :]
        if self._fsync:
            self.sync()


def _new_file(path: Path) -> int:
    """A file that only grows. One that holds something already is refused: two runs would be told as one."""
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_CLOEXEC", 0), 0o644)
    except OSError as error:
        raise UsageError(f"cannot write {path}: {error.strerror or error}") from error
    if os.fstat(file).st_size:
        os.close(file)
        raise UsageError(f"{path} holds a trace already: choose a new file for each run")
    return file


def _span(name: str, text: str, role: str, keys: Mapping[str, Any]) -> dict[str, Any]:
    return _kept({"id": name, "text": text, "role": role, **keys})


def _kept(pairs: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in pairs.items() if value is not None}


def _check(kind: str, value: Mapping[str, Any]) -> None:
    try:
        plain = orjson.loads(orjson.dumps(value))
    except TypeError as error:
        raise UsageError(f"a {kind} event cannot be written as JSON: {error}") from error
    unknown = unknown_keys(plain, shapes()[kind])
    if unknown:
        raise UsageError(f"a {kind} event has no key {', '.join(map(repr, unknown))}; see `ctxaudit schema trace-v1`")
    if not checks()[kind](plain):
        raise UsageError(f"this {kind} event is not valid: {refusal(kind, plain)}")
