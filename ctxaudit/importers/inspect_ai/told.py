"""What the reading of one conversation found worth telling a person, in a few lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ctxaudit.importers._values import part, said
from ctxaudit.importers.inspect_ai.agents import Record

_LISTED = 5


@dataclass(slots=True)
class Told:
    sentences: list[str] = field(default_factory=list)
    dropped: list[int] = field(default_factory=list)  # records of answers that entered no window

    def compaction(self, record: Record) -> None:
        metadata = part(record.event, "metadata")
        how = [name for key in ("strategy", "trigger") if (name := said(metadata, key))]
        sizes = (record.event.get("tokens_before"), record.event.get("tokens_after"))
        counts = (metadata.get("messages_before"), metadata.get("messages_after"))
        told = f"record {record.number}: compaction ({', '.join(how) or said(record.event, 'type') or 'untyped'})"
        if all(isinstance(count, int) for count in counts):
            told += f" of {counts[0]} messages to {counts[1]}"
        if all(isinstance(size, int) for size in sizes):
            told += f", {sizes[0]:,} tokens to {sizes[1]:,} by the harness's own count of the whole window"
        self.sentences.append(told)

    def unseen(self, at: int, what: Sequence[str]) -> None:
        """Spans left that no model call had shown to the model."""
        if what:
            more = f" and {len(what) - _LISTED} more" if len(what) > _LISTED else ""
            named = ", ".join(what[:_LISTED])
            self.sentences.append(f"record {at}: evicted before any call of the agent saw it: {named}{more}")

    def all(self) -> tuple[str, ...]:
        if not self.dropped:
            return tuple(self.sentences)
        records = ", ".join(str(number) for number in self.dropped[:_LISTED])
        more = f" and {len(self.dropped) - _LISTED} more" if len(self.dropped) > _LISTED else ""
        return (*self.sentences, f"answers that the harness kept out of every later prompt: records {records}{more}")
