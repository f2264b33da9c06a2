"""How large the two sides of a rewrite are, by the one kind of count that both sides have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ctxaudit.model import Rewrite
from ctxaudit.timeline import Step, estimate_tokens

Counted = Literal["spans", "event", "estimate"]


@dataclass(frozen=True, slots=True)
class Sizes:
    """Tokens of the live sources and of the surrogate. Recorded and estimated figures are never set side by side."""

    before: int
    after: int
    counted: Counted

    @property
    def freed(self) -> int:
        return self.before - self.after

    @property
    def estimated(self) -> bool:
        return self.counted == "estimate"


def sizes(step: Step, event: Rewrite) -> Sizes:
    """The spans' own counts when all have one, else the event's two counts, else an estimate of both sides."""
    own = [life.span.tokens for life in step.left if life.span.tokens is not None]
    if len(own) == len(step.left) and event.surrogate.tokens is not None:
        return Sizes(sum(own), event.surrogate.tokens, "spans")
    if event.tokens_before is not None and event.tokens_after is not None:
        return Sizes(event.tokens_before, event.tokens_after, "event")
    before = sum(estimate_tokens(life.span.kept) for life in step.left)
    return Sizes(before, estimate_tokens(event.surrogate.kept), "estimate")
