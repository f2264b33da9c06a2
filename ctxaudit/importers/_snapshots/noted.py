"""What a reader of a chain should know beside its events, as a few sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

_LISTED = 4
_MAYBE = "and no recorded size says that they left: the tracer may have done it, so they are not judged"


@dataclass(slots=True)
class Noted:
    """Numbers of the lines (or records) of calls at which something is worth telling."""

    hidden: list[int] = field(default_factory=list)
    dropped: list[int] = field(default_factory=list)
    rewound: list[int] = field(default_factory=list)
    partly: list[int] = field(default_factory=list)
    shortened: list[int] = field(default_factory=list)
    untraced: list[int] = field(default_factory=list)
    rewritten: list[int] = field(default_factory=list)
    empty: int = 0
    ranked: set[int] = field(default_factory=set)

    def sentences(self, where: str) -> list[str]:
        """`where`: what the numbers count, "line" or "record"."""
        told = (
            (self.rewritten, "a summary took the place of earlier messages; what it replaced is what left the prompt"),
            (self.dropped, "messages left the prompt and nothing took their place"),
            (self.rewound, "the prompt went back to an earlier point; what stood behind it is withdrawn"),
            (self.hidden, f"messages are missing from the prompt, {_MAYBE}"),
            (self.shortened, f"texts are shorter than in the prompt before, {_MAYBE}"),
            (self.partly, "the tracer kept only a part of the prompt: nothing is taken to have left here"),
            (self.untraced, "the prompt holds answers whose own calls are not in the log (sampled out, or lost)"),
        )
        sentences = [f"{_listed(lines, where)}: {text}" for lines, text in told if lines]
        if self.empty:
            sentences.append(f"{self.empty} calls were traced without their messages; their windows are unknown")
        return sentences


def _listed(lines: Sequence[int], where: str) -> str:
    named = list(dict.fromkeys(lines))
    shown = ", ".join(str(line) for line in named[:_LISTED])
    more = len(named) - _LISTED
    return f"{where}{'s' * (len(named) > 1)} {shown}{f' and {more} more' if more > 0 else ''}"
