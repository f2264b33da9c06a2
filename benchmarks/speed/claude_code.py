"""Makes a session in the shape of Claude Code's logs: prompts, calls, results, recorded usage, compactions.

As in recorded logs, about a third of the bytes is text of the window. The rest is what the harness keeps beside it: the
result of a tool once more as an object, the whole file before an edit, signatures of thoughts, snapshots, envelopes.
The chances and sizes below are set so that `densities` finds what it finds in recorded sessions.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import orjson

from benchmarks.speed.tree import Tree

COMPACT_EVERY = 300_000  # characters of window text between two compactions
CALLS_OF_A_REQUEST = 5
REQUESTS_TOLD = 1  # of a summary
FILES_OF_A_LIST = 40
SIGNATURE_BYTES = (200, 900)

_START = datetime(2026, 1, 1)
Record = dict[str, Any]


def claude_code_session(path: Path, size: int, seed: int = 1) -> None:
    """A session log of about `size` bytes."""
    with path.open("wb") as file:
        written = 0
        for record in _records(Random(seed)):
            written += file.write(orjson.dumps(record, option=orjson.OPT_APPEND_NEWLINE))
            if written >= size and record["type"] == "user":
                return


def _records(rng: Random) -> Iterator[Record]:
    """Endless: the caller stops."""
    tree = Tree(rng)
    chain = _Chain(rng)
    requests: list[str] = []
    while True:
        requests.append(tree.request(tree.words.path()))
        yield chain.user(requests[-1])
        yield chain.snapshot()
        for _ in range(rng.randint(1, 2 * CALLS_OF_A_REQUEST)):
            yield from _call(rng, chain, tree)
            if chain.window > COMPACT_EVERY:
                yield from chain.compaction(tree.summary(requests[-REQUESTS_TOLD:]))
                requests.clear()
        yield chain.assistant({"type": "text", "text": tree.prose(3)})


def _call(rng: Random, chain: _Chain, tree: Tree) -> Iterator[Record]:
    """One answer of the model, with a thought and words now and then, its tool call and the result."""
    chain.answer()
    if rng.random() < 0.25:
        signature = b64encode(rng.randbytes(rng.randint(*SIGNATURE_BYTES))).decode()
        yield chain.assistant({"type": "thinking", "thinking": tree.prose(1), "signature": signature})
    if rng.random() < 0.35:
        yield chain.assistant({"type": "text", "text": tree.prose(2)})
    roll = rng.random()
    again = tree.read_file() if roll > 0.31 else None
    path = again or tree.next_file()
    if path is None or roll < 0.03:
        yield from _glob(chain, tree)
    elif roll < 0.40:
        yield from _read(chain, tree, path)
    elif roll < 0.56:
        yield from _edit(chain, tree, path)
    elif roll < 0.68:
        yield from _write(rng, chain, tree)
    elif roll < 0.74:
        yield from _grep(chain, tree)
    else:
        yield from _bash(rng, chain, tree)


def _read(chain: _Chain, tree: Tree, path: str) -> Iterator[Record]:
    yield chain.tool_use("Read", {"file_path": f"/srv/app/{path}"})
    listing = tree.listing(path)
    content = "\n".join(line.partition("→")[2] for line in listing.split("\n"))
    file = {"filePath": f"/srv/app/{path}", "content": content, "numLines": content.count("\n"), "startLine": 1}
    yield chain.tool_result(listing, {"type": "text", "file": file})


def _glob(chain: _Chain, tree: Tree) -> Iterator[Record]:
    yield chain.tool_use("Glob", {"pattern": "**/*"})
    names = [f"/srv/app/{path}" for path in tree.list_files(FILES_OF_A_LIST)]
    yield chain.tool_result("\n".join(names), {"filenames": names, "numFiles": len(names), "truncated": False})


def _grep(chain: _Chain, tree: Tree) -> Iterator[Record]:
    name = tree.names.said()
    yield chain.tool_use("Grep", {"pattern": name, "output_mode": "content"})
    found = tree.found(name, 3)
    yield chain.tool_result(found, {"mode": "content", "content": found, "numLines": found.count("\n")})


def _bash(rng: Random, chain: _Chain, tree: Tree) -> Iterator[Record]:
    command = f"python -m pytest {tree.paths.said()} -q"
    yield chain.tool_use("Bash", {"command": command, "description": tree.words.phrase()})
    output = tree.output(int(100 + 6_500 * rng.random() ** 3))
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
    yield chain.tool_result(f"The file /srv/app/{path} has been updated.", kept)


def _write(rng: Random, chain: _Chain, tree: Tree) -> Iterator[Record]:
    path = tree.words.path()
    content = tree.write(path, rng.randint(500, 10_000))
    yield chain.tool_use("Write", {"file_path": f"/srv/app/{path}", "content": content})
    kept = {"type": "create", "filePath": path, "content": content, "structuredPatch": []}
    yield chain.tool_result(f"File created successfully at: /srv/app/{path}", kept)


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
        return f"{(_START + timedelta(seconds=self._count)).isoformat(timespec='milliseconds')}Z"

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
