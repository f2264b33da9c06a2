"""Seeded traces of events that take no care: unknown and gone ids, ids used twice, turns that go back."""

from __future__ import annotations

import random
from typing import Any

from tests.build import Build, span


class _Chaos:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.build = Build(budget=self.random.choice([None, 60]))
        self.ids = [f"s{number}" for number in range(self.random.randint(4, 14))]
        self.turn = 0

    def one(self) -> str:
        return self.random.choice(self.ids)

    def some(self, most: int = 3) -> list[str]:
        return self.random.sample(self.ids, self.random.randint(0, min(most, len(self.ids))))

    def made(self) -> Any:
        """A span under any of the ids."""
        keys: dict[str, Any] = {"tokens": self.random.choice([None, 0, self.random.randint(1, 30)])}
        if self.random.random() < 0.3:
            keys |= {"lossy": self.random.random() < 0.5, "provenance": self.some(2)}
        if self.random.random() < 0.2:
            keys |= {"tags": ["dispensable"], "external_copy": self.random.choice([True, "", "store://x"])}
        if self.random.random() < 0.3:
            keys |= {
                "call_id": f"k{self.random.randint(0, 2)}",
                "kind": self.random.choice(["tool-call", "tool-result"]),
            }
        role = self.random.choice(["tool", "assistant", "user", "memory", "system", "scratchpad"])
        return span(self.one(), "word " * self.random.randint(0, 9), role, **keys)

    def step(self) -> None:
        self.turn = max(0, self.turn + self.random.choice([0, 0, 0, 1, 1, 2, -1]))
        self.build.turn(self.turn)
        kinds = [self.add, self.add, self.add, self.evict, self.rewrite, self.truncate, self.restore, self.checkpoint]
        self.random.choice([*kinds, self.mention])()

    def add(self) -> None:
        made = self.made()
        before = self.random.choice([None, None, self.one()])
        keys = {key: getattr(made, key) for key in ("tokens", "lossy", "provenance", "tags", "external_copy")}
        self.build.add(
            made.id, made.text, made.role, before=before, kind=made.kind, call_id=made.call_id, by=made.by, **keys
        )

    def evict(self) -> None:
        names = self.some()
        reason = self.random.choice(["external-copy", "dispensable", "withdrawn"])
        copies = {name: self.random.choice(["", f"store://{name}"]) for name in names if self.random.random() < 0.5}
        self.build.evict(*names, reason=reason, copies=copies, by=self.random.choice(["model", "human"]))

    def rewrite(self) -> None:
        counts = {
            key: self.random.choice([None, self.random.randint(0, 40)]) for key in ("tokens_before", "tokens_after")
        }
        self.build.rewrite(self.some(4), self.made(), refused=self.random.random() < 0.1, **counts)

    def truncate(self) -> None:
        self.build.truncate(*self.some(4))

    def restore(self) -> None:
        source = self.random.choice(["external", "retained", "model"])
        self.build.restore(self.one(), self.made(), source=source, failed=self.random.random() < 0.1)

    def checkpoint(self) -> None:
        names = self.random.sample(self.ids, self.random.randint(len(self.ids) // 2, len(self.ids)))
        self.build.checkpoint(*names, tokens=self.random.choice([None, self.random.randint(0, 99)]))

    def mention(self) -> None:
        pick = self.random.choice
        match self.random.randrange(6):
            case 0:
                self.build.rank(*self.some(), cut=pick([None, 1]))
            case 1:
                self.build.pin(*self.some(2), tokens=["word"])
            case 2:
                self.build.unpin(*self.some(2), tokens=["word"], by=pick(["model", "human"]))
            case 3:
                self.build.call(pick([None, self.random.randint(0, 9000)]))
            case 4:
                self.build.cite("word", span=self.one())
            case _:
                self.build.skip_line()


def broken_session(seed: int, length: int = 60) -> Build:
    """A trace in which anything may be wrong but the types; the same for the same seed."""
    chaos = _Chaos(seed)
    for _ in range(length):
        chaos.step()
    return chaos.build
