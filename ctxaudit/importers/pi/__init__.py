"""pi sessions, versions 1 to 3, and those of OpenClaw, which embeds pi: one JSON Lines file a session.

**What the log records.** A header, then entries that form a tree (`id`, `parentId`): messages with the recorded size of
each call, compactions with the first entry that was kept, edits of a single entry (`context_edit`), summaries of a
branch that was left, shell commands that the human ran. Newer versions write system messages, too.

**What it does not.** Tool schemas; what extensions change in memory just before a request; which part of a split turn
went into which half of its summary; OpenClaw's own pruning of old tool results, which happens in memory.

**The window.** The entries on the path to the newest one. Behind the last compaction on the path: its summary, the
entries from `firstKeptEntryId` up to it, and what came later. Kept entries stand before the summary in the file and
behind it in the window. The sentence around a summary says that it is one. Lists of files at its end are made by code
from the tool calls, so the body ends before them. `tokensBefore` counts the whole window, so it is no count of what
left. A `context_edit` without a replacement is a `truncate`: the log names the entry and no reason; with one, it is a
`rewrite` of what differs, and nothing tells the model (`derived`). A branch that the human left is `withdrawn`; with a
`branch_summary` it is a `rewrite` by the human. Answers that failed or were cut short are not sent again.

**Results.** Long outputs are cut at birth; the text names the file with the whole. Images are not read.

**OpenClaw.** Copies of delivered messages (`delivery-mirror`, `gateway-injected`) are no model calls and, in current
versions, no context.

**Traps.** Version 1 has no ids: entries hang on the line before, and `firstKeptEntryIndex` counts the header. A record
whose parent is lost hangs on the record before (`derived`). A header in the midst of a file begins another session.
"""

from __future__ import annotations

from typing import Literal

from ctxaudit.importers.pi.sessions import NAME, traces_of
from ctxaudit.ingest.source import Source
from ctxaudit.model import Trace

TITLE = "pi or OpenClaw session"
CLASS: Literal["replayable"] = "replayable"
TOLERANCE = (
    "From call to call the recorded size may move by 2,000 tokens, or by 15 % of what came in, more or less than the"
    " rebuilt window does; sizes of spans are estimated, so no count of a span or a rewrite is recorded."
)
RECORDS = (
    "every message, tool call and tool result, as a tree with its branches",
    "the size of the window at each call",
    "compactions with the summary and the first entry that was kept",
    "edits of single entries, and summaries of branches that were left",
    "the file to which a long output was saved",
)
UNKNOWN = (
    "the tool schemas, and before version 1.x of pi the system prompt",
    "what extensions change in memory just before a request",
    "which part of a split turn went into which half of its summary",
    "OpenClaw's pruning of old tool results in memory",
)
WHERE = (".pi/agent/sessions/*/*.jsonl", ".openclaw/agents/*/sessions/*.jsonl")

__all__ = ["CLASS", "NAME", "RECORDS", "TITLE", "TOLERANCE", "UNKNOWN", "WHERE", "read"]


def read(source: Source) -> list[Trace]:
    """One trace a session header. Never refuses a log for what it holds."""
    return traces_of(source)
