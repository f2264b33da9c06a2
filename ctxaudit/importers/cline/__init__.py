"""Cline, Roo Code and Kilo Code: a task's `api_conversation_history.json`, or a session's `<id>.messages.json`.

**What the log records.** The whole conversation, which is never shortened, and three ways to tell what of it is sent:

* Roo Code, and Kilo Code's extension: tags in the array. A summary (`isSummary`, `condenseId`) or a marker
  (`isTruncationMarker`, `truncationId`) stands for the messages whose `condenseParent` or `truncationParent` names it.
* Cline's extension: a range of the array that is not sent, as of each row of `ui_messages.json`, and texts that stand
  in for others (`context_history.json`, which is applied to requests that began after an update's time).
* Cline's SDK and command line: `<id>.compaction.json` beside the transcript holds the last compaction. Its hash of the
  transcript's beginning is computed anew; where the hash does not hold but the last replaced message is named, the edit
  is `derived`; where neither holds the file is left out, and the notes say so.

`ui_messages.json`, or a message's `metrics`, also hold the size of each prompt.

**What it does not.** The schemas of the tools, and outside of the SDK the system prompt. When a Roo marker was made,
without `ui_messages.json`: then it is the first call before which the rule (half of what is visible) hides just so many
(`derived`). All compactions of the SDK but the last: their windows stand here as if nothing had left, and only the
recorded sizes fall. What an older Roo summary replaced, which it wrote over: a source tagged `lost`.

**The window.** A summary is one `rewrite`; it says in the window that it is one. A basic compaction of the SDK is one
`rewrite` for each gap: its notice is made by code, so it is the host's. A truncation or a deleted range is a
`truncate`, with its marker or its notice put in by the host. A file read that a later one made out of date is evicted
as dispensable, and a notice takes its place.

**Who said it.** In the extensions the user's messages carry the human's words (`<task>`, `<user_message>`,
`<feedback>`, or nothing around them), results of tools (`[name for ...] Result:`) and the harness's own text. The words
of a human who refused a call stand in its result; they are a span of their own.

**What was sent.** The SDK's newer releases shorten at sending, without a record: results of more than 8,000 characters
lose their middle, reads that a later read made out of date become a notice, a total of bytes is kept. Against the
requests of a session of version 3.0.65, with results of 46,000 characters, nothing of that showed: `calls: 11 in the
trace, 11 on the wire`, each `missing 0, order kept, covered 1.000`, `agrees`. So results stand here as the log has
them. The wrapper `<user_input>` is not sent. Structured results are sent as JSON; here they are read decoded.

**Traps.** Roo puts a marker where it cuts, not where it stood in time: kept messages behind it are older than it. Tags
that name no summary or marker are void (a rewind took it back). A nested summary leaves the first tag in place. Text
calls of older versions stand inside the answer's text and are no tool calls here.
"""

from __future__ import annotations

from typing import Literal

from ctxaudit.importers.cline.traces import NAME, traces_of
from ctxaudit.ingest.source import Source
from ctxaudit.model import Trace

TITLE = "Cline, Roo Code or Kilo Code task"
CLASS: Literal["last edit only"] = "last edit only"
TOLERANCE = (
    "From call to call the recorded size may move by 2,000 tokens, or by 15 % of what came in, more or less than the"
    " rebuilt window does; larger differences are named in the notes, and what was added unseen is `call.unseen`."
    " Sizes of spans are estimated."
)
RECORDS = (
    "the whole conversation, never shortened",
    "Roo Code: tags for every summary and truncation",
    "Cline's extension: the deleted range of each call and replaced texts, when their files are beside the log",
    "Cline's SDK: the last compaction, when its file is beside the transcript, with a hash that is checked",
)
UNKNOWN = (
    "Cline's SDK: all compactions but the last; results that are shortened when they are sent",
    "Cline's extension without ui_messages.json: the deleted ranges and the sizes",
    "Roo Code without ui_messages.json: when a truncation was made, and the sizes",
    "the tools' schemas; outside of the SDK the system prompt",
)
WHERE = (
    ".cline/data/sessions/*/*.messages.json",
    ".cline/data/tasks/*/api_conversation_history.json",
    ".config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/*/api_conversation_history.json",
    ".config/Code/User/globalStorage/rooveterinaryinc.roo-cline/tasks/*/api_conversation_history.json",
    ".config/Code/User/globalStorage/kilocode.kilo-code/tasks/*/api_conversation_history.json",
)

__all__ = ["CLASS", "NAME", "RECORDS", "TITLE", "TOLERANCE", "UNKNOWN", "WHERE", "read"]


def read(source: Source) -> list[Trace]:
    """The one trace of the log."""
    return traces_of(source)
