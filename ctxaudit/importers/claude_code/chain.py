"""Which records the window is made of: the parent chain of the newest record, widened by what the chain alone loses.

One model call is written as several lines, and each tool result hangs on its own call's line, so the tree forks without
anybody having gone back: records of one call and the results of its tool calls are one family and stay together.
A record that hangs on an older one outside of its family is a rewind; what stood behind is no longer in the window.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ctxaudit.importers.claude_code.nodes import Node

MOST_WALKED = 500_000  # records looked at again for rewinds; a log that asks for more is hostile


@dataclass(frozen=True, slots=True)
class Move:
    """What a record did to the chain: what it left behind, what of an old branch it took up, how it was joined."""

    left: Sequence[Node] = ()
    back: Sequence[Node] = ()
    bridged: bool = False
    dead: bool = False  # the record itself belongs to a branch that was left


ON = Move()  # the record follows on the one before
_BRIDGED = Move(bridged=True)
_DEAD = Move(dead=True)


class Chain:
    """The records of the window now, in order, and the tree that they come from."""

    def __init__(self) -> None:
        self.order: dict[str, Node] = {}
        self._all: dict[str, Node] = {}
        self._nearest: dict[str, str | None] = {}  # any record -> itself or the nearest conversational one above
        self._families: defaultdict[str, list[Node]] = defaultdict(list)
        self._caller: dict[str, str] = {}  # tool call id -> the group that made it, the newest
        self._members: defaultdict[str, int] = defaultdict(int)  # live assistant records of a group
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
        if node.parent:
            above = self._nearest.get(node.parent, above)
        elif node.parent is not None:
            above = None
        self._nearest.setdefault(node.key, above)

    def relink(self, node: Node) -> None:
        """A later copy of a record names another parent: the copy wins."""
        known = self._all.get(node.key)
        if known is not None and node.parent in self._nearest:
            above = self._nearest[node.parent]
            if above is not None and node.key not in set(self._up(above)):
                known.above = above

    def attach(self, node: Node) -> Move:
        """Puts the record into the window, and says what it did to the rest of it."""
        key, tip = node.key, self.tip
        above, bridged = self._joint(node, tip)
        if above == tip:
            move = _BRIDGED if bridged else ON
        else:
            move = self._turn_to(above, node)
            if move.dead:
                self._nearest[key] = above
                return move
            for gone in move.left:
                self._remove(gone)
            for old in move.back:
                self._insert(old)
        node.above = above if above in self._all else None
        self._nearest[key] = key
        self._all[key] = node
        self._join_family(node)
        self._insert(node)
        return move

    def cut(self, boundary: Node, summary: Node, kept: Sequence[Node]) -> None:
        """A compaction: the summary, then what was kept. Whatever hangs on either hangs on the last of them now."""
        staying = {node.key for node in kept}
        self._compacted |= self.order.keys() - staying
        last = kept[-1].key if kept else summary.key
        self._all[summary.key] = summary
        summary.above = None
        above = summary.key
        for node in kept:
            node.above = above
            above = node.key
        self._nearest[boundary.key] = self._nearest[summary.key] = last
        self.order = {summary.key: summary, **{node.key: node for node in kept}}
        self._members.clear()
        for node in kept:
            if node.group:
                self._members[node.group] += 1
        self._calls_since_cut = 0

    def called(self) -> None:
        self._calls_since_cut += 1

    def run(self, head: str | None, tail: str | None) -> list[Node]:
        """The live records from `head` to `tail` along the chain, with their families, in window order."""
        keys: set[str] = set()
        for key in self._up(tail) if tail in self._all else ():
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

    def _joint(self, node: Node, tip: str | None) -> tuple[str | None, bool]:
        """The conversational record that this one hangs on, and whether that had to be bridged."""
        parent = node.parent
        if not parent:
            return (tip if parent is None else None), False
        if parent in self._nearest:
            return self._nearest[parent], False
        return tip, tip is not None

    def _turn_to(self, above: str | None, node: Node) -> Move:
        """`above` is not the tip."""
        if node.answers:
            groups = {self._caller.get(call, "") for call in node.answers} - {""}
            if groups:
                return ON if any(self._members[group] for group in groups) else _DEAD
        if node.group and self.knows_group(node.group):
            return ON if self._members[node.group] else _DEAD
        if above is None:
            return Move(left=list(self.order.values())) if self._starts_over(node) else ON
        if node.kind in ("attachment", "queue"):
            return ON if above in self.order or above in self._compacted else _DEAD
        if above in self.order:
            return Move(left=self._behind(above))
        if above in self._compacted and not self._goes_back_past_a_cut(node):
            return ON
        return self._switch(above)

    def _starts_over(self, node: Node) -> bool:
        """A prompt without a parent, in the midst of a conversation: the human edited the first one."""
        return node.kind == "user" and not node.by_host

    def _goes_back_past_a_cut(self, node: Node) -> bool:
        return self._calls_since_cut > 0 and node.kind == "user" and not node.by_host

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
            rides = node.kind in ("attachment", "queue") and node.above not in gone
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
            return ON
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
        group = node.group
        if group:
            self._families[group].append(node)
            for block in node.blocks:
                if block.kind == "tool_use" and block.call:
                    self._caller[block.call] = group
        elif node.answers:
            for answered in set(self._groups_answered(node)):
                self._families[answered].append(node)

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
        while key is not None and key not in seen and (node := self._all.get(key)) is not None:
            seen.add(key)
            yield key
            key = node.above
