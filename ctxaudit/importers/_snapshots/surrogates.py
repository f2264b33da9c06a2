"""Which block of a new prompt stands for what left it, and on what that rests; it knows no tracer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ctxaudit.importers._snapshots.changes import Changes
from ctxaudit.importers._snapshots.model import Block, Snapshot
from ctxaudit.importers._snapshots.phrases import asks_for_summary, by_host, cleared, drop_notice, summary_lead
from ctxaudit.model import Basis

_LEAST = 40  # characters of an answer by which it is known again


@dataclass(frozen=True, slots=True)
class Stand:
    """The place of the surrogate in the new prompt; `again`: its text stood in the old prompt too."""

    place: int
    basis: Basis
    again: bool = False


def stand_in(old: Sequence[Block], new: Snapshot, found: Changes) -> Stand | None:
    """None when nothing left, or when nothing in the new prompt tells of what left."""
    lost = [place for place in found.gone if old[place].role != "system" and old[place].kind != "thinking"]
    if not lost:
        return None
    texts = [place for place in found.fresh if _can_stand(new.blocks[place])]
    for place in texts:
        if tells(new.blocks[place], new.summaries):
            return Stand(place, "derived")
    if new.marked:
        head = [place for place in texts if place < _tail(new.blocks, found)]
        if head:
            return Stand(max(head, key=lambda place: (new.blocks[place].role == "assistant", -place)), "derived")
        again = [place for place in found.kept() if (pair := found.paired[place]) is not None and old[pair].summary]
        if again:
            return Stand(again[0], "derived", again=True)
    inner = _in_the_midst(old, new.blocks, found, texts)
    return None if inner is None else Stand(inner, "inferred")


def tells(block: Block, summaries: Sequence[str]) -> bool:
    """The block says itself that it is a summary, or repeats what a summariser answered."""
    if block.kind == "compaction" or block.summary or (block.kind == "text" and summary_lead(block.text) > 0):
        return True
    return block.kind == "text" and any(repeats(block, answer) for answer in summaries)


def repeats(block: Block, answer: str) -> bool:
    """The block is the answer within a frame, or what a frame in the answer holds. `answer` is white-space folded."""
    text = block.plain
    return len(answer) >= _LEAST and (
        answer in text or (len(text) >= _LEAST and 2 * len(text) > len(answer) and text in answer)
    )


def is_request(call: Snapshot) -> bool:
    """The prompt ends in an instruction to sum up what stands before it."""
    last = call.blocks[-1] if call.blocks else None
    if last is None or last.kind != "text" or last.role == "assistant" or summary_lead(last.text):
        return False
    return asks_for_summary(last.text)


def _can_stand(block: Block) -> bool:
    if block.kind == "compaction":
        return True
    text = block.text
    plain = block.kind == "text" and block.role in ("user", "assistant")
    return plain and not by_host(text) and not drop_notice(text) and not cleared(text)


def _tail(blocks: Sequence[Block], found: Changes) -> int:
    """Where the blocks begin that stayed behind those that left; the end of the prompt when none did."""
    expected: int | None = None
    for place, pair in enumerate(found.paired):
        if blocks[place].role == "system":
            continue
        if pair is not None and (expected is None or pair == expected) and (expected is not None or pair <= 1):
            expected = pair + 1
        elif pair is not None:
            return place
        else:
            expected = -1
    return len(blocks)


def _in_the_midst(old: Sequence[Block], new: Sequence[Block], found: Changes, texts: Sequence[int]) -> int | None:
    """A fresh text in the place of a run that left, before blocks that stayed: the longest one."""
    kept = [place for place in found.kept() if new[place].role != "system"]
    if not kept:
        return None
    candidates: list[int] = []
    for place in texts:
        after = next((found.paired[later] for later in kept if later > place), None)
        before = max(
            (pair for later in kept if later < place and (pair := found.paired[later]) is not None), default=-1
        )
        if after is not None and any(before < gone < after and old[gone].role != "system" for gone in found.gone):
            candidates.append(place)
    return max(candidates, key=lambda place: len(new[place].text), default=None)
