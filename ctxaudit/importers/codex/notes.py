"""What the reader of a rollout found worth telling a person, in a few lines."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ctxaudit.importers.codex.compaction import Kind
from ctxaudit.importers.codex.items import Reader, kind_of
from ctxaudit.importers.codex.records import Entry

_LISTED = 5
_KINDS: dict[Kind, str] = {
    "summary": "with a summary that can be read",
    "sealed": "whose summary is encrypted: what it holds cannot be judged",
    "none": "without a summary: what left was replaced by nothing",
}


@dataclass(slots=True)
class Cutting:
    """A compaction's note in the making: `before` by the last call's count, `after` by the harness's estimate."""

    line: int
    kind: Kind
    listed: bool
    before: int | None
    after: int | None = None
    left: int = 0

    def sentence(self) -> str:
        told = f"line {self.line}: a compaction of {self.left} items {_KINDS[self.kind]}"
        if self.before and self.after:
            told += f"; the whole window went from {self.before:,} tokens to about {self.after:,}"
        if not self.listed:
            told += "; what was kept follows from the harness's rule, the log does not list it"
        return told


@dataclass(slots=True)
class Noted:
    said: list[str] = field(default_factory=list)
    searched: int = 0
    _cuttings: list[Cutting] = field(default_factory=list)
    _unknown: Counter[str] = field(default_factory=Counter)

    def compacted(self, cutting: Cutting) -> None:
        self._cuttings.append(cutting)

    def left(self, count: int) -> None:
        self._cuttings[-1].left = count

    def estimated(self, tokens: int) -> None:
        if tokens and self._cuttings and self._cuttings[-1].after is None:
            self._cuttings[-1].after = tokens

    def unknown(self, entry: Entry) -> None:
        self._unknown[kind_of(entry.payload)[:40]] += 1

    def rolled_back(self, line: int, asked: int, taken: int) -> None:
        if taken < asked:
            self.said.append(f"line {line}: {asked} turns were taken back, and the log shows {taken} of them")

    def lost_base(self, line: int, thread: str | None) -> None:
        self.said.append(
            f"line {line}: this thread goes on from another one ({thread or 'unnamed'}), whose log is not read:"
            " what the window held from there cannot be judged"
        )

    def sentences(self, reader: Reader) -> list[str]:
        told = [*(cutting.sentence() for cutting in self._cuttings), *self.said]
        if reader.capped:
            told.append(
                f"{_lines(reader.capped)}: outputs beyond the turn's limit are cut as the history cuts them;"
                " the log's longer text counts nowhere"
            )
        if reader.guessed:
            told.append(
                f"{_lines(reader.guessed)}: outputs beyond the usual limit, and no limit on record: cut by that limit,"
                " and taken as incomplete"
            )
        if reader.searches:
            told.append(
                f"{reader.searches} web searches: what they found is not in the log, so that claims after them are"
                " judged only where the log holds their source"
            )
        if self.searched:
            told.append(f"{self.searched} recorded sizes are left out: they count what a search brought in meanwhile")
        if reader.encrypted_thoughts:
            told.append(f"{reader.encrypted_thoughts} pieces of encrypted reasoning are left out")
        for kind, count in self._unknown.items():
            told.append(f"{count} items of the unknown kind {kind!r} stood in the window and are not read")
        return told


def _lines(lines: list[int]) -> str:
    named = ", ".join(str(line) for line in lines[:_LISTED])
    more = f" and {len(lines) - _LISTED} more" if len(lines) > _LISTED else ""
    return f"line{'s' if len(lines) > 1 else ''} {named}{more}"
