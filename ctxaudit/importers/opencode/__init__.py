"""OpenCode sessions: the database `opencode.db`, and what `opencode export` prints of one session.

**What the log records.** Each message and each of its parts (text, reasoning, tool call with its result, file) as a
row of its own; the size of the window at each step; compactions: a user message with a `compaction` part, and the
assistant message with `summary: true` that answers it; the time at which a tool result was cleared
(`time.compacted`); the message back to which the human went (`revert`).

**What it does not.** The system prompt and tool schemas; what plug-ins change just before a request; reminders that
are wrapped around messages typed while the model was at work; messages that a revert removed for good; which results
the provider dropped. An export lacks the table of intermediate states, and nothing here rests on it.

**The window.** All messages so far in the order of their ids. One step of an answer is one model call; each begins a
turn. Behind a completed compaction (it has a `finish` and no `error`) stand: the host's question, the summary, the
messages from `tail_start_id` up to the question, then what came later; without `tail_start_id` nothing is kept. The
question and the summary look like any other exchange, in the model's own voice: nothing tells the model that this
is a summary. So the surrogate is untagged and its rewrite `derived`. A cleared result stands as a fixed sentence from
its time on; a whole copy counts only where the output had been saved to a file and said so. Answers that failed are
not sent again, unless they were cut short by the human.

**Records.** A session, a message and a part are one record each, counted in reading order; an export and a database
that holds only its session number them alike. Rows of other tables are no records of a session.

**Lanes.** Each session of a database is a trace; one with a parent is a subagent's, and is spoken to by the host.

**Traps.** `summary` of a user message is a list of diffs. A text file that the human attached comes as two parts: the
file, which is not sent, and a synthetic text with its content. A write-ahead log beside the database holds the
newest rows.
"""

from __future__ import annotations

from typing import Literal

from ctxaudit.importers.opencode.exports import sessions_of_export
from ctxaudit.importers.opencode.replay import NAME, trace_of
from ctxaudit.importers.opencode.rows import sessions_of_database
from ctxaudit.ingest.source import SQLITE, Source
from ctxaudit.model import Trace

TITLE = "OpenCode session (database or export)"
CLASS: Literal["replayable"] = "replayable"
TOLERANCE = (
    "From call to call the recorded size may move by 2,000 tokens, or by 15 % of what came in, more or less than the"
    " rebuilt window does; sizes of spans are estimated, so no count of a span or a rewrite is recorded."
)
RECORDS = (
    "every message, tool call and tool result, with its time",
    "the size of the window at each step",
    "compactions with the summary and the first message that was kept",
    "the time at which a tool result was cleared",
    "the file to which a long output was saved",
)
UNKNOWN = (
    "the system prompt and the tool schemas",
    "what plug-ins change just before a request",
    "reminders wrapped around messages that were typed while the model was at work",
    "messages that were removed for good when the human went back",
    "whether the model knew: nothing in its window says that a summary is one, so `untagged-surrogate` is right here",
)
WHERE = (".local/share/opencode/opencode.db",)

__all__ = ["CLASS", "NAME", "RECORDS", "TITLE", "TOLERANCE", "UNKNOWN", "WHERE", "read"]


def read(source: Source) -> list[Trace]:
    """One trace a session, in order of their beginnings. Refused when the export is no whole JSON document."""
    found = sessions_of_database(source) if source.head(len(SQLITE)) == SQLITE else sessions_of_export(source)
    return [trace_of(session, source) for session in found]
