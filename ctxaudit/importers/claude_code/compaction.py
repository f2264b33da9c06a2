"""A compaction as the log tells it: the surrogate that stands for what left, and what to say about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ctxaudit.importers._values import said, short
from ctxaudit.importers.claude_code.nodes import NOTHING, Node
from ctxaudit.importers.claude_code.summaries import frame_of, metadata_of
from ctxaudit.model import Basis, Span


@dataclass(frozen=True, slots=True)
class Compaction:
    """`node` is the summary's record, or one made up where the log lost it."""

    boundary: Node | None
    summary: Node | None
    node: Node
    basis: Basis
    lost_tip: bool

    def surrogate(self, name: str, sources: Sequence[str]) -> Span:
        """What the window holds in the place of `sources`. The harness's own lead says that it is a summary."""
        if self.summary is None:
            return Span(
                id=name,
                text="",
                role="user",
                by="model",
                kind="summary",
                tags=("opaque",),
                complete=False,
                lossy=True,
                provenance=tuple(sources),
            )
        text = "\n".join([words for block in self.summary.blocks if (words := block.words)])
        frame = frame_of(text)
        return Span(
            id=name,
            text=text,
            role="user",
            by="model",
            kind="summary",
            tags=("transcript-pointer",) if frame.transcript else (),
            lossy=frame.told,
            provenance=tuple(sources) if frame.told else (),
            body_start=frame.start,
            body_end=frame.end,
        )

    @property
    def name(self) -> str:
        return short(self.node.key)

    def sentences(self, records: int, behind: Node | None) -> list[str]:
        """Notes: how large the cut was, and what of it is lost."""
        told = [self._size(records)]
        line = self._line
        if self.boundary is None:
            told.append(
                f"line {line}: a summary without a record of its compaction: it is taken to replace all before it"
            )
        if self.summary is None:
            hangs = f"; line {behind.line} hangs on it" if behind is not None and behind.parent else ""
            told.append(f"line {line}: the summary record of this compaction is missing from the log{hangs}")
        if self.lost_tip:
            told.append(f"line {line}: the record that stood last before it is not in the log and cannot be judged")
        return told

    @property
    def _line(self) -> int:
        return self.boundary.line if self.boundary else self.node.line

    def _size(self, records: int) -> str:
        metadata = metadata_of(self.boundary) if self.boundary else {}
        trigger, tokens = said(metadata, "trigger"), metadata.get("preTokens")
        how = f" ({trigger})" if trigger in ("auto", "manual") else ""
        size = f", {tokens:,} tokens by the harness's own count of the whole window" if isinstance(tokens, int) else ""
        return f"line {self._line}: compaction{how} of {records} records{size}"


def compaction_of(boundary: Node | None, summary: Node | None, *, bridged: bool, lost_tip: bool) -> Compaction:
    """One of the two must be there."""
    at = boundary or summary
    if at is None:
        raise ValueError("a compaction needs its boundary or its summary")
    name = f"{short(at.key)}-summary"
    node = summary or Node("summary", at.line, name, NOTHING, at.id and name, at=at.at)
    basis: Basis = "derived" if bridged or lost_tip or boundary is None else "recorded"
    return Compaction(boundary, summary, node, basis, lost_tip)
