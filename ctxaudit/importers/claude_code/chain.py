"""Which records the window is made of: the parent chain of the newest record, widened by what the chain alone loses.

One model call is written as several lines, and each tool result hangs on its own call's line, so the tree forks without
anybody having gone back: records of one call and the results of its tool calls are one family and stay together.
A record that hangs on an older one outside of its family is a rewind; what stood behind is no longer in the window.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ctxaudit.importers.claude_code.nodes import Node

MOST_WALKED = 500_000  # records looked at again for rewinds; a log that asks for more is hostile


@dataclass(slots=True)
class Move:
    """What a record did to the chain: what it left behind, what of an old branch it took up, how it was joined."""

    left: list[Node] = field(default_factory=list)
    back: list[Node] = field(default_factory=list)
    bridged: bool = False
    dead: bool = False  # the record itself belongs to a branch that was left


class Chain:
    """The records of the window now, in order, and the tree that they come from."""

    def __init__(self) -> None:
        self.order: dict[str, Node] = {}
        self._all: dict[str, Node] = {}
        self._above: dict[str, str | None] = {}  # conversational record -> the one that it hangs on
        self._nearest: dict[str, str | None] = {}  # any record -> itself or the nearest conversational one above
        self._families: defaultdict[str, list[Node]] = defaultdict(list)
        self._caller: dict[str, str] = {}  # tool call id -> the group that made it, the newest
        self._members: Counter[str] = Counter()  # live assistant records of a group
        self._compacted: set[str] = set()
        self._calls_since_cut = 0
        self._walked = 0

    @property
    def tip(self) -> str | None:
        return next(reversed(self.order), None)

    def knows_group(self, group: str) -> bool:
        return group in self._families

    def knows(self, key: str) -> bool:
        """A record of that uuid has been read."""
        return key in self._nearest

    def link(self, node: Node) -> None:
        """A record that is no part of the window but stands between records that are."""
        above = self.tip
        if node.parent is not None:
            above = self._nearest.get(node.parent, above)
        elif node.root:
            above = None
        self._nearest.setdefault(node.key, above)

    def relink(self, node: Node) -> None:
        """A later copy of a record names another parent: the copy wins."""
        if node.key in self._above and node.parent in self._nearest:
            above = self._nearest[node.parent]
            if above is not None and node.key not in set(self._up(above)):
                self._above[node.key] = above

    def attach(self, node: Node) -> Move:
        """Puts the record into the window, and says what it did to the rest of it."""
        above, bridged = self._joint(node)
        move = self._turn_to(above, node)
        move.bridged = bridged
        if move.dead:
            self._nearest[node.key] = above
            return move
        for gone in move.left:
            self._remove(gone)
        for old in move.back:
            self._insert(old)
        self._above[node.key] = above if above in self._all else None
        self._nearest[node.key] = node.key
        self._all[node.key] = node
        self._join_family(node)
        self._insert(node)
        return move

    def cut(self, boundary: Node, summary: Node, kept: Sequence[Node]) -> None:
        """A compaction: the summary, then what was kept. Whatever hangs on either hangs on the last of them now."""
        staying = {node.key for node in kept}
        self._compacted |= self.order.keys() - staying
        last = kept[-1].key if kept else summary.key
        self._all[summary.key] = summary
        self._above[summary.key] = None
        above = summary.key
        for node in kept:
            self._above[node.key] = above
            above = node.key
        self._nearest[boundary.key] = self._nearest[summary.key] = last
        self.order = {summary.key: summary, **{node.key: node for node in kept}}
        self._members = Counter(node.group for node in kept if node.group)
        self._calls_since_cut = 0

    def called(self) -> None:
        self._calls_since_cut += 1

    def run(self, head: str | None, tail: str | None) -> list[Node]:
        """The live records from `head` to `tail` along the chain, with their families, in window order."""
        keys: set[str] = set()
        for key in self._up(tail) if tail in self._above else ():
            keys.add(key)
            if key == head:
                break
        else:
            return []
        groups = {self._all[key].group for key in keys if self._all[key].group}
        return [node for node in self.order.values() if node.key in keys or self._kin(node, groups)]

    def calls_of(self, groups: Iterable[str]) -> Iterator[Node]:
        for group in groups:
            yield from self._families[group]

    def _joint(self, node: Node) -> tuple[str | None, bool]:
        """The conversational record that this one hangs on, and whether that had to be bridged."""
        tip = self.tip
        if node.parent is None:
            return (None, False) if node.root else (tip, False)
        if node.parent in self._nearest:
            return self._nearest[node.parent], False
        return tip, tip is not None

    def _turn_to(self, above: str | None, node: Node) -> Move:
        if above == self.tip:
            return Move()
        if node.answers:
            groups = {self._caller.get(call, "") for call in node.answers} - {""}
            if groups:
                return Move(dead=not any(self._members[group] for group in groups))
        if node.group and self.knows_group(node.group):
            return Move(dead=not self._members[node.group])
        if above is None:
            return Move(left=list(self.order.values())) if self._starts_over(node) else Move()
        if node.kind in ("attachment", "queue"):
            return Move(dead=above not in self.order and above not in self._compacted)
        if above in self.order:
            return Move(left=self._behind(above))
        if above in self._compacted and not self._goes_back_past_a_cut(node):
            return Move()
        return self._switch(above)

    def _starts_over(self, node: Node) -> bool:
        """A prompt without a parent, in the midst of a conversation: the human edited the first one."""
        return node.kind == "user" and node.record.get("isMeta") is not True

    def _goes_back_past_a_cut(self, node: Node) -> bool:
        return self._calls_since_cut > 0 and node.kind == "user" and node.record.get("isMeta") is not True

    def _behind(self, above: str) -> list[Node]:
        """What stands behind that record and is neither of its family nor hangs on what stays."""
        tail: list[Node] = []
        for key in reversed(self.order):
            if key == above:
                break
            tail.append(self.order[key])
        self._walked += len(tail)
        if self._walked > MOST_WALKED:
            return []
        tail.reverse()
        here = Counter(node.group for node in tail if node.group)
        staying = {group for group in here if self._members[group] > here[group]}
        anchor = self.order[above]
        staying |= {group for group in (anchor.group, *self._groups_answered(anchor)) if group}
        left: list[Node] = []
        gone: set[str] = set()
        for node in tail:
            rides = node.kind in ("attachment", "queue") and self._above[node.key] not in gone
            if not (rides or self._kin(node, staying)):
                left.append(node)
                gone.add(node.key)
        return left

    def _switch(self, above: str) -> Move:
        """Back to a branch that was left before: its records enter again, the present branch leaves."""
        path: list[Node] = []
        joint: str | None = None
        for key in self._up(above):
            self._walked += 1
            if key in self.order:
                joint = key
                break
            path.append(self._all[key])
        if self._walked > MOST_WALKED:
            return Move(bridged=True)
        groups = {node.group for node in path if node.group}
        known = {node.key for node in path} | self.order.keys()
        kin = [node for node in self.calls_of(groups) if node.key not in known]
        back = sorted([*path, *kin], key=lambda node: node.line)
        left = self._behind(joint) if joint is not None else list(self.order.values())
        return Move(left=left, back=back)

    def _kin(self, node: Node, groups: set[str]) -> bool:
        return node.group in groups or any(group in groups for group in self._groups_answered(node))

    def _groups_answered(self, node: Node) -> Iterator[str]:
        return (self._caller[call] for call in node.answers if call in self._caller)

    def _join_family(self, node: Node) -> None:
        if node.group:
            self._families[node.group].append(node)
            for block in node.blocks:
                call = block.get("id")
                if block.get("type") == "tool_use" and isinstance(call, str):
                    self._caller[call] = node.group
        for group in set(self._groups_answered(node)):
            self._families[group].append(node)

    def _insert(self, node: Node) -> None:
        self.order[node.key] = node
        if node.group:
            self._members[node.group] += 1

    def _remove(self, node: Node) -> None:
        if self.order.pop(node.key, None) is not None and node.group:
            self._members[node.group] -= 1

    def _up(self, key: str | None) -> Iterator[str]:
        """That record and those above it; a loop ends where it began."""
        seen: set[str] = set()
        while key is not None and key not in seen and key in self._all:
            seen.add(key)
            yield key
            key = self._above.get(key)
