"""What the reader of a lane found worth telling a person, in a few lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

_LISTED = 5


@dataclass(slots=True)
class Noted:
    """Facts by kind, as lines of the log; `said` are whole sentences already."""

    said: list[str] = field(default_factory=list)
    bridged: list[int] = field(default_factory=list)
    unplaced: list[int] = field(default_factory=list)  # cleared results that stand nowhere
    rewound: list[int] = field(default_factory=list)
    guessed: list[int] = field(default_factory=list)
    thinking: int = 0

    def sentences(self) -> list[str]:
        told = list(self.said)
        if self.bridged:
            told.append(
                f"{_count(self.bridged, 'record names', 'records name')} a parent that is not in the log"
                f" ({_lines(self.bridged)}): joined to the record before; what hung between is lost"
            )
        if self.rewound:
            told.append(f"{_count(self.rewound, 'rewind', 'rewinds')}, told by the tree alone ({_lines(self.rewound)})")
        if self.guessed:
            told.append(
                f"results left the window without a record ({_lines(self.guessed)}): which ones is inferred from files"
                " beside the log, from counts, and from the fall of the recorded size"
            )
        if self.unplaced:
            told.append(f"cleared results that are not in the window before ({_lines(self.unplaced)})")
        if self.thinking:
            told.append(f"{self.thinking} thinking blocks are empty on disk and left out")
        return told


def _count(lines: Sequence[int], one: str, many: str) -> str:
    return f"{len(lines)} {one if len(lines) == 1 else many}"


def _lines(lines: Sequence[int]) -> str:
    named = ", ".join(str(line) for line in lines[:_LISTED])
    more = f" and {len(lines) - _LISTED} more" if len(lines) > _LISTED else ""
    return f"line{'s' if len(lines) > 1 else ''} {named}{more}"
