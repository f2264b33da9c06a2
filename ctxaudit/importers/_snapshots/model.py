"""What a tracer kept of a run, whatever the tracer: prompts and answers as blocks, marks of compactions, rankings."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from ctxaudit.model import Problem, Role

BlockKind = Literal["text", "call", "result", "thinking", "compaction", "other"]
Key = tuple[str, str, str, int]


@dataclass(frozen=True)
class Block:
    """One block of a prompt or of an answer: what becomes one span.

    `plain`: the text without differences that only an encoder makes. `summary`: the record itself says that this text
    stands for removed messages. `complete` is False when the tracer, or the shape of the block, left text out.
    """

    role: Role
    text: str
    kind: BlockKind = "text"
    call_id: str | None = None
    name: str | None = None
    id: str | None = None
    failed: bool = False
    complete: bool = True
    summary: bool = False

    @cached_property
    def plain(self) -> str:
        return " ".join(self.text.split())

    @cached_property
    def key(self) -> Key:
        """Equal for two appearances of one block in two prompts."""
        return (self.role, self.kind, self.call_id or "", hash((self.name or "", self.text.strip())))

    def cut(self) -> Block:
        return replace(self, complete=False)


@dataclass(slots=True)
class Snapshot:
    """One model call as it was traced.

    `blocks`: the prompt, system text first. `whole`: False when the tracer is known to have left a part of the prompt
    out. `thread`: the conversation that the record names. `run`: the tracer's own grouping (a trace id). `tools`: the
    call offered tools; None = not recorded.
    """

    line: int
    id: str | None
    at: str | None
    start: float
    end: float
    run: str
    thread: str | None = None
    agent: str = ""
    nested: bool = False
    blocks: tuple[Block, ...] = ()
    answer: tuple[Block, ...] = ()
    whole: bool = True
    tokens: int | None = None
    model: str | None = None
    tools: bool | None = None
    side: str | None = None  # what the record says this call was for, when it is no turn of an agent
    marked: bool = False  # a compaction took place since the call before
    rankings: list[Ranking] = field(default_factory=list)
    summaries: list[str] = field(default_factory=list)  # answers of summariser calls since the call before

    @property
    def keys(self) -> list[Key]:
        return [block.key for block in self.blocks]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A document of a re-ranker, and its score."""

    text: str
    score: float | None = None
    id: str | None = None


@dataclass(frozen=True, slots=True)
class Ranking:
    """Documents best first; the first `cut` were kept."""

    line: int
    id: str | None
    at: str | None
    end: float
    run: str
    thread: str | None
    documents: tuple[Ranked, ...]
    cut: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A record of a compaction that names no messages."""

    end: float
    run: str
    thread: str | None


@dataclass(slots=True)
class Recording:
    """All that one file holds. `aside`: records that are no model calls, by line and kind; `failed`: ids of tool calls
    that the tracer recorded as failures.
    """

    numbered: Literal["line", "record"] = "line"
    calls: list[Snapshot] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    rankings: list[Ranking] = field(default_factory=list)
    aside: list[tuple[int, str]] = field(default_factory=list)
    blanks: list[int] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    failed: set[str] = field(default_factory=set)
    _known: dict[Block, Block] = field(default_factory=dict)

    def add(self, call: Snapshot) -> None:
        """Equal blocks of many prompts are kept once."""
        call.blocks = tuple(self._known.setdefault(block, block) for block in call.blocks)
        call.answer = tuple(self._known.setdefault(block, block) for block in call.answer)
        self.calls.append(call)

    @property
    def holes(self) -> bool:
        return any(problem.hole for problem in self.problems)
