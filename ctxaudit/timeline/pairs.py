"""Which tool result belongs to which tool call, when ids of calls are used again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ctxaudit.timeline.life import Life


@dataclass(frozen=True, slots=True)
class Pair:
    """A tool call and the result that answers it. Both have been in the window; neither need be there now."""

    call: Life
    result: Life

    @property
    def known_from(self) -> int:
        """The first moment at which both halves had come in."""
        return max(self.call.entered, self.result.entered) + 1

    def other(self, half: Life) -> Life:
        return self.result if half is self.call else self.call


def pair_up(lives: Iterable[Life]) -> list[Pair]:
    """Pairs in the order of their results: each result goes to the nearest call before it that has none yet.

    A span with a call's id that finds no such call, like the stub of an offloaded result, belongs to no pair.
    """
    waiting: dict[str, list[Life]] = {}
    found: list[Pair] = []
    for life in lives:
        name = life.span.call_id
        if name is None:
            continue
        if life.span.kind == "tool-call":
            waiting.setdefault(name, []).append(life)
        elif is_result(life) and waiting.get(name):
            found.append(Pair(waiting[name].pop(), life))
    return found


def is_result(life: Life) -> bool:
    """It has the form of what a tool gave back: by its kind, or by its role."""
    return life.span.kind in ("tool-result", "read") or (life.span.role == "tool" and life.span.kind != "tool-call")
