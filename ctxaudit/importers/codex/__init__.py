"""Codex CLI rollouts: `~/.codex/sessions/YYYY/MM/DD/rollout-<time>-<thread>.jsonl`, `.jsonl.zst` once they are cold.

**What the log records.** Each item of the history (messages, tool calls and their outputs, reasoning) in the order in
which it entered. The limits that were in force (`turn_context`), the recorded size of each model call (`token_count`,
repeated at will), compactions and what the window became (`compacted`), turns that the human took back
(`thread_rolled_back`), a fork's whole past, copied.

**What it does not.** Tool schemas; reasoning, which is encrypted; what a web search found (the provider runs it within
an answer, and it is in no later window, but the claims of that answer rest on it: an empty, incomplete result stands
for it); how a compaction came about and what of the window its summariser was shown; calls without an output and
outputs without a call, which are mended when a prompt is sent; images that a text-only model does not get. A message
without words of a kind that is not known here is counted, and said.

**The window.** A call begins with the first item that the model made and ends at its count. An output is cut to 1.2
times the turn's limit when it enters: the log keeps the longer text, and here the cut one stands. Where no limit is on
record the usual one is taken and the text called incomplete. What was cut before it was logged stands as it is.

**Compactions.** All kinds are one `rewrite` by the host. With `replacement_history` the window becomes that list: what
is in it word by word had stayed, the newest copy first; a message that was cut on the way is a new span, its original
one of the sources. Without it the harness's rule tells: the initial context, the human's newest 20,000 tokens, the
summary. An encrypted summary is an empty, incomplete surrogate tagged `opaque`. A new window without any summary is a
`truncate`. Context that the harness writes again behind the record, word by word, had stayed. Since items carry no
ids, all this is `derived`. The sizes around a compaction count the whole window and are told in the notes.

**Rollbacks.** The last turns leave, `withdrawn` by the human; a compaction among them is undone.

**Who said it.** Developer messages, `AGENTS.md`, settings, notices in the user's role and other agents' messages are
the host's; an editor's context is parted from the request behind it.

**Traps.** `event_msg` lines mirror items: they are no context. The first `session_meta` is the thread's own, later
ones came with a fork. A `token_count` without input tokens is an estimate. The recorded size of a call with a web
search counts what it found, so it is left out.
"""

from __future__ import annotations

from typing import Literal

from ctxaudit.importers.codex.traces import NAME, trace_of
from ctxaudit.ingest.source import Source
from ctxaudit.model import Trace

TITLE = "Codex CLI rollout"
CLASS: Literal["replayable"] = "replayable"
TOLERANCE = (
    "From call to call the recorded size may move by 2,000 tokens, or by 15 % of what came in, more or less than the"
    " rebuilt window does; larger differences are named in the notes with their lines, and what was added unseen is"
    " `call.unseen`. Earlier turns' reasoning leaves the window at the next turn, and nothing of it is on record. Sizes"
    " of spans are estimated, so no count of a span or a rewrite is recorded."
)
RECORDS = (
    "every item of the history in the order in which it entered",
    "the size of the window at each model call, as the provider counted it",
    "compactions with the window that they left, but for the oldest logs",
    "turns that the human took back",
    "the limit that cuts a tool's output, but for the newest logs",
)
UNKNOWN = (
    "tool schemas, and reasoning, which is encrypted",
    "what a web search found",
    "the text of a summary that the provider made and encrypted",
    "which part of the window a summariser was shown",
    "send-time mending: answers made up for calls without an output, outputs without a call left out",
)
WHERE = (".codex/sessions/**/rollout-*.jsonl", ".codex/sessions/**/rollout-*.jsonl.zst")

__all__ = ["CLASS", "NAME", "RECORDS", "TITLE", "TOLERANCE", "UNKNOWN", "WHERE", "read"]


def read(source: Source) -> list[Trace]:
    """One trace: a rollout is one thread. Never refuses a log for what it holds."""
    return [trace_of(source)]
