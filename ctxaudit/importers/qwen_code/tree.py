"""The tree of one lane's records: which line of them is live, and what the window held at each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ctxaudit.importers._draft import Unit
from ctxaudit.importers.qwen_code.records import Node


@dataclass(slots=True, eq=False)
class State:
    """The window behind a record: that of `parent` and `added`, or, where `whole` is there, exactly that."""

    parent: State | None = None
    added: list[Unit] = field(default_factory=list)
    whole: list[Unit] | None = None

    def units(self) -> list[Unit]:
        groups: list[list[Unit]] = []
        state: State | None = self
        while state is not None:
            groups.append(state.added)
            if state.whole is not None:
                groups.append(state.whole)
                break
            state = state.parent
        return [unit for group in reversed(groups) for unit in group]


@dataclass(slots=True)
class Tree:
    """`tip` is the state behind the last record. A record that names a lost parent hangs on the last one."""

    tip: State = field(default_factory=State)
    bridged: list[int] = field(default_factory=list)
    _states: dict[str, State] = field(default_factory=dict)

    def moves_to(self, node: Node) -> State | None:
        """The state that the record hangs on when it is not the tip; None when the record merely follows."""
        if node.parent is None:
            return None
        state = self._states.get(node.parent)
        if state is None and self._states:
            self.bridged.append(node.line)
        return None if state is self.tip else state

    def knows(self, key: str) -> bool:
        return key in self._states

    def follow(self, node: Node) -> State:
        """The record stands at the tip."""
        self.tip = self._states[node.key] = State(self.tip)
        return self.tip

    def reset(self, node: Node, units: Sequence[Unit]) -> None:
        self.follow(node).whole = list(units)

    def swapped(self, units: Sequence[Unit]) -> None:
        """The window was edited at the tip without a record of its own."""
        self.tip.whole = list(units)
        self.tip.added = []
