"""Makes a session in the shape of Claude Code's logs: prompts, calls, results, recorded usage, compactions.

As in recorded logs, about a third of the bytes is text of the window. The rest is what the harness keeps beside it: the
result of a tool once more as an object, the whole file before an edit, signatures of thoughts, snapshots, envelopes.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.speed.tree import Tree

COMPACT_EVERY = 300_000  # characters of window text between two compactions
CALLS_OF_A_TASK = 8
SIGNATURE_BYTES = (200, 900)

Record = dict[str, Any]


def claude_code_session(path: Path, size: int, seed: int = 1) -> None:
    """A session log of about `size` bytes."""
    with path.open("w", encoding="utf-8") as file:
        written = 0
        for record in _records(Random(seed)):
            line = json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"
            written += file.write(line)
            if written >= size and record["type"] == "user":
                return


def _records(rng: Random) -> Iterator[Record]:
    """Endless: the caller stops."""
    tree = Tree(rng)
    chain = _Chain(rng)
    while True:
        task = tree.path() if rng.random() < 0.7 else tree.grow()
        yield chain.user(f"{tree.sentence()} Please see to {task}. {tree.sentence()}")
        yield chain.snapshot()
        for _ in range(rng.randint(1, 2 * CALLS_OF_A_TASK)):
            yield from _call(rng, chain, tree)
            if chain.window > COMPACT_EVERY:
                yield from chain.compaction(tree.summary([tree.path() for _ in range(16)]))
                yield from _list(chain, tree)
        yield chain.assistant({"type": "text", "text": tree.prose(3, task)})


def _call(rng: Random, chain: _Chain, tree: Tree) -> Iterator[Record]:
    """One answer of the model, with a thought and words now and then, its tool call and the result."""
    path = tree.path()
    chain.answer()
    if rng.random() < 0.5:
        signature = b64encode(rng.randbytes(rng.randint(*SIGNATURE_BYTES))).decode()
        yield chain.assistant({"type": "thinking", "thinking": tree.prose(1, path), "signature": signature})
    if rng.random() < 0.4:
        yield chain.assistant({"type": "text", "text": tree.prose(2, path)})
    roll = rng.random()
    if roll < 0.45:
        yield from _read(chain, tree, path)
    elif roll < 0.8:
        yield from _bash(rng, chain, tree, path)
    else:
        yield from _edit(chain, tree, path)


def _read(chain: _Chain, tree: Tree, path: str) -> Iterator[Record]:
    yield chain.tool_use("Read", {"file_path": f"/srv/app/{path}"})
    listing = tree.listing(path)
    content = "\n".join(line.partition("→")[2] for line in listing.split("\n"))
    file = {"filePath": f"/srv/app/{path}", "content": content, "numLines": content.count("\n"), "startLine": 1}
    yield chain.tool_result(listing, {"type": "text", "file": file})


def _list(chain: _Chain, tree: Tree) -> Iterator[Record]:
    chain.answer()
    yield chain.tool_use("Glob", {"pattern": "**/*.py"})
    names = [f"/srv/app/{path}" for path in tree.paths()]
    yield chain.tool_result("\n".join(names), {"filenames": names, "numFiles": len(names), "truncated": False})


def _bash(rng: Random, chain: _Chain, tree: Tree, path: str) -> Iterator[Record]:
    yield chain.tool_use("Bash", {"command": f"python -m pytest {path} -q", "description": tree.sentence()})
    output = tree.output(int(200 + 8_000 * rng.random() ** 3))
    yield chain.tool_result(output, {"stdout": output, "stderr": "", "interrupted": False, "isImage": False})


def _edit(chain: _Chain, tree: Tree, path: str) -> Iterator[Record]:
    before = tree.content(path)
    old, new = tree.change(path)
    yield chain.tool_use("Edit", {"file_path": f"/srv/app/{path}", "old_string": old, "new_string": new})
    patch = [*(f"-{line}" for line in old.split("\n")), *(f"+{line}" for line in new.split("\n"))]
    kept = {
        "filePath": path,
        "oldString": old,
        "newString": new,
        "originalFile": before,
        "structuredPatch": [{"lines": patch}],
    }
    yield chain.tool_result(f"The file /srv/app/{path} has been updated.\n{new}", kept)


class _Chain:
    """The envelope that every record of a session shares."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._parent: str | None = None
        self._call = self._use = ""
        self._count = 0
        self.window = 0

    def _record(self, kind: str, **keys: Any) -> Record:
        self._count += 1
        uuid = f"{self._rng.getrandbits(32):08x}-0000-4000-8000-{self._count:012d}"
        record = {
            "parentUuid": self._parent, "isSidechain": False, "userType": "external", "cwd": "/srv/app",
            "sessionId": "5e551011-0000-4000-8000-000000000001", "version": "2.1.6", "gitBranch": "main",
            "type": kind, "uuid": uuid, "timestamp": self._clock(),
            **keys,
        }  # fmt: skip
        self._parent = uuid
        return record

    def _clock(self) -> str:
        hours, minutes, seconds = self._count // 3600 % 24, self._count // 60 % 60, self._count % 60
        return f"2026-01-01T{hours:02d}:{minutes:02d}:{seconds:02d}.000Z"

    def snapshot(self) -> Record:
        files = {f"src/file_{number}.py": {"backupFileName": None, "version": 1} for number in range(20)}
        snapshot = {"messageId": self._parent, "trackedFileBackups": files, "timestamp": self._clock()}
        return {"type": "file-history-snapshot", "messageId": self._parent, "snapshot": snapshot}

    def user(self, content: Any, **keys: Any) -> Record:
        self.window += _length(content)
        return self._record("user", message={"role": "user", "content": content}, **keys)

    def tool_result(self, text: str, kept: Record) -> Record:
        return self.user([{"tool_use_id": self._use, "type": "tool_result", "content": text}], toolUseResult=kept)

    def tool_use(self, name: str, given: Record) -> Record:
        self._use = f"toolu_{self._rng.getrandbits(64):016x}{self._count:08d}"
        return self.assistant({"type": "tool_use", "id": self._use, "name": name, "input": given})

    def answer(self) -> None:
        """What the model says from here on is one call."""
        self._call = f"msg_{self._count:08d}"

    def assistant(self, block: Record) -> Record:
        usage = {
            "input_tokens": 5, "cache_read_input_tokens": 18_000 + self.window // 4,
            "cache_creation_input_tokens": 0, "output_tokens": 90,
        }  # fmt: skip
        self.window += _length(block.get("text") or block.get("thinking") or block.get("input"))
        message = {
            "id": self._call,
            "type": "message",
            "role": "assistant",
            "model": "m",
            "content": [block],
            "usage": usage,
        }
        return self._record("assistant", message=message, requestId=f"req_{self._call}")

    def compaction(self, summary: str) -> Iterator[Record]:
        tip, before = self._parent, 18_000 + self.window // 4
        self._parent = None
        self.window = 0
        yield self._record(
            "system", subtype="compact_boundary", content="Conversation compacted", logicalParentUuid=tip,
            compactMetadata={"trigger": "auto", "preTokens": before},
        )  # fmt: skip
        lead = "This session is being continued from a previous conversation that ran out of context."
        text = f"{lead} The conversation is summarized below:\n{summary}"
        yield self._record(
            "user", isCompactSummary=True, isVisibleInTranscriptOnly=True, message={"role": "user", "content": text}
        )


def _length(content: Any) -> int:
    return len(content) if isinstance(content, str) else len(json.dumps(content))
