"""The same recorder behind a graph of nodes that pass a state along, as graph frameworks have it.

Each node gives the messages that it adds and the ids that it removes; one function applies both and records them.

usage: python examples/graph_loop.py run.jsonl && ctxaudit audit run.jsonl
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field

from ctxaudit.recording import Recorder


@dataclass
class Message:
    id: str
    role: str
    text: str


@dataclass
class Update:
    """What a node did to the state. A `summary` stands for what was removed."""

    added: list[Message] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    summary: Message | None = None


State = dict[str, Message]


def read(state: State) -> Update:
    number = len(state)
    return Update(added=[Message(f"r{number}", "tool", f"shelf {number}: crate CR-{4400 + number} is dry")])


def tidy(state: State) -> Update:
    """Summarises the reads and keeps every crate number in the summary."""
    old = [message for message in state.values() if message.role == "tool"]
    text = "Dry: " + ", ".join(message.text.split()[3] for message in old)
    return Update(removed=[message.id for message in old], summary=Message("m1", "memory", text))


def answer(state: State) -> Update:
    said = "All crates are dry." if "m1" in state else "I have not looked yet."
    return Update(added=[Message("a1", "assistant", said)])


GRAPH: list[Callable[[State], Update]] = [read, read, tidy, answer]


def apply(state: State, update: Update, record: Recorder) -> None:
    """The reducer: the one place where the state changes is the one place that records it."""
    if update.summary is not None:
        record.rewrite(update.removed, update.summary.id, update.summary.text)
        state[update.summary.id] = update.summary
    elif update.removed:
        record.evict(update.removed, "dispensable")
    for name in update.removed:
        del state[name]
    for message in update.added:
        record.add(message.id, message.text, message.role)
        state[message.id] = message


def main(path: str) -> None:
    state: State = {}
    with Recorder(path, id="crates", citations="implicit") as record:
        apply(state, Update(added=[Message("u1", "user", "Which crates are dry?")]), record)
        for node in GRAPH:
            record.turn()
            apply(state, node(state), record)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "run.jsonl")
