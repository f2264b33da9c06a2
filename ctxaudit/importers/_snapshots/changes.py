"""What became of the blocks of one prompt in the next: which are the same, which changed and how, which are gone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from ctxaudit.importers._snapshots.align import align
from ctxaudit.importers._snapshots.model import Block
from ctxaudit.importers._snapshots.phrases import cleared, shortened, summary_lead

How = Literal["same", "grown", "cleared", "cut", "condensed", "replaced"]

_SHORT = 20  # characters below which a common beginning says nothing
_NEAR = 8  # blocks of one gap that are compared by their texts
_LONG = 20_000  # characters of a text that are compared by their words
_SAME_WORDS = 0.8
_SOURCE_WORDS = 0.6


@dataclass(slots=True)
class Changes:
    """By place in the new prompt: `paired` the place in the old one; `how` a paired block changed, when it did.

    `gone`: places in the old prompt that nothing in the new one continues; `fresh`: places in the new one that
    continue nothing.
    """

    paired: list[int | None]
    how: dict[int, How] = field(default_factory=dict)
    gone: list[int] = field(default_factory=list)
    fresh: list[int] = field(default_factory=list)

    def kept(self) -> list[int]:
        """New places of blocks that stood in the old prompt."""
        return [place for place, old in enumerate(self.paired) if old is not None]


def changes(old: Sequence[Block], new: Sequence[Block]) -> Changes:
    found = Changes(align([block.key for block in old], [block.key for block in new]))
    taken = {place for place in found.paired if place is not None}
    open_new = [place for place, pair in enumerate(found.paired) if pair is None]
    if open_new and len(taken) < len(old):
        _pair_by_id(found, taken, old, new, open_new)
        _pair_by_text(found, taken, old, new)
    found.gone = [place for place in range(len(old)) if place not in taken]
    found.fresh = [place for place, pair in enumerate(found.paired) if pair is None]
    return found


def _pair_by_id(
    found: Changes, taken: set[int], old: Sequence[Block], new: Sequence[Block], places: Sequence[int]
) -> None:
    """Blocks that carry the same call id or message id; then those that differ in nothing but their ids."""
    for names in (_names, _sayings):
        known: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
        for place in range(len(old) - 1, -1, -1):
            if place not in taken:
                for name in names(old[place]):
                    known[name].append(place)
        for place in places:
            if found.paired[place] is not None:
                continue
            for name in names(new[place]):
                before = _first_free(known[name], taken)
                if before is not None:
                    taken.add(before)
                    found.paired[place] = before
                    how = "same" if names is _sayings else how_changed(old[before].text, new[place].text)
                    if how != "same":
                        found.how[place] = how
                    break


def _first_free(places: list[int], taken: set[int]) -> int | None:
    """The lowest place that is not taken; what is taken is thrown away on the way."""
    while places and places[-1] in taken:
        places.pop()
    return places.pop() if places else None


def _names(block: Block) -> Iterator[tuple[str, ...]]:
    if block.call_id and block.kind in ("call", "result"):
        yield (block.kind, block.call_id)
    elif block.id and block.kind == "text":
        yield ("message", block.id, block.role)


def _sayings(block: Block) -> Iterator[tuple[str, ...]]:
    """What the block says, whatever its ids are; a short text says too little."""
    if block.kind in ("call", "result") or len(block.plain) >= _SHORT:
        yield (block.kind, block.name or "", block.plain)
    if block.kind == "result":
        yield (block.kind, "", block.plain)


def _pair_by_text(found: Changes, taken: set[int], old: Sequence[Block], new: Sequence[Block]) -> None:
    """Texts between the same neighbours of which one is the beginning or the end of the other, or nearly the other."""
    for fresh, before in _gaps(found.paired, taken, len(old)):
        for place in fresh:
            block = new[place]
            if block.kind != "text" or block.role == "system" or block.summary or summary_lead(block.text):
                continue
            for earlier in before[:_NEAR]:
                if earlier in taken or old[earlier].kind != "text" or old[earlier].role != block.role:
                    continue
                how = how_changed(old[earlier].text, block.text)
                if how in ("same", "grown", "cut"):
                    taken.add(earlier)
                    found.paired[place] = earlier
                    if how != "same":
                        found.how[place] = how
                    break


def _gaps(paired: Sequence[int | None], taken: set[int], count: int) -> Iterator[tuple[list[int], list[int]]]:
    """(unpaired new places, unpaired old places) between neighbours that are paired in order."""
    fresh: list[int] = []
    after = 0
    for place, pair in enumerate([*paired, count]):
        if pair is None:
            fresh.append(place)
            continue
        if pair < after:
            continue
        if fresh:
            yield fresh[:_NEAR], [old for old in range(after, min(pair, after + 4 * _NEAR)) if old not in taken]
        fresh, after = [], pair + 1


def how_changed(old: str, new: str) -> How:
    """How a text was changed into another one that is known to stand for it."""
    old, new = old.strip(), new.strip()
    if old == new:
        return "same"
    if cleared(new) and not cleared(old):
        return "cleared"
    if (len(old) >= _SHORT and new.startswith(old)) or (len(old) >= _SHORT and new.endswith(old)):
        return "grown"
    if _is_part(old, new):
        return "cut"
    if _alike(old, new) >= _SAME_WORDS and len(old) * 0.8 <= len(new) <= len(old) * 1.25:
        return "same"
    if len(new) < 0.8 * len(old) and _alike(new, old) >= _SOURCE_WORDS:
        return "condensed"
    return "replaced"


def _is_part(old: str, new: str) -> bool:
    """The new text is the beginning or the end of the old one, or both with a mark between."""
    if len(new) >= len(old) or len(new) < _SHORT:
        return False
    if old.startswith(new) or old.endswith(new):
        return True
    head = _common(old, new)
    tail = _common(old[::-1], new[::-1])
    return head + tail >= (0.6 if shortened(new) else 0.85) * len(new)


def _common(one: str, other: str) -> int:
    """Length of the common beginning."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[:middle] == other[:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _alike(some: str, others: str) -> float:
    """Share of the words of `some` that stand among `others`."""
    words = set(some[:_LONG].split())
    return len(words & set(others[:_LONG].split())) / len(words) if words else 0.0
