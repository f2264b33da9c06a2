"""Messages typed while the model was at work: which entered the window without a record of their own, and when."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from itertools import islice

from ctxaudit.importers._values import said
from ctxaudit.importers.claude_code.nodes import Node

_LOOKED_THROUGH = 100

Entries = dict[str, list[Node]]  # key of the queue record at which they enter -> the records that hold their text


def entries_of(nodes: Sequence[Node]) -> Entries:
    """A queued text that no later record repeats enters where it was taken from the queue, or where it was put in.

    Not those that the human took back (`popAll`), nor local commands, which are never sent.
    """
    later = _later_texts(nodes)
    entries: defaultdict[str, list[Node]] = defaultdict(list)
    waiting: deque[tuple[Node, bool]] = deque()
    for node in nodes:
        if node.kind != "queue":
            continue
        operation = node.kept.get("operation")
        if operation == "enqueue" and (text := said(node.kept, "content")) is not None:
            waiting.append((node, not _shows_up(text, node.line, later) and not text.lstrip().startswith("/")))
        elif operation == "popAll":
            waiting.clear()
        elif operation in ("dequeue", "remove") and waiting:
            taken, enters = _take(waiting, said(node.kept, "content"))
            if enters:
                entries[node.key].append(taken)
    for node, enters in waiting:
        if enters:
            entries[node.key].append(node)
    return dict(entries)


def _take(waiting: deque[tuple[Node, bool]], text: str | None) -> tuple[Node, bool]:
    for entry in islice(waiting, _LOOKED_THROUGH if text is not None else 0):
        if entry[0].kept.get("content") == text:
            waiting.remove(entry)
            return entry
    return waiting.popleft()


def _later_texts(nodes: Sequence[Node]) -> dict[str, deque[int]]:
    found: defaultdict[str, deque[int]] = defaultdict(deque)
    if not any(node.kind == "queue" for node in nodes):
        return {}
    for node in nodes:
        for text in _texts(node):
            found[text.strip()].append(node.line)
    return dict(found)


def _texts(node: Node) -> Iterable[str]:
    if node.kind == "user":
        return [words for block in node.blocks if (words := block.words)]
    return node.kept["texts"] if node.kind == "attachment" else ()


def _shows_up(text: str, line: int, later: dict[str, deque[int]]) -> bool:
    lines = later.get(text.strip(), deque())
    while lines and lines[0] <= line:
        lines.popleft()
    if lines:
        lines.popleft()
        return True
    return False
