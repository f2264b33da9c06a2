"""Qwen Code sessions: `~/.qwen/projects/<folder>/chats/<session>.jsonl`.

**What the log records.** Each message as a record of a tree (`uuid`, `parentUuid`) that holds exactly the API's own
content, and the recorded size of each call. A record may be streamed on several lines of one `uuid`: their parts are
joined. A compression lists the whole new window (`compressedHistory`); a rewind is a record that hangs further up.

**What it does not.** The system prompt, memory files and tool schemas; by which of its ways the program compressed;
old results that become a mark after an hour of rest. For these the rule is known (all but the newest five of some
tools) and the recorded size falls: they are `truncate`d, `inferred`.

**The window.** The records from the root to the last one. Each record of the model is a call. What the human says
enters with the next call, so a command that the program carried out by itself takes its echo along, and a draft that
nothing hangs on was never sent. Thoughts stay, as they are part of the content.

**Edits.** A `compressedHistory` with a new `<state_snapshot>` is one `rewrite`; what is in the list word by word had
stayed (`derived`: the list has no ids); results that it holds as a mark or a preview left for that. Without a summary
what is missing was `truncate`d. A failed compression changes nothing. Token counts around it are those of the whole
window and are told in the notes. A record that hangs on an earlier one takes back what came since: `withdrawn` by the
human, also across a compression, which is undone by it.

**Who said it.** Hook contexts, notifications and messages of other agents are the host's, in the user's role.

**Traps.** `toolCallResult` is for the screen. A record whose parent is missing hangs on the one before, which is said.
Records of another session or of a subagent in the same file are traces of their own.
"""

from __future__ import annotations

from typing import Literal

from ctxaudit.importers.qwen_code.traces import NAME, traces_of
from ctxaudit.ingest.source import Source
from ctxaudit.model import Trace

TITLE = "Qwen Code session log"
CLASS: Literal["replayable"] = "replayable"
TOLERANCE = (
    "From call to call the recorded size may move by 2,000 tokens, or by 15 % of what came in, more or less than the"
    " rebuilt window does; larger differences are named in the notes with their lines, and what was added unseen is"
    " `call.unseen`. Sizes of spans are estimated, so no count of a span or a rewrite is recorded."
)
RECORDS = (
    "every message, tool call and result exactly as the API has them",
    "the size of the window at each model call, and the largest it can be",
    "the whole new window after a compression",
    "how far the human went back, by the tree",
)
UNKNOWN = (
    "the system prompt, memory files and tool schemas",
    "results that are cleared after an hour of rest: inferred from the rule and the fall of the recorded size",
    "by which of its ways the program compressed",
)
WHERE = (".qwen/projects/*/chats/*.jsonl", ".qwen/tmp/*/chats/*.jsonl")

__all__ = ["CLASS", "NAME", "RECORDS", "TITLE", "TOLERANCE", "UNKNOWN", "WHERE", "read"]


def read(source: Source) -> list[Trace]:
    """One trace a lane: sessions in order of appearance, then subagents. Never refuses a log for what it holds."""
    return traces_of(source)
