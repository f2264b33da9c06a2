"""Makes native traces: nearly every byte is text of the window, and every twelfth turn rewrites the whole of it.

That is denser than any recorded session: what a log of an agent keeps beside the text is not there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.speed.tree import LINE, Tree

FILES_OF_A_LIST = 6
Event = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Shape:
    """A small trace is one in all its parts, so that it has rewrites too."""

    rewrite_every: int  # turns
    most: int  # characters of a result
    names_kept: int  # by a summary, and as many paths

    @classmethod
    def of(cls, size: int) -> _Shape:
        return cls(min(12, 2 + size // 5_000), min(8_000, size // 10), min(18, 2 + size // 5_000))


def native_trace(path: Path, size: int, seed: int = 1) -> None:
    """A native trace of about `size` bytes with tagged rewrites."""
    rng = Random(seed)
    shape = _Shape.of(size)
    tree = Tree(rng)
    written = turn = 0
    live: list[str] = []
    with path.open("w", encoding="utf-8") as file:
        file.write(json.dumps({"type": "trace", "version": 1, "id": path.stem, "citations": "implicit"}) + "\n")
        while written < size:
            turn += 1
            for event in _turn(rng, tree, turn, live, shape):
                written += file.write(json.dumps(event, ensure_ascii=False) + "\n")


def small_runs(folder: Path, count: int, seed: int = 1) -> None:
    """Native runs of a few kilobytes each."""
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        native_trace(folder / f"run-{number:05d}.jsonl", 12_000, seed * 100_003 + number)


def _turn(rng: Random, tree: Tree, turn: int, live: list[str], shape: _Shape) -> Iterator[Event]:
    """A call with its result, a rewrite when its turn is there, and words."""
    call, result, said = f"c{turn}", f"r{turn}", f"a{turn}"
    path = (tree.read_file() if rng.random() < 0.2 else None) or tree.next_file()
    name, text = _result(rng, tree, path, shape.most)
    given = json.dumps({"file_path": path} if path else {})
    yield _add(turn, call, "assistant", given, kind="tool-call", call_id=call, name=name)
    yield _add(turn, result, "tool", text, kind="read", call_id=call)
    live += [call, result]
    if turn % shape.rewrite_every == 0:
        yield _rewrite(turn, live, tree.summary([], shape.names_kept))
        live[:] = [f"m{turn}"]
    yield _add(turn, said, "assistant", tree.prose(3))
    live.append(said)


def _result(rng: Random, tree: Tree, path: str | None, most: int) -> tuple[str, str]:
    """The name of a tool and what it shows."""
    if path is None:
        return "Glob", "\n".join(tree.list_files(FILES_OF_A_LIST))
    if rng.random() < 0.7:
        return "Read", tree.listing(path, most // LINE)
    return "Bash", tree.output(rng.randint(most // 12, most // 2))


def _rewrite(turn: int, live: list[str], text: str) -> Event:
    tags = {"provenance": list(live), "lossy": True}
    surrogate = {"id": f"m{turn}", "role": "memory", "kind": "summary", "text": text, **tags}
    return {"type": "rewrite", "turn": turn, "sources": list(live), "surrogate": surrogate}


def _add(turn: int, name: str, role: str, text: str, /, **keys: Any) -> Event:
    return {"type": "add", "turn": turn, "span": {"id": name, "role": role, "text": text, **keys}}
