"""Which calls continue one another: each chain is one window over time; it knows no tracer.

A call continues the chain with which it shares most, among those of the same conversation and agent. One that shares
nothing continues a chain only when its prompt tells of a compaction. Calls that sum up a chain are taken out of it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, takewhile, zip_longest

from ctxaudit.importers._snapshots.model import Block, Key, Recording, Snapshot
from ctxaudit.importers._snapshots.surrogates import is_request, repeats, tells

_LOOKED_AT = 40  # the newest chains of a conversation
_HEAD = 8  # blocks among which a summary is looked for


@dataclass(slots=True)
class Chain:
    """The calls of one agent's window, oldest first."""

    calls: list[Snapshot] = field(default_factory=list)
    _shown: dict[Key, None] = field(default_factory=dict)
    _system: tuple[str, ...] = ()

    @property
    def last(self) -> Snapshot:
        return self.calls[-1]

    def take(self, call: Snapshot) -> None:
        self.calls.append(call)
        if call.whole:
            self._shown = {}
        self._shown.update((block.key, None) for block in (*call.blocks, *call.answer) if block.role != "system")
        self._system = system_of(call)

    def shares(self, call: Snapshot) -> tuple[bool, int]:
        """Whether it is the same run, and how many blocks of the prompt the last window and answer hold; those in the
        same places at the head count twice. (False, 0) when they come to nothing.
        """
        prompt = {block.key: block for block in call.blocks if block.role != "system"}
        shared = [block for key, block in prompt.items() if key in self._shown]
        same_run = call.run == self.last.run
        if not shared or not (same_run or call.thread is not None or any(map(_made, shared))):
            return False, 0
        head = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(prompt, self._shown, strict=False)))
        return same_run, len(shared) + head

    def same_system(self, call: Snapshot) -> bool:
        return self._system == system_of(call)


def system_of(call: Snapshot) -> tuple[str, ...]:
    return tuple(block.plain for block in call.blocks if block.role == "system")


@dataclass(slots=True)
class Chains:
    """`aside`: calls that are no turn of any chain, with what they were."""

    found: list[Chain] = field(default_factory=list)
    aside: list[tuple[Snapshot, str]] = field(default_factory=list)


def chains_of(recording: Recording) -> Chains:
    """The chains in order of their first calls. What stood between two calls is told to the later one."""
    calls = sorted(recording.calls, key=lambda call: (call.start, call.line))
    tell(recording, calls)
    groups: defaultdict[tuple[str, str], list[Chain]] = defaultdict(list)
    chains = Chains()
    for call in calls:
        group = groups[(call.thread or "", call.agent)]
        chain = _continued(group[-_LOOKED_AT:], call) if call.side is None else None
        if chain is None:
            chain = Chain()
            chains.found.append(chain)
        else:
            group.remove(chain)
        group.append(chain)
        chain.take(call)
    for chain in chains.found:
        _take_out_summarisers(chain, chains.aside)
    _tell_summaries(chains.found)
    for chain in chains.found:
        if chain.last.side is not None:
            chains.aside.append((chain.last, chain.last.side))
    chains.found = [chain for chain in chains.found if chain.last.side is None]
    return chains


def _continued(chains: list[Chain], call: Snapshot) -> Chain | None:
    free = [chain for chain in chains if chain.last.end <= call.start or not call.start]
    shared = [(chain.shares(call), number) for number, chain in enumerate(free)]
    (_, best), number = max(shared, default=((False, 0), 0))
    if best:
        return free[number]
    after = [chain for chain in free if chain.last.blocks and chain.same_system(call) and chain.last.side is None]
    if call.thread is None or not after or not _starts_over(call, chains):
        return None
    return max(after, key=lambda chain: (len(chain.calls) > 1, len(chain.last.blocks)))


