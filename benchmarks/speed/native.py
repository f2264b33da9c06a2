"""Makes native traces: nearly every byte is text of the window, and every twelfth turn rewrites the whole of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.speed.tree import Tree

REWRITE_EVERY = 12  # turns
Event = dict[str, Any]


def native_trace(path: Path, size: int, seed: int = 1) -> None:
    """A native trace of about `size` bytes with tagged rewrites."""
    rng = Random(seed)
    tree = Tree(rng)
    written = turn = 0
    live: list[str] = []
    with path.open("w", encoding="utf-8") as file:
        file.write(json.dumps({"type": "trace", "version": 1, "id": path.stem, "citations": "implicit"}) + "\n")
        while written < size:
            turn += 1
            for event in _turn(rng, tree, turn, live):
                written += file.write(json.dumps(event, ensure_ascii=False) + "\n")


def small_runs(folder: Path, count: int, seed: int = 1) -> None:
    """Native runs of a few kilobytes each."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        native_trace(folder / f"run-{number:05d}.jsonl", 12_000, seed * 100_003 + number)


def _turn(rng: Random, tree: Tree, turn: int, live: list[str]) -> Iterator[Event]:
    call, result, said = f"c{turn}", f"r{turn}", f"a{turn}"
    file = tree.grow() if turn % 20 == 0 else tree.path()
    yield _add(turn, call, "assistant", json.dumps({"file_path": file}), kind="tool-call", call_id=call, name="Read")
    text = tree.listing(file) if rng.random() < 0.5 else tree.output(rng.randint(600, 5_000))
    yield _add(turn, result, "tool", text[:8_000], kind="read", call_id=call)
    live += [call, result]
    if turn % REWRITE_EVERY == 0:
        yield _rewrite(turn, live, tree.summary([tree.path() for _ in range(4)]))
        live[:] = [f"m{turn}"]
    yield _add(turn, said, "assistant", tree.prose(3, file))
    live.append(said)


def _rewrite(turn: int, live: list[str], text: str) -> Event:
    tags = {"provenance": list(live), "lossy": True}
    surrogate = {"id": f"m{turn}", "role": "memory", "kind": "summary", "text": text, **tags}
    return {"type": "rewrite", "turn": turn, "sources": list(live), "surrogate": surrogate}


def _add(turn: int, name: str, role: str, text: str, /, **keys: Any) -> Event:
    return {"type": "add", "turn": turn, "span": {"id": name, "role": role, "text": text, **keys}}
