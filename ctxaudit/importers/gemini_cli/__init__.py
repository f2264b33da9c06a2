"""Gemini CLI sessions: `~/.gemini/tmp/<project>/chats/session-<time>-<id>.jsonl`; before, one `.json` document.

**What the log records.** Each message with the recorded size of its call; a message is written again whenever more of
it is known, and the latest record holds. Lines are told by their keys. When the program replaces its history, all of
the new one is listed (`$set.messages`), under new ids; `$rewindTo` names the message from which on all is gone.

**What it does not.** The system prompt, memory files and tool schemas; why a list of messages was written; the
summariser's call; thoughts, of which it has titles only, and which leave before the next call. An old document knows
nothing of a compression: it looks whole though the model lost it, and only a fall of the recorded size tells.

**The window.** A message of the model is a call. A tool's result is written beside its call and, in newer versions,
once more as a message of its own: it counts once. Commands of the program (`/help`) and information, warnings and
errors are not sent, but for pictures in an information.

**Edits.** A list with a new `<state_snapshot>` is a compression: one `rewrite`; what is in the list word by word had
stayed. Since the copies have new ids, it is `derived`. A result that a list or a later record holds in a cut form left
for it: `evict` with the file that the cut form names, `truncate` when it names none. A list that is only shorter is a
turn that was taken back; any other loss is a `truncate`. Right before such a list the program writes its new messages
one by one: they are copies, no calls.

**Who said it.** `<session_context>`, hooks and the model's acknowledgement of a summary are the host's.

**Traps.** `summary` in the header is a title. In a document, records are counted, not lines. A subagent's log is a
trace of its own; its prompts are the host's.
"""

from __future__ import annotations

from typing import Literal

from ctxaudit.importers.gemini_cli.traces import NAME, trace_of
from ctxaudit.ingest.source import Source
from ctxaudit.model import Trace

TITLE = "Gemini CLI session"
CLASS: Literal["replayable"] = "replayable"
TOLERANCE = (
    "From call to call the recorded size may move by 2,000 tokens, or by 15 % of what came in, more or less than the"
    " rebuilt window does; larger differences are named in the notes with their lines, and what was added unseen is"
    " `call.unseen`. Sizes of spans are estimated, so no count of a span or a rewrite is recorded."
)
RECORDS = (
    "every message, tool call and result, with the size of the window at each model call",
    "the whole new window after a compression, and results that were cut with the file that holds the rest",
    "how far the human went back",
)
UNKNOWN = (
    "the system prompt, memory files and tool schemas",
    "why a new list of messages was written, and the summariser's call",
    "compressions in sessions that are one document",
    "send-time curation: thoughts left out, turns of one role joined",
)
WHERE = (".gemini/tmp/*/chats/**/*.jsonl", ".gemini/tmp/*/chats/session-*.json")

__all__ = ["CLASS", "NAME", "RECORDS", "TITLE", "TOLERANCE", "UNKNOWN", "WHERE", "read"]


def read(source: Source) -> list[Trace]:
    """One trace: a log is one session. Never refuses a log for what it holds."""
    return [trace_of(source)]
