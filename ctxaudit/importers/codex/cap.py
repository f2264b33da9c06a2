"""What is left of a tool's output when it enters the history: the log keeps the longer text, the model never saw it.

The history takes a fifth more than the turn's own limit, counts four bytes as a token, and cuts out the middle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, Literal

from ctxaudit.importers._values import part, said, tokens_of

_BYTES_PER_TOKEN = 4
_SLACK = 1.2
_DEFAULT_TOKENS = 10_000


@dataclass(frozen=True, slots=True)
class Cap:
    """The most of an output that enters. `known`: a turn's settings say so; else it is the usual limit."""

    unit: Literal["bytes", "tokens"] = "tokens"
    limit: int = ceil(_DEFAULT_TOKENS * _SLACK)
    known: bool = False

    def cut(self, text: str) -> str:
        """The text, or its two ends around a mark that says how much is missing."""
        return _cut(text, self.unit, self.limit)

    def cut_all(self, texts: Sequence[str]) -> list[str]:
        """The texts of an output that is a list: spent in order, what comes too late is only counted."""
        left, omitted, kept = self.limit, 0, []
        for text in texts:
            cost = _size(text) if self.unit == "bytes" else approximate_tokens(text)
            if left <= 0:
                omitted += 1
            else:
                kept.append(_cut(text, self.unit, left))
                left = left - cost if cost <= left else 0
        return [*kept, f"[omitted {omitted} text items ...]"] if omitted else kept


def cap_of(settings: Mapping[str, Any]) -> Cap:
    policy = part(settings, "truncation_policy")
    mode, limit = said(policy, "mode"), tokens_of(policy.get("limit"))
    if mode == "bytes" and limit:
        return Cap("bytes", ceil(limit * _SLACK), known=True)
    if mode == "tokens" and limit:
        return Cap("tokens", ceil(limit * _SLACK), known=True)
    return Cap()


def approximate_tokens(text: str) -> int:
    return -(-_size(text) // _BYTES_PER_TOKEN)


def cut_message(text: str, tokens: int) -> str:
    """A message of the human, cut to what is left of the share that a compaction keeps."""
    return _cut(text, "tokens", tokens)


def _cut(text: str, unit: Literal["bytes", "tokens"], limit: int) -> str:
    budget = limit if unit == "bytes" else limit * _BYTES_PER_TOKEN
    if _size(text) <= budget:
        return text
    raw = text.encode("utf-8", "replace")
    head = raw[: budget // 2].decode("utf-8", "ignore")
    tail = raw[len(raw) - (budget - budget // 2) :].decode("utf-8", "ignore")
    missing = len(text) - len(head) - len(tail) if unit == "bytes" else -(-(len(raw) - budget) // _BYTES_PER_TOKEN)
    return f"{head}…{missing} {'chars' if unit == 'bytes' else 'tokens'} truncated…{tail}"


def _size(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-8", "replace"))