def _starts_over(call: Snapshot, chains: Iterable[Chain]) -> bool:
    """The prompt itself tells that it goes on where another window was cut."""
    head = [block for block in call.blocks if block.role != "system"][:_HEAD]
    answers = [answer for chain in chains for answer in answers_of(chain.last)]
    return call.marked or any(tells(block, answers) for block in head)


def answers_of(call: Snapshot) -> list[str]:
    return [block.plain for block in call.answer if block.kind == "text"]


def _made(block: Block) -> bool:
    return block.role in ("assistant", "tool", "scratchpad")


def _take_out_summarisers(chain: Chain, aside: list[tuple[Snapshot, str]]) -> None:
    """A call whose request the next prompt lacks and whose answer that prompt holds as another text is no turn."""
    kept: list[Snapshot] = []
    for call, later in zip_longest(chain.calls, chain.calls[1:]):
        sums_up = _sums_up(call, later) if later is not None else bool(kept) and _may_sum_up(call)
        if not sums_up:
            kept.append(call)
            continue
        aside.append((call, "summariser call"))
        if later is not None:
            later.summaries += answers_of(call)
    chain.calls[:] = kept


def _may_sum_up(call: Snapshot) -> bool:
    bare = not any(block.kind == "call" for block in call.answer)
    return bare and call.tools is not True and is_request(call)


def _sums_up(call: Snapshot, later: Snapshot) -> bool:
    """An answer that comes back as itself is a turn's, unless a summary was asked for."""
    request = call.blocks[-1] if call.blocks else None
    if request is None or request.kind != "text" or request.role == "assistant" or request.key in set(later.keys):
        return False
    if any(block.kind == "call" for block in call.answer):
        return False
    own = {block.key for block in call.blocks}
    if not is_request(call):
        own |= {block.key for block in call.answer}
    fresh = [block for block in later.blocks if block.kind in ("text", "compaction") and block.key not in own]
    return any(repeats(block, answer) for answer in answers_of(call) for block in fresh)


def _tell_summaries(chains: list[Chain]) -> None:
    """The answer of a call that stands alone is told to the call that repeats it where a chain lost something."""
    alone = [chain.last for chain in chains if len(chain.calls) == 1 and answers_of(chain.last)]
    for chain in chains:
        for before, call in pairwise(chain.calls):
            between = [one for one in alone if before.start <= one.start <= call.start and _together(one, call)]
            if not between or not _lost(before, call):
                continue
            shown = set(before.keys)
            fresh = [block for block in call.blocks if block.key not in shown and block.kind == "text"]
            for one in between:
                if any(repeats(block, answer) for answer in answers_of(one) for block in fresh):
                    one.side = "summariser call"
                    call.summaries += answers_of(one)


def _together(one: Snapshot, other: Snapshot) -> bool:
    return one.run == other.run or (one.thread is not None and one.thread == other.thread)


def _lost(before: Snapshot, call: Snapshot) -> bool:
    shown = set(call.keys)
    return any(block.role != "system" and block.key not in shown for block in (*before.blocks, *before.answer))


def tell(recording: Recording, calls: Sequence[Snapshot]) -> None:
    """A compaction is told to the next call of each agent of its conversation (else of its run), a ranking to the
    next call.
    """
    places: defaultdict[str, list[Snapshot]] = defaultdict(list)
    for call in calls:
        for name in {f"run {call.run}", f"thread {call.thread}"}:
            places[name].append(call)
    for mark in recording.marks:
        told: set[str] = set()
        for call in _after(places[_home(mark.thread, mark.run)], mark.end):
            if call.agent not in told:
                told.add(call.agent)
                call.marked = True
    for ranking in recording.rankings:
        for call in _after(places[_home(ranking.thread, ranking.run)], ranking.end)[:1]:
            call.rankings.append(ranking)


def _home(thread: str | None, run: str) -> str:
    return f"run {run}" if thread is None else f"thread {thread}"


def _after(calls: list[Snapshot], end: float) -> list[Snapshot]:
    return calls[bisect_left(calls, end, key=lambda call: call.start) :][:_LOOKED_AT]
