"""Claude Code session logs: `~/.claude/projects/<folder>/<session>.jsonl` and what lies beside them.

**What the log records.** Each message, tool call and tool result as a record of a tree (`uuid`, `parentUuid`); one
model call is written as several lines that share `message.id`, and each repeats the recorded size of the window.
Compactions (`compact_boundary`, then the summary's record), micro-compactions (`microcompact_boundary` with the ids
of the tool results that left), messages typed while the model was at work (`queue-operation`), attachments of newer
versions.

**What it does not.** The system prompt and tool schemas; the wording of attachments and reminders; thinking that is
empty on disk; files and lists that the harness puts back after a compaction; the stub that stands for a cleared
result; which results the provider itself cleared (counts only); that the user went back to an earlier message (the
tree tells). Records can be lost, so that others hang on nothing: they are joined to the record before, which is said
in the notes, and what rests on them is `derived`. A record that names no parent in the midst of a log starts over
only when the next recorded size agrees.

**The window.** The parent chain of the newest record, widened by the records of the same call and by the results of
its tool calls. Each call begins a turn and stands before what it answered. A compaction is one `rewrite`: its sources
are all that left, in it nothing is `pinned`; it is `by: host`, also when the human asked for it, because nobody chose
what it drops. Kept messages follow the summary. `preTokens` counts the whole window with what the log does not hold,
so it is told in the notes and is no `tokens_before`. A summary that the log lost is an empty, incomplete surrogate
tagged `opaque`; a last record that the log lost, a source tagged `lost`. Moved results: `evict` with the file beside
the log as the copy, or `truncate` where there is no file, and a stub in their place. Its words are not in the log:
only the path in it is certain. Some versions move results without a record; a fall of the recorded size and the files
beside the log give them away (`inferred`: all of them at the last fall, the oldest at earlier ones).

**Who said it.** Command echoes, caveats, reminders, notifications, `isMeta` records and prompts of subagents are the
host's, in the user's role; what the human typed behind a command, or said when refusing a tool call, is a span of its
own. API errors are no model calls. A hook's output counts where the harness feeds it back.

**Lanes.** Records of another session, subagents written into the same file, and subagents' files are traces of their
own.

**Traps.** `summary` records are titles, often of other sessions. `toolUseResult` holds more than the model saw. A
`<persisted-output>` in the midst of a text is only talk about one. Time stamps go back and forth. A repeated `uuid`
is a later copy of a record: its text and parent hold.
"""

from __future__ import annotations

from typing import Literal

from ctxaudit.importers.claude_code.traces import NAME, traces_of
from ctxaudit.ingest.source import Source
from ctxaudit.model import Trace

TITLE = "Claude Code session log"
CLASS: Literal["replayable"] = "replayable"
TOLERANCE = (
    "From call to call the recorded size may move by 2,000 tokens, or by 15 % of what came in, more or less than the"
    " rebuilt window does; larger differences are named in the notes with their lines, and what was added unseen is"
    " `call.unseen`. Sizes of spans are estimated (the tokenizer is not in the log), so no count of a span or a rewrite"
    " is recorded."
)

RECORDS = (
    "each message, tool call and result as a record of a tree",
    "the recorded size of each call",
    "compactions with their summaries, cleared results by id, queued messages",
    "subagents, in files of their own",
)
UNKNOWN = (
    "the system prompt and tool schemas, and the wording of reminders",
    "what the harness puts back after a compaction without a record: only its size shows",
    "the stub that stands for a cleared result, and results that the provider itself cleared",
    "thinking that is empty on disk",
)
WHERE = (".claude/projects/*/????????-*.jsonl",)

__all__ = ["CLASS", "NAME", "RECORDS", "TITLE", "TOLERANCE", "UNKNOWN", "WHERE", "read"]


def read(source: Source) -> list[Trace]:
    """One trace a lane: sessions in order of appearance, then subagents. Never refuses a log for what it holds."""
    return traces_of(source)
