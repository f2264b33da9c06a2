"""The recorded sizes of an imported lane beside the sizes of its rebuilt windows, read off its events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ctxaudit.importers._usage import Sample, fit, fit_notes
from ctxaudit.model import Add, Call, Checkpoint, Event, Evict, Restore, Rewrite, Span, Truncate


def sized(events: Sequence[Event], answers: Mapping[int, int]) -> tuple[list[Event], list[str]]:
    """The events with `unseen` where a call held more than the log shows, and notes on the scale.

    `answers`: tokens of the answer to the call whose event stands there.
    """
    found = fit(samples(events, answers), leaves=True)
    told = list(events)
    for place, tokens in (found.unseen if found else {}).items():
        event = told[place]
        if isinstance(event, Call):
            told[place] = replace(event, unseen=tokens)
    return told, fit_notes(found)


def samples(events: Sequence[Event], answers: Mapping[int, int]) -> list[Sample]:
    """One for each counted call."""
    found: list[Sample] = []
    books = _Books()
    answer = 0
    for place, event in enumerate(events):
        if not isinstance(event, Call):
            books.take(event)
        elif event.tokens is not None:
            found.append(Sample(place, event.line, event.tokens, books.size, books.cuts, books.made, answer))
            books.made = 0
            answer = answers.get(place, 0)
    return found


class _Books:
    """Bytes of the live spans; what the model made of them since the last counted call; how many cuts so far."""

    def __init__(self) -> None:
        self.size = self.made = self.cuts = 0
        self._live: dict[str, int] = {}

    def take(self, event: Event) -> None:
        match event:
            case Add():
                self._enter(event.span)
            case Restore():
                self._leave([event.of])
                if event.span is not None:
                    self._enter(event.span)
            case Rewrite():
                self._cut(event.sources)
                self._enter(event.surrogate)
            case Evict() | Truncate():
                self._cut(event.spans)
            case Checkpoint():
                kept = set(event.spans)
                self._leave([span for span in self._live if span not in kept])
            case _:
                pass

    def _enter(self, span: Span) -> None:
        text = span.text
        size = len(text) if text.isascii() else len(text.encode("utf-8", "replace"))
        self._leave([span.id])
        self._live[span.id] = size
        self.size += size
        if span.by == "model":
            self.made += size

    def _cut(self, spans: Sequence[str]) -> None:
        self.cuts += 1
        self._leave(spans)

    def _leave(self, spans: Sequence[str]) -> None:
        self.size -= sum(self._live.pop(span, 0) for span in spans)
